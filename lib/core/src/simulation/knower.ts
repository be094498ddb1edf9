import type { Environment } from '../environments/environment';
import type { Asked, Situation } from '../environments/situation';
import type { KnowingSimulatedAgent } from '../environments/simulated-agent';
import type { Random } from 'agora-voting';
import { bestOf, questionOf, solutionFor, weighAnswers } from './question';
import type { SimulatedAnswer } from '../models/chat-model';
import type { Member } from './member';
import type { Resolved } from './parameters';
import type { Stance } from './prose/frame-phrases';
import { topicOf } from './prose/solution';
import { summarise } from './prose/summarise';
import { writeDebate } from './prose/write-debate';
import { gainOf } from './reasoner';

/**
 * A member that knows the right answer and errs by design. It is influenced by `candidates` and their supporters, but
 * not by the words of messages. It reasons in prose (`writeDebate`) towards its answer in the requested form.
 */
export function knower<Instance, Proposal>(
  environment: Environment<Instance, Proposal>,
  simulatedAgent: KnowingSimulatedAgent<Instance, Proposal>,
  instance: Instance,
  situation: Situation<Proposal> & Asked,
  resolved: Resolved,
): Member<Proposal> & { summarise(random: Random): SimulatedAnswer } {
  const { agent, candidates } = situation;
  const keyOf = (proposal: Proposal) => environment.proposalKey(proposal);
  const question = questionOf(simulatedAgent, instance, keyOf);
  const { profile } = resolved;
  const values = resolved.on(question.dataset);
  const approach = 'approach' in situation ? situation.approach : null;
  const gain = gainOf(situation, values, ({ by }) => by.filter((name) => name !== agent).length);
  const held = candidates.map((candidate) => ({
    ...candidate,
    key: keyOf(candidate.proposal),
    gain: gain(candidate),
  }));
  const weigh = (random: Random) => weighAnswers(question, held, { values, profile, approach }, random);
  const stated = (proposal: Proposal) =>
    environment.prose?.state(instance, proposal) ?? environment.showProposal(instance, proposal);
  return {
    habits: values,
    judge: (random) => {
      const utilities = new Map(weigh(random).map(({ key, utility }) => [key, utility]));
      return held.map(({ id, key }) => ({ id, utility: utilities.get(key) as number }));
    },
    best: (random) => {
      const { proposal, key } = bestOf(weigh(random));
      return { proposal, intent: { answer: key } };
    },
    speak: (random) => {
      const { proposal, key } = bestOf(weigh(random));
      const { tokens: mean = 100, tokenSpread = 0 } = values;
      // lognormal, with mean `tokens`
      const tokens = mean * Math.exp(tokenSpread * random.normal() - tokenSpread ** 2 / 2);
      const text = { agent, ...standTo(key, agent, held), solution: solutionFor(question, key), tokens };
      return { message: writeDebate({ ...text, stated: stated(proposal) }, random), intent: { answer: key } };
    },
    summarise: (random) => {
      const views = held.map(({ key, proposal, by }) => ({
        stated: stated(proposal),
        holders: by.length,
        about: topicOf(solutionFor(question, key)),
      }));
      return { answer: summarise(views, random), intent: { answers: held.map(({ key }) => key) } };
    },
  };
}

/** How an answer relates to what the member read: others' views, and its own earlier one. */
function standTo(
  answer: string,
  agent: string,
  held: readonly { readonly key: string; readonly by: readonly string[] }[],
): { readonly stance: Stance; readonly others: readonly string[] } {
  const [agreeing, differing]: [string[], string[]] = [[], []];
  let before = answer;
  for (const { key, by } of held)
    for (const name of by)
      if (name === agent) before = key;
      else (key === answer ? agreeing : differing).push(name);
  if (agreeing.length + differing.length === 0) return { stance: 'alone', others: [] };
  if (before !== answer) return { stance: 'change', others: agreeing.length > 0 ? agreeing : differing };
  return differing.length > 0
    ? { stance: 'differ', others: differing }
    : { stance: 'agree', others: agreeing };
}
