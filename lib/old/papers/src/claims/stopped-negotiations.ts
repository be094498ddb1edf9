import {
  actsBy,
  cueLabeller,
  roundDistance,
  type SentenceEmbedder,
  type Utterance,
} from 'agora-core/language';
import {
  dialogueAct,
  informationDistancePolicy,
  type StoppingTrajectory,
  type StoppingRound,
} from 'agora-core/stopping';
import { tableAfter, utilityShare, type Negotiation } from './negotiations';
import { stopsByPolicy } from './stops';

/** Rounds that every negotiation has. */
export const playedRounds = 4;

/** Where each policy ends a negotiation, counted from 1. */
export interface Stops {
  readonly distance: number;
  readonly acts: number;
}

/** A negotiation as stopping sees it, cut after its fourth whole round; `distances` by round, from round 1 on. */
export async function trajectoryOfNegotiation(
  one: Negotiation,
  index: number,
  distances: readonly (number | null)[],
): Promise<StoppingTrajectory> {
  const actsOf = actsBy(cueLabeller);
  const spoken = one.turns.map(({ round, party, text }): Utterance => ({
    collaboration: index,
    round: round,
    agent: party,
    text: text,
  }));
  const rounds: StoppingRound[] = [];
  for (let round = 1; round <= playedRounds; round++) {
    // The leader's opening is in no round, so that the first round has none before it.
    const before = round === 1 ? [] : spoken.filter((message) => message.round === round - 1);
    const acts: Record<string, Awaited<ReturnType<typeof actsOf>>> = {};
    for (const message of spoken.filter((each) => each.round === round))
      acts[message.agent] = await actsOf(before, message);
    const table = tableAfter(one, round);
    rounds.push({
      round: round,
      selected: table !== null,
      agreed: table !== null,
      proposals: one.turns.filter((turn) => turn.round === round && turn.deal !== null).length,
      performance: table === null ? null : utilityShare(one, round),
      distance: distances[round - 1] ?? null,
      acts: acts,
      tokens: 0,
    });
  }
  return { collaboration: index, agents: one.seats.map(({ party }) => party), rounds: rounds };
}

/** Information distance of the rounds 1 to 4; none in the first, which has no round before it. */
export async function roundDistances(
  one: Negotiation,
  embedder: SentenceEmbedder,
): Promise<(number | null)[]> {
  const textsIn = (round: number): string[] =>
    one.turns.filter((turn) => turn.round === round && turn.text.trim() !== '').map(({ text }) => text);
  const distances: (number | null)[] = [null];
  for (let round = 2; round <= playedRounds; round++)
    distances.push(await roundDistance(textsIn(round - 1), textsIn(round), embedder));
  return distances;
}

/**
 * Where both policies stop each negotiation, out of fold.
 * @param groups - by negotiation, the group that is never split between folds: its configuration
 */
export function stopsOf(
  courses: readonly StoppingTrajectory[],
  groups: readonly string[],
  folds: number,
  seed: number,
): Stops[] {
  const policies = { distance: informationDistancePolicy, acts: dialogueAct };
  return stopsByPolicy(courses, groups, policies, { folds: folds, seed: seed });
}
