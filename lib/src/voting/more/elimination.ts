import type { RankingProfile } from '../ranking-profile';
import { resultByScore, tallyOf } from '../result';
import type { RuleStep } from '../rule-step';
import type { Result } from '../voting-rule';
import { zeros } from './zeros';

/** The state of a count by rounds, in which options leave the race. */
export interface Race {
  readonly profile: RankingProfile;
  /** 1 for options still in the race. */
  readonly standing: Uint8Array;
  /** How many these are. */
  left: number;
  /** Of the current round, for those standing. */
  readonly scores: number[];
  /** 1 for those that leave after the current round. */
  readonly doomed: Uint8Array;
}

/** What tells one rule of this family from another. */
export interface Elimination {
  /** Writes the scores of those standing. */
  score(race: Race): void;
  /** Marks those that leave (`doomed` comes cleared) and returns how many. */
  mark(race: Race): number;
  /** Ends the count early: the option that has won, or -1. */
  wonEarly?(race: Race): number;
}

export function raceOf(profile: RankingProfile): Race {
  const m = profile.options.length;
  return {
    profile,
    standing: new Uint8Array(m).fill(1),
    left: m,
    scores: zeros(m),
    doomed: new Uint8Array(m),
  };
}

/**
 * Counts, drops all who are marked, and counts again, until one option stands, or all who stand are marked, or none.
 * The tally is the number of rounds that an option survived; ending the race early counts as one more.
 */
export function resultByElimination(profile: RankingProfile, rule: Elimination): Result {
  return resultByScore(profile.options, eliminate(raceOf(profile), rule));
}

/** The same, round by round. */
export function eliminationSteps(profile: RankingProfile, rule: Elimination): RuleStep[] {
  const { options } = profile;
  const steps: RuleStep[] = [];
  const survived = eliminate(raceOf(profile), rule, ({ standing, scores, doomed }) => {
    const racing = options.map((_, option) => option).filter((option) => standing[option] === 1);
    steps.push({
      kind: 'elimination',
      label: `round ${steps.length + 1}`,
      tally: tallyOf(
        racing.map((option) => options[option] as string),
        racing.map((option) => scores[option] as number),
      ),
      eliminated: options.filter((_, option) => doomed[option] === 1),
    });
  });
  const { winners } = resultByScore(options, survived);
  const endedEarly = Math.max(...survived) > steps.length;
  const fate = endedEarly
    ? 'has the first places of more than half of the voters'
    : winners.length === 1
      ? 'is left'
      : 'are tied';
  const text = `${winners.join(', ')} ${fate}`;
  return [...steps, { kind: 'remark', text }];
}

function eliminate(race: Race, rule: Elimination, watch?: (race: Race) => void): number[] {
  const { standing, doomed } = race;
  const survived = zeros(standing.length);
  for (;;) {
    const winner = rule.wonEarly === undefined ? -1 : rule.wonEarly(race);
    if (winner >= 0 && race.left > 1) survived[winner] = (survived[winner] as number) + 1;
    if (winner >= 0 || race.left === 1) return survived;
    doomed.fill(0);
    rule.score(race);
    const leaving = rule.mark(race);
    if (leaving === 0 || leaving === race.left) return survived;
    watch?.(race);
    for (let option = 0; option < standing.length; option++) {
      if (doomed[option] === 1) standing[option] = 0;
      if (standing[option] === 1) survived[option] = (survived[option] as number) + 1;
    }
    race.left -= leaving;
  }
}
