import { dialogueActs, type DialogueAct } from '../../language/dialogue-acts';
import { Random } from '../../random';
import type { Round, Trajectory } from '../trajectory';

/* Trajectories for tests. */

export interface MadeRound extends Partial<Omit<Round, 'acts'>> {
  readonly utility?: number | null;
  readonly acts?: Readonly<Record<string, readonly DialogueAct[]>>;
}

/** Builds a trajectory from the values that matter in a test. All other values have defaults. */
export function trajectoryOf(rounds: readonly MadeRound[], collaboration = 0): Trajectory {
  return {
    collaboration,
    case: `case ${collaboration}`,
    rounds: rounds.map(({ utility: _, acts, ...given }, place) => ({
      round: place + 1,
      selected: false,
      agreed: false,
      proposals: 1,
      distance: null,
      ...given,
      acts: new Map(Object.entries(acts ?? {})),
    })),
    utilities: rounds.map(({ utility = null }) => utility),
  };
}

export const withUtilities = (values: readonly (number | null)[], collaboration = 0): Trajectory =>
  trajectoryOf(
    values.map((utility) => ({ utility })),
    collaboration,
  );

/**
 * Builds trajectories with random values. On average, a round's utility is higher if agent A proposed in the previous
 * round and agent B accepts in this round.
 */
export function randomTrajectories(count: number, seed: number, rounds = 6): Trajectory[] {
  return Array.from({ length: count }, (_, collaboration) => {
    const random = Random.from(seed, collaboration);
    let before: Record<string, DialogueAct[]> = {};
    const made = Array.from({ length: rounds }, (_, place): MadeRound => {
      const acts: Record<string, DialogueAct[]> = {
        A: [random.pick(['Propose', 'Accept', ...dialogueActs])],
        B: [random.pick(['Propose', 'Accept', ...dialogueActs]), 'Inform'],
      };
      const signal = before['A']?.includes('Propose') && acts['B']?.includes('Accept') ? 1 : 0;
      before = acts;
      const utility = random.chance(0.1) ? null : 0.5 + 0.3 * signal + 0.05 * random.normal();
      const round = {
        utility,
        selected: random.chance(0.5),
        agreed: random.chance(0.4),
        proposals: random.below(3),
        distance: place === 0 ? null : random.uniform(),
        acts,
      };
      random.below(50); // Keeps the random numbers aligned with the reference values.
      return round;
    });
    return trajectoryOf(made, collaboration);
  });
}
