import { AgoraError, knownOptions } from '../error';
import type { DialogueAct, Labeller } from '../language/dialogue-acts';
import type { Embedder } from '../language/embedders';
import { informationDistance } from '../language/information-distance';
import { meanOf } from '../measure/estimate';
import { eventsOf, type Collaboration, type StoppingPolicy } from '../protocols/protocol';

/** The features that a stopping policy sees in a round. */
export interface Round {
  /** The round's number, starting at 1. */
  readonly round: number;
  /** Whether a candidate was selected in this round. */
  readonly selected: boolean;
  /** Whether a decision is in force after this round. */
  readonly agreed: boolean;
  /** Number of agents that made a proposal in this round. */
  readonly proposals: number;
  /**
   * Information distance between the previous round and this round. Null in round 1, or if either of the two rounds has
   * no messages.
   */
  readonly distance: number | null;
  /** The dialogue acts of each agent that spoke. */
  readonly acts: ReadonlyMap<string, readonly DialogueAct[]>;
}

/** A finished collaboration: its rounds, and the utility of the group's decision after each round. */
export interface Trajectory {
  readonly collaboration: number;
  readonly case: string;
  readonly rounds: readonly Round[];
  /**
   * The utility of the decision after each round, or null if there is no decision. Policies are fitted to utilities,
   * but do not see utilities when they decide whether to stop.
   */
  readonly utilities: readonly (number | null)[];
}

/** The tools that extract features from messages: an embedder for distances, and a labeller for dialogue acts. */
export interface Features {
  readonly embedder?: Embedder;
  readonly labeller?: Labeller;
}

export interface TrajectoryOptions extends Features {
  /** Returns the performance of the group's decision after a round, such as its share of the optimum or its error. */
  readonly utility: (collaboration: Collaboration, round: number) => number | null;
}

/** Extracts trajectories from finished collaborations, for `crossValidate` and for fitting policies. */
export async function trajectories(
  collaborations: Iterable<Collaboration>,
  options: TrajectoryOptions,
): Promise<Trajectory[]> {
  knownOptions('trajectories', options, ['utility', 'embedder', 'labeller']);
  const found: Trajectory[] = [];
  for (const collaboration of collaborations) {
    const rounds: Round[] = [];
    const utilities: (number | null)[] = [];
    for (let round = 1; round <= collaboration.rounds; round++) {
      rounds.push(await observe(collaboration, round, options));
      utilities.push(options.utility(collaboration, round));
    }
    found.push({ collaboration: collaboration.index, case: collaboration.case, rounds, utilities });
  }
  checkTrajectories(found);
  return found;
}

/** Extracts the features of one round. The collaboration may still be in progress. */
export async function observe(
  soFar: Pick<Collaboration, 'events'>,
  round: number,
  { embedder, labeller }: Features,
): Promise<Round> {
  const decisions = eventsOf(soFar, 'decision').filter((event) => event.round <= round);
  const proposing = eventsOf(soFar, 'proposal').filter(
    (event) => event.round === round && event.proposal !== null,
  );
  const messages = eventsOf(soFar, 'message');
  const current = messages.filter((message) => message.round === round);
  const previous = messages.filter((message) => message.round === round - 1);
  const textsOf = (some: readonly { readonly text: string }[]) => some.map(({ text }) => text);
  const acts = new Map<string, DialogueAct[]>();
  if (labeller !== undefined)
    for (const message of current) {
      const performed = acts.get(message.agent) ?? [];
      for (const act of (await labeller(message, previous)) ?? [])
        if (!performed.includes(act)) performed.push(act);
      acts.set(message.agent, performed);
    }
  return {
    round,
    selected: decisions.some((event) => event.round === round && event.selected !== null),
    agreed: (decisions.at(-1)?.standing ?? null) !== null,
    proposals: new Set(proposing.map(({ agent }) => agent)).size,
    distance: embedder ? await informationDistance(textsOf(previous), textsOf(current), embedder) : null,
    acts,
  };
}

