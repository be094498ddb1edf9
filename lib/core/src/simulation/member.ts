import { AgoraError, type Random } from 'agora-voting';
import type { Json } from 'agora-voting/internal';
import type { Environment } from '../environments/environment';
import type { Asked, Situation } from '../environments/situation';
import { answeringAs, type ChatModel, type SimulatedAnswer } from '../models/chat-model';
import { collaborate, isCollaborating, sumUp } from './collaborate';
import { castBallot, heeding, type BallotHabits, type Judged } from './cast-ballot';
import { knower } from './knower';
import { resolve, type Profile } from './parameters';
import { reasoner } from './reasoner';

/** A member at the moment of a question. */
export interface Member<Proposal> {
  readonly habits: BallotHabits;
  /** The candidates with their current utilities. */
  judge(random: Random): readonly Judged[];
  best(random: Random): { readonly proposal: Proposal; readonly intent?: Json };
  believe?(random: Random): Json;
  speak(random: Random): { readonly message: string; readonly intent: Json };
}

/**
 * The model for questions about one case. A simulated model answers as a member that knows what the environment lets
 * it observe of the case, and never the case itself; if the environment has no simulated agent, it does not answer.
 * Any other model is returned unchanged.
 */
export function onCase<Instance, Proposal>(
  model: ChatModel,
  environment: Environment<Instance, Proposal>,
  instance: Instance,
): ChatModel {
  if (environment.simulatedAgent === undefined) return model;
  return answeringAs(model, (situation, random, profile) =>
    simulate(environment, instance, situation as Situation<Proposal> & Asked, random, profile),
  );
}

/**
 * The simulated member: a random-utility agent. It values candidates by its simulated agent's utilities, plus
 * loyalty, inertia, conformity and noise. It proposes the best proposal that it can think of. It speaks in its
 * simulated agent's phrases; if it knows the answers, it debates in prose of its own. It replaces a language model
 * when there is none. It is not a model of how a language model thinks.
 * @throws AgoraError 'setting' for parameters, 'simulated-agent' for an act or a question that its simulated agent
 * does not support
 */
export function simulate<Instance, Proposal>(
  environment: Environment<Instance, Proposal>,
  instance: Instance,
  told: Situation<Proposal> & Asked,
  random: Random,
  profile: Profile,
): SimulatedAnswer {
  const { simulatedAgent, name } = environment;
  if (simulatedAgent === undefined) throw new AgoraError('simulated-agent', `${name} has no simulated agent`);
  // A member that may call a solver calls it once, and knows its advice from then on.
  if (told.tools?.names.includes('solver') && told.tools.gave.length === 0)
    return { answer: '', toolCalls: [{ id: 'call', name: 'solver', arguments: '{}' }] };
  const situation = { ...told, ...advised(environment, instance, told) };
  const values = resolve(name, simulatedAgent, profile);
  const { act, agent, candidates } = situation;
  /** An answer in the form that prose must end with. */
  const stated = (proposal: Proposal): string => {
    if (environment.prose !== undefined) return environment.prose.state(instance, proposal);
    throw new AgoraError(
      'simulated-agent',
      `Simulated members of ${name} cannot "${act}": nothing is answered in prose`,
    );
  };
  if (act === 'summarise') {
    if ('truth' in simulatedAgent)
      return knower(environment, simulatedAgent, instance, situation, values).summarise(random);
    const words = sumUp(situation.messages, situation, values.on(''), random);
    if (situation.stating === undefined) return { answer: words };
    return { answer: [words, ...candidates.map(({ proposal }) => stated(proposal))].join('\n') };
  }
  const member: Member<Proposal> =
    'truth' in simulatedAgent
      ? knower(environment, simulatedAgent, instance, situation, values)
      : reasoner(
          simulatedAgent,
          environment.observe?.(instance, agent),
          situation,
          values.on(''),
          (proposal) => environment.showProposal(instance, proposal),
        );
  if (isCollaborating(situation))
    return { answer: collaborate(environment, situation, member, values.on(''), random) };
  switch (act) {
    case 'debate': {
      if ('truth' in simulatedAgent) {
        const { message, intent } = member.speak(random);
        return { answer: message, intent };
      }
      // Two streams of one name give the same draws, so the member states the view that it judges by.
      const { message, intent } = member.speak(random.split('mind'));
      return { answer: `${message} ${stated(member.best(random.split('mind')).proposal)}`, intent };
    }
    case 'speak': {
      const { message, intent } = member.speak(random);
      return { answer: { target: situation.agents.filter((one) => one !== agent), message }, intent };
    }
    case 'propose': {
      const own = candidates.find(({ by }) => by.includes(agent));
      const keeps = { reason_for_decision: 'My latest proposal still says what I want.', proposal: null };
      const { initiative = 1 } = values.on('');
      if (situation.mayKeep && own !== undefined && !random.chance(initiative)) return { answer: keeps };
      const { proposal, intent } = member.best(random);
      const isOld =
        own !== undefined && environment.proposalKey(proposal) === environment.proposalKey(own.proposal);
      if (situation.mayKeep && isOld) return { answer: keeps };
      const reason_for_decision =
        'From all that I know and was told, this seems to be the best that we can do.';
      const answer = { reason_for_decision, proposal: proposal as Json };
      return intent === undefined ? { answer } : { answer, intent };
    }
    case 'vote': {
      const { trust = 0.5 } = values.on('');
      const judged = heeding(member.judge(random), situation.ballotsSeen, trust);
      const decision = castBallot(situation, judged, member.habits, random);
      if (!situation.reasoned) return { answer: { decision } };
      const reason_for_decision =
        decision === null
          ? 'None of the candidates is worth my vote.'
          : 'This is how I see them, all things considered.';
      return { answer: { reason_for_decision, decision } };
    }
    case 'estimate': {
      const belief = member.believe?.(random);
      if (environment.beliefs === undefined || belief === undefined)
        throw new AgoraError(
          'simulated-agent',
          `Simulated members of ${name} cannot "estimate": they state no beliefs`,
        );
      return { answer: environment.beliefs.write(instance, belief) };
    }
    case 'plan': {
      const { proposal, intent } = member.best(random);
      const explanation = 'By all that I believe to be there, this is the best that we can do.';
      const answer = { proposal: proposal as Json, explanation };
      return intent === undefined ? { answer } : { answer, intent };
    }
    case 'decide':
      return { answer: decide(situation, member.judge(random), member.habits) };
    default:
      throw new AgoraError(
        'simulated-agent',
        `Simulated members cannot "${String(act)}"; they speak, propose, vote, debate, summarise, estimate, plan and decide`,
      );
  }
}

/** The advice of a solver that the member called. */
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
 * Accepts the current proposal if it is worth a vote and the member likes nothing better. In the last round, a member
 * who may do so decides on its own solution instead.
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
  judged: readonly Judged[],
  { reservation = -Infinity }: BallotHabits,
): Json {
  const utilityOf = (id: string | undefined) => judged.find((one) => one.id === id)?.utility ?? -Infinity;
  const own = candidates.find(({ by }) => by.includes(agent));
  const offered = utilityOf(standing?.id);
  if (offered > -Infinity && offered >= Math.max(reservation, utilityOf(own?.id)))
    return { accept: true, explanation: 'I see nothing better than this.' };
  const refusal = { accept: false, explanation: 'By what I believe, we can do better than this.' };
  return mayEnd && round >= rounds && own !== undefined
    ? { ...refusal, proposal: own.proposal as Json }
    : refusal;
}
