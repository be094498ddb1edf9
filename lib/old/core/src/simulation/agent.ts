import { AgoraError, type Random } from 'agora-voting';
import type { Json } from 'agora-voting/internal';
import type { Environment } from '../environments/environment';
import type { Asked, Situation } from '../environments/situation';
import { answeringAs, type ChatModel, type SimulatedAnswer } from '../models/chat-model';
import type { SimulatedBehaviour } from '../models/simulated-settings';
import { castBallot } from './cast-ballot';
import { mindOf, type Mind } from './mind';
import { sentencesOf, spoken } from './sentences';
import { answerInStrategy, isInStrategy, sumUp } from './strategy-acts';

/**
 * The model for questions about one case. A simulated model answers as an agent that knows what the environment lets
 * it observe of the case; if the environment has no simulated agent, it does not answer. Any other model is returned
 * unchanged.
 */
export function onCase<Instance, Proposal>(
  model: ChatModel,
  environment: Environment<Instance, Proposal>,
  instance: Instance,
): ChatModel {
  if (environment.simulatedAgent === undefined) return model;
  return answeringAs(model, (situation, random, behaviour) =>
    simulate(environment, instance, situation as Situation<Proposal> & Asked, random, behaviour),
  );
}

/**
 * The simulated agent: it chooses by random utility (`mindOf`), speaks in template sentences (`sentencesOf`), and stops
 * with the probability `stops` where it may. It replaces a language model when there is none. It is not a model of how
 * a language model thinks, and it does not read the words of others, except for what an environment's `believe` reads.
 * @throws AgoraError 'simulated-agent' for an act or a question that the environment does not support
 */