/** The goal of learning: large utilities or small errors. */
export interface Goal {
  readonly direction: 'maximize' | 'minimize';
  /**
   * The performance to assign to a collaboration that ends without a decision. Null (default) excludes these
   * collaborations from every mean. If performance is a total utility, use 0: without a decision, the total utility is
   * 0. If performance is an error, keep null: without a decision, there is no error.
   */
  readonly undecided?: number | null;
}

/** A fitted stopping policy, ready for use in an experiment. */
export interface FittedPolicy extends StoppingPolicy {
  /** Returns whether to stop after this round. */
  fires(current: Round, before: Round | undefined): boolean;
}

/** A stopping policy that can be fitted to recorded collaborations. */
export interface LearningPolicy<Fitted extends FittedPolicy = FittedPolicy> {
  readonly name: string;
  fit(training: readonly Trajectory[], goal: Goal): Fitted;
}

/** Returns a fitted policy for live use. The policy looks only at the two most recent rounds of a collaboration. */
export function fittedPolicy(
  name: string,
  settings: FittedPolicy['settings'],
  fires: FittedPolicy['fires'],
  { embedder, labeller }: Features = {},
): FittedPolicy {
  const [distances, acts] = [embedder ? { embedder } : {}, labeller ? { labeller } : {}];
  return {
    name,
    settings,
    fires,
    async shouldStop(soFar) {
      let round = 0;
      for (const event of soFar.events) round = Math.max(round, event.round);
      if (round === 0) return false;
      const before = round > 1 ? await observe(soFar, round - 1, acts) : undefined;
      return fires(await observe(soFar, round, { ...distances, ...acts }), before);
    },
  };
}

/** Returns whether performance `a` is better than performance `b`. Null counts as the worst performance. */
export function isBetter(a: number | null, b: number | null, direction: Goal['direction']): boolean {
  if (a === null || b === null) return a !== null;
  return direction === 'maximize' ? a > b : a < b;
}

/** Returns the first round with the best performance, or round 1 if no round has a decision. */
export function bestRound({ utilities }: Trajectory, direction: Goal['direction']): number {
  let best = 0;
  for (const [place, utility] of utilities.entries())
    if (isBetter(utility, utilities[best] as number | null, direction)) best = place;
  return best + 1;
}

/** Returns the performance that a collaboration would have if it ended after the given round. */
export const performanceAt = (
  { utilities }: Trajectory,
  round: number,
  { undecided = null }: Goal,
): number | null => utilities[round - 1] ?? undecided;

/** Returns the mean of the values that are not null, or null if all values are null. */
export function meanOfKnown(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null);
  return present.length === 0 ? null : meanOf(present);
}

/**
 * Checks trajectories for values that would silently lead to a wrong policy. Throws an error that names the first
 * collaboration with such values.
 */
export function checkTrajectories(given: readonly Trajectory[]): void {
  if (given.length === 0)
    throw new AgoraError(
      'There are no trajectories. A stopping policy needs at least one recorded collaboration.',
    );
  for (const { collaboration, case: name, rounds, utilities } of given) {
    const where = `Collaboration ${collaboration} (case ${name})`;
    if (rounds.length === 0) throw new AgoraError(`${where} has no rounds.`);
    if (utilities.length !== rounds.length)
      throw new AgoraError(
        `${where} has ${rounds.length} rounds but ${utilities.length} utilities. Provide one utility per round.`,
      );
    for (const [place, { round, distance }] of rounds.entries()) {
      const utility = utilities[place] as number | null;
      if (round !== place + 1)
        throw new AgoraError(
          `${where} has round ${round} at position ${place + 1}. Number rounds from 1, in order.`,
        );
      if (utility !== null && !Number.isFinite(utility))
        throw new AgoraError(
          `${where} has utility ${utility} after round ${round}. Use a finite number, or null if there is no decision.`,
        );
      if (distance !== null && !Number.isFinite(distance))
        throw new AgoraError(
          `${where} has information distance ${distance} in round ${round}. Use a finite number or null.`,
        );
    }
  }
}
