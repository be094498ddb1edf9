import { AgoraError } from '../../agora-error';
import type { CriterionName } from '../criterion-name';
import { preferentialRule } from '../preferential-rule';
import { resultByScore } from '../result';
import type { RankingRule } from '../rule-types';

const met: readonly CriterionName[] = ['monotonicity', 'consistency', 'participation'];

/**
 * k-approval: an option earns a point for every ballot that ranks it among its first k; most points win. Where there
 * are no more than k options, all are tied. With k = 1 it is plurality.
 * Source: Brandt et al. (2016), Handbook of Computational Social Choice, chapter 2. Complete, strict rankings.
 * @throws AgoraError 'setting' when k is no whole number of at least 1
 */
export function kApproval(k: number): RankingRule {
  if (!Number.isSafeInteger(k) || k < 1)
    throw new AgoraError('setting', `k-approval needs a whole k of at least 1, got ${k}`);
  return preferentialRule({
    name: `${k}-approval`,
    source: 'Brandt et al. 2016, Handbook of Computational Social Choice, chapter 2',
    explanation: `Every agent ranks all proposals from best to worst. Each of its first ${k} earns a point. The proposal with the most points is selected.`,
    meets: k === 1 ? ['majority', ...met, 'pareto'] : met,
    decide: ({ options, placed }) =>
      resultByScore(
        options,
        options.map((_, option) => {
          let points = 0;
          const first = option * options.length;
          for (let place = 0; place < k && place < options.length; place++)
            points += placed[first + place] as number;
          return points;
        }),
      ),
  });
}
