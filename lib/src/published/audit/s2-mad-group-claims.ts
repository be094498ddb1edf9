import type { S2MadPaper } from '../s2-mad';
import { show, type Finding } from './finding';
import { splitsOf, tokensShown, type Split } from './s2-mad-cells';

const methods = ['GD(8,3)', 'S2-MAD(8,3)'] as const;

/** What section 4.3 says of groups, held against Table 3. */
export function s2MadGroupClaims(paper: S2MadPaper): Finding[] {
  return [moreGroups(paper), largerGroups(paper), tradeOff(paper), model(paper)];
}

const told = (paper: S2MadPaper, tell: (splits: readonly Split[]) => string): string =>
  methods.map((method) => `${method} ${tell(splitsOf(paper, method))}`).join('; ');

/** Whether a value never rises as another rises strictly, over all pairs of splits. */
function falls(
  splits: readonly Split[],
  by: (split: Split) => number,
  value: (split: Split) => number,
): boolean {
  return splits.every((one) => splits.every((other) => by(one) >= by(other) || value(one) >= value(other)));
}

function moreGroups(paper: S2MadPaper): Finding {
  return {
    claim: 'more groups cost fewer tokens',
    printed: 'section 4.3',
    recomputed: told(paper, (splits) =>
      splits.map(({ sizes, tokens }) => `${sizes.length} groups ${tokensShown(tokens)}`).join(', '),
    ),
    agrees: methods.every((method) =>
      falls(
        splitsOf(paper, method),
        ({ sizes }) => sizes.length,
        ({ tokens }) => tokens,
      ),
    ),
    note: 'Every split into more groups is cheaper than every split into fewer, under both methods.',
  };
}

function largerGroups(paper: S2MadPaper): Finding {
  const largest = ({ sizes }: Split): number => Math.max(...sizes);
  const rises = (splits: readonly Split[]): boolean =>
    falls(
      splits,
      (split) => -largest(split),
      ({ accuracy }) => accuracy,
    );
  return {
    claim: 'more agents in a group give higher accuracy',
    printed: 'section 4.3',
    recomputed: told(paper, (splits) =>
      [...splits]
        .sort((a, b) => largest(a) - largest(b))
        .map((split) => `largest group of ${largest(split)} ${show(split.accuracy, 1)}`)
        .join(', '),
    ),
    agrees: methods.every((method) => rises(splitsOf(paper, method))),
    note: 'GD does best with the smallest groups and worst with the largest. S2-MAD rises up to groups of three and falls from there on.',
  };
}

function tradeOff(paper: S2MadPaper): Finding {
  const cheapest = (splits: readonly Split[]): Split | undefined =>
    [...splits].sort((a, b) => a.tokens - b.tokens)[0];
  const best = (splits: readonly Split[]): Split | undefined =>
    [...splits].sort((a, b) => b.accuracy - a.accuracy)[0];
  return {
    claim: 'groups trade tokens against accuracy',
    printed: '"a clear trade-off" (section 4.3)',
    recomputed: told(
      paper,
      (splits) => `is cheapest with ${cheapest(splits)?.groups}, best with ${best(splits)?.groups}`,
    ),
    agrees: methods.every((method) => {
      const splits = splitsOf(paper, method);
      return cheapest(splits)?.groups !== best(splits)?.groups;
    }),
    note: 'Where the cheapest split is also the best there is nothing to trade. Of S2-MAD the dearest split is the second worst.',
  };
}

function model({ table3 }: S2MadPaper): Finding {
  return {
    claim: 'reading: Table 3 is of GPT-3.5-turbo',
    printed: 'neither Table 3 nor section 4.3 names the model',
    recomputed: `MAD(8,3) ${show(table3.rows[0]?.cells['accuracy']?.value ?? Number.NaN, 1)} for ${table3.rows[0]?.cells['tokens']?.value} thousand tokens; with five agents and four rounds no model of Tables 1 and 7 can be told from that`,
    agrees: null,
    note: 'Ablations, also on GSM8K, are said to use it.',
  };
}
