import type { Run } from '../experiment';
import {
  accuracyByRule,
  debateCosts,
  debates,
  economy,
  elections,
  profileValidity,
  ratings,
  type Estimate,
} from '../metrics';
import { blindDictatorial, borda, plurality, range, rankedPairs } from '../voting';

/** How an experiment's results are summed up in a line: the titles of the numbers, and the numbers. */
export interface Summary {
  readonly titles: readonly string[];
  of(run: Run): Promise<readonly string[]>;
}

/** The columns of RoundTable's Table 1, in percent. A number at a round that was not played is none. */
export const economySummary: Summary = {
  titles: ['U@3', 'U@5', 'U@10', 'AUC@3', 'AUC@5', 'AUC@10', 'rationality', 'fairness', 'rigidity'],
  async of(run) {
    const { summary } = await economy(run, { afterEnd: 'undefined' });
    return Object.values(summary).map(estimateText);
  },
};

const ratingColumns = ['mae@1', 'mae@5', 'mae@10', 'rmse@10'];

/** Some columns of RoundTable's Table 7, in stars; collaborations without a decision are left out. */
export const ratingSummary: Summary = {
  titles: ratingColumns.map((column) => column.toUpperCase()),
  async of(run) {
    const { summary } = await ratings(run, { at: [1, 5, 10], afterEnd: 'undefined' });
    return ratingColumns.map((column) => estimateText(summary[column]));
  },
};

const rules = [range, blindDictatorial, plurality({ on: 'rankings' }), borda, rankedPairs];

/** Some columns of GEDI's Table 2, in percent of all questions: an invalid profile counts as not right. */
export const electionSummary: Summary = {
  titles: [...rules.map(({ name }) => name), 'valid rankings'],
  async of(run) {
    const held = await elections(run);
    const rankings = profileValidity(held).find(({ what }) => what === 'ranking');
    return [
      ...accuracyByRule(held, rules).map(({ accuracy }) => estimateText(accuracy)),
      `${rankings?.valid ?? 0} of ${held.length}`,
    ];
  },
};

/** The two numbers of S2-MAD's tables, and what explains the second. */
export const debateSummary: Summary = {
  titles: ['accuracy (%)', 'tokens (k)', 'calls', 'rounds', 'silent turns', 'unusable answers'],
  async of(run) {
    const { summary, failures } = await debates(run);
    const { perDebate } = await debateCosts(run);
    return [
      estimateText(summary.accuracy),
      estimateText(perDebate.thousands),
      estimateText(perDebate.calls),
      estimateText(summary.rounds),
      estimateText(summary.silent),
      String(failures.total),
    ];
  },
};

/** A mean with its standard error in brackets. */
function estimateText(estimate: Estimate | undefined): string {
  if (estimate === undefined || estimate.mean === null) return 'n/a';
  const mean = estimate.mean.toFixed(2);
  return estimate.standardError === null ? mean : `${mean} (${estimate.standardError.toFixed(2)})`;
}
