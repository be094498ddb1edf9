import { AgoraError, type Random } from 'agora-voting';
import type { Json, JsonObject } from 'agora-voting/internal';
import type { Environment } from '../environments/environment';
import type { Asked, Candidate, Situation } from '../environments/situation';
import type { Known } from '../environments/simulated-agent';
import type { SimulatedBehaviour } from '../models/simulated-settings';
import type { Judged } from './cast-ballot';

/** The judgement of the agent at the moment of a question. */
export interface Mind<Proposal> {
  readonly known: Known<Proposal>;
  /** The candidates with their utilities, judged with errors. */
  judge(random: Random): Judged[];
  /** The best of the agent's own proposals and of the candidates, judged with errors; or a solver's advice. */
  best(random: Random): Proposal;
  /** Its current belief, which may differ from earlier statements; null if it states no beliefs. */
  believe(): Json;
}

/**
 * A random-utility agent (Thurstone 1927). It judges a proposal by
 *
 *     utility (environment) + conformity * ln(1 + others behind it) + loyalty, if it is its own + noise * N(0, 1)
 *
 * and chooses the highest. Others are behind a proposal if they made it, or if it leads a ballot of theirs that the
 * agent is shown; it cannot tell invented ballots from real ones.
 */
export function mindOf<Instance, Proposal>(
  environment: Environment<Instance, Proposal>,
  instance: Instance,
  situation: Situation<Proposal> & Asked,
  { noise, conformity, loyalty }: SimulatedBehaviour,
): Mind<Proposal> {
  const { name, simulatedAgent } = environment;
  if (simulatedAgent === undefined) throw new AgoraError('simulated-agent', `${name} has no simulated agent`);
  const { act, agent, agents, round, candidates, messages } = situation;
  const observed: unknown = environment.observe?.(instance, agent);
  const bare: Known<Proposal> = { agent, agents, round, observed, messages, candidates, belief: null };
  const believe = () => simulatedAgent.believe?.(bare) ?? null;
  const stated = 'belief' in situation ? (situation.belief ?? null) : null;
  const known: Known<Proposal> = { ...bare, belief: stated ?? believe() };

  const shown = act === 'vote' ? situation.ballotsSeen : [];
  const gain = ({ id, by }: Candidate<Proposal>): number => {
    const others = by.filter((one) => one !== agent).length;
    const ballots = shown.filter(({ ballot }) => firstOf(ballot) === id).length;
    return conformity * Math.log(1 + others + ballots) + (by.includes(agent) ? loyalty : 0);
  };
  const judge = (random: Random): Judged[] =>
    candidates.map((candidate) => ({
      id: candidate.id,
      utility: simulatedAgent.utility(known, candidate.proposal) + gain(candidate) + random.normal(0, noise),
    }));

  const best = (random: Random): Proposal => {
    if ('advice' in situation && situation.advice != null) return situation.advice;
    const thought = new Map<string, Candidate<Proposal>>();
    for (const proposal of simulatedAgent.options(known, () => random.normal(0, noise)))
      thought.set(environment.proposalKey(proposal), { id: '', proposal, by: [] });
    for (const candidate of candidates) {
      const key = environment.proposalKey(candidate.proposal);
      thought.set(key, { ...candidate, by: [...(thought.get(key)?.by ?? []), ...candidate.by] });
    }
    let chosen: { readonly proposal: Proposal; readonly utility: number } | null = null;
    for (const candidate of thought.values()) {
      const { proposal } = candidate;
      const utility = simulatedAgent.utility(known, proposal) + gain(candidate) + random.normal(0, noise);
      if (chosen === null || utility > chosen.utility) chosen = { proposal, utility };
    }
    if (chosen !== null) return chosen.proposal;
    throw new AgoraError('simulated-agent', `The simulated agent of ${name} has no option for ${agent}`);
  };
  return { known, judge, best, believe };
}

/** The first of a ranking, or a choice; undefined for other ballots. */
function firstOf(ballot: Json): Json | undefined {
  const { ranking, choice } = (ballot ?? {}) as JsonObject;
  return Array.isArray(ranking) ? (ranking[0] as Json) : choice;
}
