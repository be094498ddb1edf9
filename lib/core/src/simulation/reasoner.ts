import type { Asked, Candidate, Situation } from '../environments/situation';
import type { Known, Phrases, ReasoningSimulatedAgent } from '../environments/simulated-agent';
import type { Random } from 'agora-voting';
import type { Json } from 'agora-voting/internal';
import type { Judged } from './cast-ballot';
import type { Member } from './member';
import type { Values } from './parameters';
import { bookOf } from './phrase-book';

type Moment<Proposal> = Exclude<Situation<Proposal>, { act: 'summarise' }> & Asked;

/** The words of a member whose simulated agent has no phrases. */
const plain: Phrases = { Propose: { proposal: ['I would go for this: {proposal}'] } };

/** A member that reasons from what it observes and reads. It never gets the case itself. */
export function reasoner<Proposal>(
  simulatedAgent: ReasoningSimulatedAgent<Proposal>,
  observed: unknown,
  situation: Moment<Proposal>,
  values: Values,
  show: (proposal: Proposal) => string,
): Member<Proposal> {
  const { agent, agents, round, messages, candidates, standing } = situation;
  const book = bookOf(simulatedAgent.phrases ?? plain);
  const known: Known<Proposal, unknown, string> = {
    agent,
    agents,
    round,
    observed,
    standing,
    candidates,
    advice: 'advice' in situation ? situation.advice : null,
    values: values as Readonly<Record<string, number>>,
    heard: (act, says) => book.heard(messages, act, says),
  };
  // The member keeps the beliefs that it has stated.
  const stated = 'belief' in situation ? situation.belief : null;
  const mindOf = (random: Random | null) => ({
    ...known,
    belief: stated ?? simulatedAgent.estimate?.(known, random),
  });
  const judge = (mind: ReturnType<typeof mindOf>, random: Random | null): Judged[] => {
    const gain = gainOf(situation, values, backersOf(simulatedAgent, known));
    const noise = values['judgementNoise'] ?? 0;
    return candidates.map((candidate) => ({
      id: candidate.id,
      utility:
        simulatedAgent.utility(mind, candidate.proposal) +
        gain(candidate) +
        (random === null ? 0 : random.normal(0, noise)),
    }));
  };
  return {
    habits: simulatedAgent,
    judge: (random) => judge(mindOf(random), random),
    best: (random) => ({ proposal: simulatedAgent.best(mindOf(random), random) }),
    believe: (random) => (simulatedAgent.estimate?.(known, random) ?? null) as Json,
    speak: (random) => {
      const mind = mindOf(random);
      const { act } = situation;
      if (simulatedAgent.say === undefined || !['speak', 'state', 'debate'].includes(act)) {
        const gaps = { proposal: show(simulatedAgent.best(mind, random)) };
        const message = bookOf(plain).write({ act: 'Propose', says: 'proposal', gaps }, random);
        return { message, intent: { acts: ['Propose'] } };
      }
      const judged = judge(mind, null);
      const top = judged.reduce<Judged | null>(
        (best, one) => (best === null || one.utility > best.utility ? one : best),
        null,
      );
      const favourite = candidates.find(({ id }) => id === top?.id) ?? null;
      const sayings = simulatedAgent.say(
        { ...mind, rounds: act === 'speak' ? situation.rounds : 0, favourite },
        random,
      );
      return {
        message: sayings.map((saying) => book.write(saying, random)).join(' '),
        intent: { acts: [...new Set(sayings.map(({ act }) => act))] },
      };
    },
  };
}

/** How many other members support a candidate, by their last words; or, without words for this, by `candidates`. */
function backersOf<P>(
  { phrases }: ReasoningSimulatedAgent<P>,
  { agent, heard }: Known<P, unknown, string>,
): (candidate: Candidate<P>) => number {
  if (phrases?.Accept?.['backs'] === undefined) return ({ by }) => by.filter((name) => name !== agent).length;
  const said = new Map(heard('Accept', 'backs').map(({ from, gaps }) => [from, gaps['id']]));
  said.delete(agent);
  return ({ id }) => [...said.values()].filter((backed) => backed === id).length;
}

/**
 * What a candidate gains over its utility: for being one's own, for being the current one, and for each supporter.
 */
export function gainOf<P>(
  { agent, standing }: { readonly agent: string; readonly standing?: Candidate<P> | null },
  { loyalty = 0, inertia = 0, conformity = 0 }: Values,
  others: (candidate: Candidate<P>) => number,
): (candidate: Candidate<P>) => number {
  return (candidate) =>
    conformity * Math.log(1 + others(candidate)) +
    (candidate.by.includes(agent) ? loyalty : 0) +
    (standing?.id === candidate.id ? inertia : 0);
}
