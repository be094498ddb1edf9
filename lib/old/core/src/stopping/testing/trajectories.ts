import { dialogueActs, type DialogueAct } from '../../language/dialogue-act';
import { Random } from 'agora-voting';
import type { StoppingTrajectory, StoppingRound } from '../trajectory';

/** A trajectory from what matters to a test: one entry a round. */
export function trajectoryFrom(
  rounds: readonly Partial<StoppingRound>[],
  collaboration = 0,
): StoppingTrajectory {
  return {
    collaboration,
    agents: ['A', 'B'],
    rounds: rounds.map((given, place) => ({
      round: place + 1,
      selected: false,
      agreed: false,
      proposals: 1,
      performance: null,
      distance: null,
      acts: {},
      tokens: 100,
      ...given,
    })),
  };
}

/** Courses by performance alone. */
export const trajectoryOfValues = (
  values: readonly (number | null)[],
  collaboration = 0,
): StoppingTrajectory =>
  trajectoryFrom(
    values.map((performance) => ({ performance })),
    collaboration,
  );

/** Seeded trajectories in which everything varies; Propose followed by another agent's Accept goes with good rounds. */
export function randomTrajectories(count: number, seed: number, rounds = 6): StoppingTrajectory[] {
  return Array.from({ length: count }, (_, collaboration) => {
    const random = Random.from(seed, collaboration);
    let before: Record<string, DialogueAct[]> = {};
    return trajectoryFrom(
      Array.from({ length: rounds }, (_, place) => {
        const acts: Record<string, DialogueAct[]> = {
          A: [random.pick(['Propose', 'Accept', ...dialogueActs])],
          B: [random.pick(['Propose', 'Accept', ...dialogueActs]), 'Inform'],
        };
        const signal = before['A']?.includes('Propose') && acts['B']?.includes('Accept') ? 1 : 0;
        before = acts;
        return {
          performance: random.chance(0.1) ? null : 0.5 + 0.3 * signal + 0.05 * random.normal(),
          selected: random.chance(0.5),
          agreed: random.chance(0.4),
          proposals: random.below(3),
          distance: place === 0 ? null : random.uniform(),
          acts,
          tokens: 50 + random.below(50),
        };
      }),
      collaboration,
    );
  });
}
