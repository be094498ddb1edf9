import { oneOf } from '../check';
import {
  ballotForms,
  forms,
  nameWith,
  preferentialRule,
  withVariants,
  type BallotForms,
  type RuleWithVariants,
} from '../make-rule';
import type { RankingProfile } from '../ranking-profile';
import { resultByScore } from '../result';
import type { RuleStep, VotingRule } from '../voting-rule';

/** How strong a win of one option over another is: the voters for it, or the voters for it minus those against it. */
export type Strength = 'winning votes' | 'margins';

export const strengthSetting = oneOf('winning votes', 'margins').optional();

/** Options that give variants of Schulze. */
export interface SchulzeSettings extends BallotForms {
  /** `winning votes` (Schulze's own recommendation, the default) or `margins`. */
  readonly strength?: Strength;
}

/** The strongest chain of wins from one option to another. */
interface Path {
  /** The strength of its weakest win; 0 if there is no chain. */
  readonly strength: number;
  /** The last option before its end. */
  readonly before: number;
}

/**
 * The strongest path between each two options, by Floyd and Warshall's algorithm: options cubed.
 * Source: Schulze (2011), section 2.3. Only wins are links: ties and losses never change who has the stronger path.
 */
function strongestPaths(profile: RankingProfile, strength: Strength): (a: number, b: number) => Path {
  const options = [...profile.options.keys()];
  const paths = options.map((a) =>
    options.map((b): Path => {
      const margin = profile.margin(a, b);
      const force = strength === 'margins' ? margin : profile.preferred(a, b);
      return { strength: margin > 0 ? force : 0, before: a };
    }),
  );
  const path = (a: number, b: number): Path => paths[a]?.[b] ?? { strength: 0, before: a };
  for (const via of options)
    for (const a of options)
      for (const b of options) {
        const through = Math.min(path(a, via).strength, path(via, b).strength);
        if (a === b || through <= path(a, b).strength) continue;
        (paths[a] ?? [])[b] = { strength: through, before: path(via, b).before };
      }
  return path;
}

function schulzeVoting(settings: SchulzeSettings): VotingRule<'ranking'> {
  const { strength = 'winning votes' } = settings;
  return preferentialRule({
    name: nameWith('schulze', [strength === 'margins' && 'margins'], settings),
    source: 'Schulze 2011',
    explanation:
      'Every agent ranks the proposals from best to worst. Each two proposals are compared by how many agents prefer the one, and chains of wins count as wins as strong as their weakest link. The proposal that no other beats by a stronger chain is selected.',
    meets: [
      'majority',
      'majority loser',
      'monotonicity',
      'condorcet',
      'condorcet loser',
      'smith',
      'clone independence',
      'reversal symmetry',
      'pareto',
    ],
    ...forms(settings),
    decide(profile) {
      const { options } = profile;
      const path = strongestPaths(profile, strength);
      return resultByScore(
        options,
        options.map((_, a) => {
          const others = options.filter((__, b) => b !== a && path(b, a).strength <= path(a, b).strength);
          return others.length;
        }),
      );
    },
    steps: (profile) => pathsInWords(profile, strength),
  });
}

/** The strongest path between each two options, both ways. */
function pathsInWords(profile: RankingProfile, strength: Strength): RuleStep[] {
  const { options } = profile;
  const path = strongestPaths(profile, strength);
  const words = (a: number, b: number): string => {
    const { strength: force } = path(a, b);
    const through = [b];
    for (let at = b; force > 0 && at !== a;) through.unshift((at = path(a, at).before));
    return force === 0 ? 'no path' : `${force} (${through.map((option) => options[option]).join(' > ')})`;
  };
  return options.flatMap((one, a) =>
    options.slice(a + 1).map((other, later) => {
      const b = a + 1 + later;
      return {
        kind: 'remark' as const,
        text: `strongest path from ${one} to ${other}: ${words(a, b)}; from ${other} to ${one}: ${words(b, a)}`,
      };
    }),
  );
}

/**
 * Schulze, or beatpath: a path is a chain of options each of which wins against the next, and is as strong as its
 * weakest win. An option defeats another when its strongest path to it is stronger than the one back; the undefeated
 * options win.
 * Source: Schulze (2011), "A new monotonic, clone-independent, reversal symmetric, and Condorcet-consistent
 * single-winner election method"; pref_voting's `beat_path`, whose strength is the margin unless told otherwise.
 * The two strengths differ only where ballots are truncated or weak.
 *
 * Defeat is transitive, so the order is by the number of options that defeat one (Schulze does not say how options
 * that do not defeat each other are ordered). The tally counts those that do not.
 * @example
 * const ballots = ['ABC', 'ABC', 'BCA'].map((ranking) => ({ kind: 'ranking' as const, ranking: [...ranking] }));
 * voting.schulze.count({ options: ['A', 'B', 'C'], ballots, electorate: 3 }).order; // => [['A'], ['B'], ['C']]
 */
export const schulze: RuleWithVariants<SchulzeSettings> = withVariants(
  'schulze',
  { strength: strengthSetting, ...ballotForms },
  schulzeVoting,
  schulzeVoting({}),
);
