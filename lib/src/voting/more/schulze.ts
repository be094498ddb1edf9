import { preferentialRule } from '../preferential-rule';
import type { RankingProfile } from '../ranking-profile';
import { resultByScore } from '../result';
import type { RuleStep } from '../rule-step';
import type { RankingRule } from '../rule-types';
import { formNames, nameWith, type BallotForms } from './ballot-forms';
import { pathBetween, strongestPaths, type Strength } from './strongest-paths';
import { zeros } from './zeros';

/**
 * Schulze, or beatpath: a path is a chain of options each of which wins against the next, and is as strong as its
 * weakest win. An option defeats another when its strongest path to it is stronger than the one back; the undefeated
 * options win.
 * Source: Schulze (2011), "A new monotonic, clone-independent, reversal symmetric, and Condorcet-consistent
 * single-winner election method"; pref_voting's `beat_path`, whose strength is the margin unless told otherwise.
 * The two strengths differ only where ballots are truncated or weak.
 *
 * Defeat is transitive, so the order is by the number of options that defeat one (Schulze leaves open how options
 * that do not defeat each other are ordered). The tally counts those that do not.
 * @param settings.strength - `winning votes` (Schulze's own recommendation, the default) or `margins`
 */
export function schulzeMethod(settings: BallotForms & { readonly strength?: Strength } = {}): RankingRule {
  const { strength = 'winning votes', truncated = false, weak = false } = settings;
  return preferentialRule({
    name: nameWith('schulze', [strength === 'margins' && 'margins', ...formNames(settings)]),
    source: 'Schulze 2011',
    explanation:
      'Every agent ranks the proposals from best to worst. Each two proposals are compared by how many agents prefer the one, and chains of wins count as wins as strong as their weakest link. The proposal that no other beats by a stronger chain is selected.',
    meets: [
      ...(['majority', 'majority loser', 'monotonicity', 'condorcet', 'condorcet loser', 'smith'] as const),
      ...(['clone independence', 'reversal symmetry', 'pareto'] as const),
    ],
    truncated,
    weak,
    decide: (profile) => {
      const m = profile.options.length;
      const { strengths } = strongestPaths(profile, strength);
      const undefeatedBy = zeros(m).fill(m - 1);
      for (let a = 0; a < m; a++)
        for (let b = 0; b < m; b++)
          if ((strengths[b * m + a] as number) > (strengths[a * m + b] as number))
            undefeatedBy[a] = (undefeatedBy[a] as number) - 1;
      return resultByScore(profile.options, undefeatedBy);
    },
    steps: (profile) => pathsInWords(profile, strength),
  });
}

/** The strongest path between each two options, both ways. */
function pathsInWords(profile: RankingProfile, strength: Strength): RuleStep[] {
  const { options } = profile;
  const m = options.length;
  const paths = strongestPaths(profile, strength, true);
  const words = (a: number, b: number): string => {
    const force = paths.strengths[a * m + b] as number;
    return force === 0
      ? 'no path'
      : `${force} (${pathBetween(paths, m, a, b)
          .map((option) => options[option])
          .join(' > ')})`;
  };
  const steps: RuleStep[] = [];
  for (let a = 0; a < m; a++)
    for (let b = a + 1; b < m; b++)
      steps.push({
        kind: 'remark',
        text: `strongest path from ${options[a]} to ${options[b]}: ${words(a, b)}; from ${options[b]} to ${options[a]}: ${words(b, a)}`,
      });
  return steps;
}

export const schulze: RankingRule = schulzeMethod();
export const schulzeMargins: RankingRule = schulzeMethod({ strength: 'margins' });
