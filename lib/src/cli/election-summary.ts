import { accuracyByRule, elections, profileValidity } from '../metrics';
import { range } from '../voting/rating';
import { blindDictatorial, borda, firstPreferencePlurality, rankedPairs } from '../voting/ranking';
import type { Summary } from './experiments';
import { estimateText } from './estimate-text';

const rules = [range, blindDictatorial, firstPreferencePlurality, borda, rankedPairs];

/** Some columns of GEDI's Table 2, in percent of all questions: an invalid profile counts as not right. */
export const electionSummary: Summary = {
  titles: [...rules.map(({ name }) => name), 'valid rankings'],
  async of(run) {
    const held = await elections(run);
    const rankings = profileValidity(held).find(({ what }) => what === 'ranking');
    return [
      ...accuracyByRule(held, rules).map(({ accuracy: { mean, standardError } }) =>
        estimateText({ value: mean, standardError }),
      ),
      `${rankings?.valid ?? 0} of ${held.length}`,
    ];
  },
};