export function simulate<Instance, Proposal>(
  environment: Environment<Instance, Proposal>,
  instance: Instance,
  told: Situation<Proposal> & Asked,
  random: Random,
  behaviour: SimulatedBehaviour,
): SimulatedAnswer {
  // An agent that may call a solver calls it once, and follows its advice from then on.
  if (told.tools?.names.includes('solver') && told.tools.gave.length === 0)
    return { answer: '', toolCalls: [{ id: 'call', name: 'solver', arguments: '{}' }] };
  const situation = { ...told, ...advised(environment, instance, told) };
  const { act, agent, candidates } = situation;
  /** An answer in the form that prose must end with. */
  const stated = (proposal: Proposal): string => {
    if (environment.prose !== undefined) return environment.prose.state(instance, proposal);
    throw new AgoraError(
      'simulated-agent',
      `Simulated agents of ${environment.name} cannot "${act}": nothing is answered in prose`,
    );
  };
  if (act === 'summarise') {
    if (situation.stating === undefined) return { answer: sumUp(situation.messages, situation) };
    const views = candidates.map(
      ({ proposal, by }) => `${by.join(' and ')} came to this: ${stated(proposal)}`,
    );
    return { answer: views.join('\n') };
  }
  const mind = mindOf(environment, instance, situation, behaviour);
  /** Says why it is for a proposal. */
  const speak = (proposal: Proposal) => {
    const key = environment.proposalKey(proposal);
    const own = candidates.find(({ by }) => by.includes(agent));
    const standing = 'standing' in situation ? situation.standing : null;
    const other =
      standing !== null && !standing.by.includes(agent)
        ? standing
        : candidates.find((one) => !one.by.includes(agent) && environment.proposalKey(one.proposal) !== key);
    const show = (one: Proposal) => environment.showProposal(instance, one);
    const others = situation.agents.filter((name) => name !== agent);
    const said = {
      knows: environment.simulatedAgent?.sentence?.(mind.known) ?? null,
      proposal: show(proposal),
      isOwn: own !== undefined && environment.proposalKey(own.proposal) === key,
      other:
        other === undefined
          ? null
          : {
              shown: `proposal ${other.id}`,
              isAccepted: environment.proposalKey(other.proposal) === key,
            },
      asks: act === 'speak' && others.length > 0 ? random.pick(others) : null,
    };
    return spoken(sentencesOf(said, behaviour.words, random));
  };
  if (isInStrategy(situation))
    return { answer: answerInStrategy(environment, situation, mind, speak, behaviour, random) };
  switch (act) {
    case 'debate': {
      const proposal = mind.best(random);
      const { message, intent } = speak(proposal);
      return { answer: `${message} ${stated(proposal)}`, intent };
    }
    case 'speak': {
      const { message, intent } = speak(mind.best(random));
      return { answer: { target: situation.agents.filter((one) => one !== agent), message }, intent };
    }
    case 'propose': {
      const own = candidates.find(({ by }) => by.includes(agent));
      const keeps = { reason_for_decision: 'My latest proposal still says what I want.', proposal: null };
      if (situation.mayKeep && own !== undefined && random.chance(behaviour.stops)) return { answer: keeps };
      const proposal = mind.best(random);
      const isOld =
        own !== undefined && environment.proposalKey(own.proposal) === environment.proposalKey(proposal);
      if (situation.mayKeep && isOld) return { answer: keeps };
      const reason_for_decision = 'From all that I know, this seems to be the best that we can do.';
      return { answer: { reason_for_decision, proposal: proposal as Json } };
    }
    case 'vote': {
      const decision = castBallot(situation, mind.judge(random));
      if (!situation.reasoned) return { answer: { decision } };
      const reason_for_decision =
        decision === null ? 'There is nothing to vote on.' : 'This is how I see them, all things considered.';
      return { answer: { reason_for_decision, decision } };
    }
    case 'estimate': {
      const belief = mind.believe();
      if (environment.beliefs === undefined || belief === null)
        throw new AgoraError(
          'simulated-agent',
          `Simulated agents of ${environment.name} cannot "estimate": they state no beliefs`,
        );
      return { answer: environment.beliefs.write(instance, belief) };
    }
    case 'plan': {
      const explanation = 'By all that I believe to be there, this is the best that we can do.';
      return { answer: { proposal: mind.best(random) as Json, explanation } };
    }
    case 'decide':
      return { answer: decide(situation, mind, random) };
    default:
      throw new AgoraError(
        'simulated-agent',
        `Simulated agents cannot "${String(act)}"; they speak, propose, vote, debate, summarise, estimate, plan and decide`,
      );
  }
}

/** The advice of a solver that the agent called. */
function advised<Instance, Proposal>(
  environment: Environment<Instance, Proposal>,
  instance: Instance,
  { tools }: Asked,
): { readonly advice?: Proposal } {
  const result = tools?.gave.find(({ name }) => name === 'solver')?.result ?? null;
  if (typeof result !== 'object' || result === null || !('proposal' in result)) return {};
  const reading = environment.readProposal(instance, result.proposal);
  return reading.ok ? { advice: reading.value } : {};
}

/**
 * Accepts the current proposal if it judges its own to be no better. In the last round, an agent who may do so decides
 * on its own solution instead.
 */
function decide<Proposal>(
  {
    agent,
    standing,
    candidates,
    round,
    rounds,
    mayEnd,
  }: Extract<Situation<Proposal>, { act: 'decide' }> & Asked,
  mind: Mind<Proposal>,
  random: Random,
): Json {
  const judged = new Map(mind.judge(random).map(({ id, utility }) => [id, utility]));
  const own = candidates.find(({ by }) => by.includes(agent));
  const offered = standing === null ? undefined : judged.get(standing.id);
  if (offered !== undefined && offered >= (own === undefined ? offered : (judged.get(own.id) ?? offered)))
    return { accept: true, explanation: 'I see nothing better than this.' };
  const refusal = { accept: false, explanation: 'By what I believe, we can do better than this.' };
  return mayEnd && round >= rounds && own !== undefined
    ? { ...refusal, proposal: own.proposal as Json }
    : refusal;
}
