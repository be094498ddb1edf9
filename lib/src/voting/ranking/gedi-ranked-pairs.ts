import { preferentialRule } from '../preferential-rule';
import type { RankingProfile } from '../ranking-profile';
import { resultByScore } from '../result';
import type { RankingRule } from '../rule-types';
import type { Profile, RankingBallot, Result } from '../voting-rule';
import { byFirstBallot } from './tie-order';
import { winningPairs } from './winning-pairs';

/**
 * What GEDI's published code (github.com/xiutian/GEDI, gedi.py at 0b13dc8) computes as ranked pairs. It differs from
 * the paper's definition, section 4.2, in three ways:
 *
 * - What follows from a pair is written down one step far: of a before b and what is directly known of the two, not of
 *   what these new facts imply. Cycles may remain.
 * - What follows is written over what is there, stronger pairs included, also where it contradicts them.
 * - The winner is not what comes before all others but the largest row sum: options that it comes before, less those
 *   that come before it. That is the tally. Several may share it.
 *
 * Pairs of equal margin are looked at in the order in which they appear on the first ballot, so the rule is not
 * anonymous; a profile in which voters trade ballots may have another winner. Ties between options stay as they are.
 *
 * `gediRankedPairsExample` shows a difference. The other rules of GEDI's code that count rankings decide as the paper
 * says, with what it leaves open settled as in our defaults: plurality, borda, bucklin, instant-runoff, minimax.
 */
export const gediRankedPairs: RankingRule = preferentialRule({
  name: 'gedi ranked pairs',
  source: 'GEDI, published code (gedi.py, ranked_pairs)',
  explanation:
    'Every agent ranks all proposals from best to worst. Each two proposals are compared by how many agents prefer the one. From the clearest comparison to the closest each is put down, with what follows from it in one step. The proposal that is put before most others, less those put before it, is selected.',
  meets: [],
  decide,
});

/**
 * Five voters for whom A > D, D > C and C > B stand with margins of 3 and everything else with 1, so that ranked pairs
 * put A first and B last; the code elects B (checked against gedi.py). No smaller profile departs where ranked pairs
 * have one winner: with 4 options and up to 4 voters, and with 3 options and up to 5, all were tried.
 */
export const gediRankedPairsExample: Profile<RankingBallot> = Object.freeze({
  options: Object.freeze(['A', 'B', 'C', 'D']),
  ballots: Object.freeze(
    ['BADC', 'DCBA', 'CBAD', 'ADCB', 'ADCB'].map((ranking) =>
      Object.freeze({ kind: 'ranking' as const, ranking: Object.freeze([...ranking]) }),
    ),
  ),
  electorate: 5,
});

function decide(profile: RankingProfile): Result {
  const { options } = profile;
  const m = options.length;
  const { pairs } = winningPairs(profile, 'margins', byFirstBallot(profile), 'as listed');
  // 1: the row's option comes before the column's, -1: after it, 0: nothing known
  const signs: number[] = [];
  for (let cell = 0; cell < m * m; cell++) signs.push(0);
  const put = (before: number, after: number): void => {
    signs[before * m + after] = 1;
    signs[after * m + before] = -1;
  };
  for (const pair of pairs) {
    if (signs[pair] !== 0) continue;
    const b = pair % m;
    const a = (pair - b) / m;
    put(a, b);
    for (let c = 0; c < m; c++) {
      if (c === a || c === b) continue;
      if (signs[b * m + c] === 1) put(a, c);
      if (signs[c * m + a] === 1) put(c, b);
    }
  }
  const sums: number[] = [];
  for (let a = 0; a < m; a++) {
    let sum = 0;
    for (let b = 0; b < m; b++) sum += signs[a * m + b] as number;
    sums.push(sum);
  }
  return resultByScore(options, sums);
}
