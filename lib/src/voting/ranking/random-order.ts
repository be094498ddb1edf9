import { AgoraError } from '../../agora-error';
import { preferentialRule } from '../preferential-rule';
import { resultByScore } from '../result';
import type { RankingRule } from '../rule-types';

/**
 * The random baseline: an order drawn evenly from all orders, whatever the ballots say. They are checked all the same.
 * Source: GEDI, section 4.2 ("random baselines"). The tally is the number of options that come after.
 * @throws AgoraError 'missing-help' from `count` without `help.random`
 */
export const randomOrder: RankingRule = preferentialRule({
  name: 'random',
  source: 'GEDI, section 4.2',
  explanation: 'The proposals are put into a random order, whatever the agents say.',
  meets: [],
  decide({ options }, { random }) {
    if (random === undefined)
      throw new AgoraError('missing-help', 'random draws an order: it needs help.random, got none');
    const after: number[] = new Array<number>(options.length).fill(0);
    random
      .shuffle(options.map((_, option) => option))
      .forEach((option, place) => (after[option] = options.length - 1 - place));
    return resultByScore(options, after);
  },
});
