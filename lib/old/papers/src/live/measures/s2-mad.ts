import type { Collaboration } from 'agora-core/transcripts';
import { debateOf, redundantShare, rightAfter, voteAfter } from '../../claims/debates';
import type { ClaimCase, Measured } from '../../claims/evaluate';
import { sharedCases, tokensOf, type LiveRuns } from '../live-runs';

/*
 * S2-MAD's live tests, as s2-mad/claims.json has them: each question a cluster.
 */

type Cases = ReadonlyMap<number, Collaboration>;

/** By claim, after the paper's name. */
export function s2madLiveMeasures(runs: LiveRuns): Readonly<Record<string, Measured>> {
  const small = (name: string): Cases => runs.of('debates', name);
  const large = (name: string): Cases => runs.of('large-debates', name);
  const paired = (
    needed: readonly Cases[],
    reads: (...ones: readonly Collaboration[]) => number,
  ): Measured => ({
    cases: sharedCases(needed).map((index) => ({
      cluster: String(index),
      model: runs.model,
      numerator: reads(...needed.map((cases) => cases.get(index) as Collaboration)),
    })),
    alike: 'clusters',
    counted: [],
  });
  /** What S2-MAD saves of another method's tokens. @param times - the other is paid so often */
  const saved = (own: Cases, other: Cases, times = 1): Measured => ({
    cases: sharedCases([own, other]).map((index): ClaimCase => {
      const spent = tokensOf(own.get(index) as Collaboration, 'both');
      const base = times * tokensOf(other.get(index) as Collaboration, 'both');
      return {
        cluster: String(index),
        model: runs.model,
        numerator: 100 * (base - spent),
        denominator: base,
      };
    }),
    alike: 'clusters',
    counted: [],
  });
  return {
    savesAgainstFullDebate: saved(small('S2-MAD'), small('MAD')),
    beatsOneChain: paired(
      [small('S2-MAD'), small('chains')],
      (debate, chains) => finalVote(debate) - firstAnswers(chains),
    ),
    debateBeatsOneChain: paired([small('MAD')], (one) => {
      const debate = debateOf(one);
      return finalVote(one) - voteAfter(debate, 1);
    }),
    muchIsRedundant: paired([small('MAD')], (one) => redundantShare(debateOf(one))),
    savesUpTo94: saved(large('S2-MAD'), large('MAD')),
    savesAgainstSparseDebate: saved(large('S2-MAD'), large('S-MAD')),
    savesAgainstGroupDebate: saved(large('S2-MAD'), large('GD')),
    // Forty chains cost forty times one of the six that were run.
    savesAgainstSelfConsistency: saved(large('S2-MAD'), small('chains'), 40 / 6),
    costGrowsSlowlyWithRounds: paired(
      [large('MAD'), small('MAD'), large('S2-MAD'), small('S2-MAD')],
      (manyFull, fewFull, manyFiltered, fewFiltered) =>
        growth(manyFull, fewFull) - growth(manyFiltered, fewFiltered),
    ),
    filterSaves: saved(small('S2-MAD'), runs.of('debates-without-filter', 'S2-MAD without filter')),
  };
}

/** In percent; a tie counts by the share of right answers among the winners. */
function finalVote(one: Collaboration): number {
  const debate = debateOf(one);
  return voteAfter(debate, debate.answers.length);
}

const firstAnswers = (one: Collaboration): number => rightAfter(debateOf(one), 1);

const growth = (many: Collaboration, few: Collaboration): number =>
  Math.log(tokensOf(many, 'both') / tokensOf(few, 'both'));
