import { AgoraError, knownOptions } from '../error';
import type { DialogueAct, Labeller } from '../language/dialogue-acts';
import type { Embedder } from '../language/embedders';
import { informationDistance } from '../language/information-distance';
import { eventsOf, type Collaboration, type StoppingPolicy } from '../protocols/protocol';

/** What a stopping policy sees of a round. */
export interface Round {
  /** From 1. */
  readonly round: number;
  /** Whether a candidate was selected in this round. */
  readonly selected: boolean;
  /** Whether there is a decision after this round. */
  readonly agreed: boolean;
  /** How many agents made a proposal in this round. */
  readonly proposals: number;
  /** Information distance to the round before. Null in round 1, or if nobody spoke in one of the two. */
  readonly distance: number | null;
  /** The dialogue acts of each agent that spoke. */
  readonly acts: ReadonlyMap<string, readonly DialogueAct[]>;
}

/** A collaboration that was played to its end: its rounds, and the utility of the decision after each. */
export interface Trajectory {
  readonly collaboration: number;
  readonly case: string;
  readonly rounds: readonly Round[];
  /** One for each round. Null if nothing is decided. Policies learn from it, but never see it when they decide. */
  readonly utilities: readonly (number | null)[];
}

/** What reads messages. Without an embedder there are no distances, and without a labeller no acts. */
export interface Features {
  readonly embedder?: Embedder;
  readonly labeller?: Labeller;
}

export interface TrajectoryOptions extends Features {
  /** The performance of the group's decision after a round, such as its share of the optimum, or its error. */
  readonly utility: (collaboration: Collaboration, round: number) => number | null;
}

/** Reads recorded collaborations, of one run or of several, for `crossValidate` and for fitting policies. */
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

/** Reads one round of a collaboration, which may still be under way. */
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

/** What is learnt for: large utilities, or small errors. */
export interface Goal {
  readonly direction: 'maximize' | 'minimize';
  /**
   * The performance of a collaboration that ends without a decision. Null, the default, leaves it out of every mean. A
   * group without a decision has a total utility of 0, but no error.
   */
  readonly undecided?: number | null;
}

/** A stopping policy that has learnt what it needs. It is ready to be used in an experiment. */
export interface FittedPolicy extends StoppingPolicy {
  /** Whether to stop after this round. */
  fires(current: Round, before: Round | undefined): boolean;
}

/** A stopping policy that may have to learn from recorded collaborations first. */
export interface LearningPolicy<Fitted extends FittedPolicy = FittedPolicy> {
  readonly name: string;
  fit(training: readonly Trajectory[], goal: Goal): Fitted;
}

/** A fitted policy for live use. It reads only the last two rounds of a collaboration. */
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

/** Whether the first performance is better. No performance is the worst. */
export function isBetter(a: number | null, b: number | null, direction: Goal['direction']): boolean {
  if (a === null || b === null) return a !== null;
  return direction === 'maximize' ? a > b : a < b;
}

/** The first round with the best performance. Round 1 if nothing is ever decided. */
export function bestRound({ utilities }: Trajectory, direction: Goal['direction']): number {
  let best = 0;
  for (const [place, utility] of utilities.entries())
    if (isBetter(utility, utilities[best] as number | null, direction)) best = place;
  return best + 1;
}

/** The performance of a collaboration that ends after a round. */
export const performanceAt = (
  { utilities }: Trajectory,
  round: number,
  { undecided = null }: Goal,
): number | null => utilities[round - 1] ?? undecided;

/** The mean of the values that are not null, or null. */
export function meanOf(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null);
  let sum = 0;
  for (const value of present) sum += value;
  return present.length === 0 ? null : sum / present.length;
}

/** Refuses what would silently give a wrong policy, and names the collaboration. */
export function checkTrajectories(given: readonly Trajectory[]): void {
  if (given.length === 0) throw new AgoraError('Stopping policies need at least one recorded collaboration.');
  for (const { collaboration, case: name, rounds, utilities } of given) {
    const where = `Collaboration ${collaboration} (case ${name})`;
    if (rounds.length === 0) throw new AgoraError(`${where} has no rounds.`);
    if (utilities.length !== rounds.length)
      throw new AgoraError(`${where} has ${rounds.length} rounds and ${utilities.length} utilities.`);
    for (const [place, { round, distance }] of rounds.entries()) {
      const utility = utilities[place] as number | null;
      if (round !== place + 1) throw new AgoraError(`${where} has round ${round} in place ${place + 1}.`);
      if (utility !== null && !Number.isFinite(utility))
        throw new AgoraError(
          `${where} has utility ${utility} after round ${round}. Use null if there is none.`,
        );
      if (distance !== null && !Number.isFinite(distance))
        throw new AgoraError(`${where} has information distance ${distance} in round ${round}.`);
    }
  }
}
