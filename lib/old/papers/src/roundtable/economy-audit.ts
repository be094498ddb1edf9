import { audited, cellValue, labelled, rowWhere, same, show, type Check, type Finding } from '../finding';
import type { PublishedRow } from 'agora-report/internal';
import { evenSplitShare, impliedUtilities, quoted, quotedOne } from './cells';
import { tables } from './tables';

const all = (): readonly PublishedRow[] => [...tables.table1.rows, ...tables.table6.rows];
const labels = (): string[] => tables.table1.rows.map(({ label }) => label);
const of1 = (label: string, column: string): number => labelled(tables.table1, label, column);
const of6 = (label: string, column: string): number => labelled(tables.table6, label, column);
const column1 = (column: string): number[] => labels().map((label) => of1(label, column));
const shown = (values: readonly number[], between = ', '): string =>
  values.map((one) => show(one)).join(between);
const collaborations = ({ setting }: PublishedRow): number => Number(setting?.['collaborations']);
const agreedShare = (): number => quoted('share of collaborations with an agreement')['unanimous'] ?? NaN;

/** Whether some whole count over the denominator is printed, in percent to 0.01, as this value. */
function onGrid(row: PublishedRow, column: string, denominator: number): boolean {
  const printed = cellValue(row, column);
  return same((100 * Math.round((printed * denominator) / 100)) / denominator, printed, 0.005);
}

function aucAsSum(): Check {
  const below = all().filter((row) => cellValue(row, 'auc@3') < cellValue(row, 'utility@3')).length;
  return {
    recomputed: `AUC@3 is below U@3, one of its own three terms, in ${below} of ${all().length} rows`,
    agrees: below === 0,
  };
}

function aucAsMean(): Check {
  const implied = all().flatMap((row) => Object.values(impliedUtilities(row)));
  const fourth = all().map((row) => {
    const { round4 } = impliedUtilities(row);
    const ends = [cellValue(row, 'utility@3'), cellValue(row, 'utility@5')];
    return Math.abs(round4 - Math.min(Math.max(round4, Math.min(...ends)), Math.max(...ends)));
  });
  return {
    recomputed: `the unprinted rounds come out between ${show(Math.min(...implied))} and ${show(Math.max(...implied))}; round 4 is at most ${show(Math.max(...fourth))} points outside the range of rounds 3 and 5`,
    agrees: Math.min(...implied) >= 0 && Math.max(...implied) <= 100 && Math.max(...fourth) < 1,
  };
}

function denominatorOfRationality(): Check {
  const off = all().filter(
    (row) => !onGrid(row, 'rationality', collaborations(row) * Number(row.setting?.['agents']) * 10),
  );
  return {
    recomputed: `${all().length - off.length} of ${all().length} values are whole counts over collaborations x agents x 10 rounds; not ${off.map((row) => row.label).join(' and ')}`,
    agrees: off.length === 0,
  };
}

function rationalityWithoutDecision(): Check {
  const round = quoted('round of the first agreement')['unanimous'] ?? NaN;
  const undecided = 100 * (agreedShare() * (round / 10) + (1 - agreedShare()));
  return {
    recomputed: `at least ${show(undecided)}, the share of its rounds that begin without a decision`,
    agrees: of1('Unanimous', 'rationality') >= undecided,
  };
}

function roundsOfRigidity(): Check {
  const off = all().filter((row) => !onGrid(row, 'rigidity', 10 * collaborations(row))).length;
  const changes = (100 - of1('Unanimous', 'rigidity')) / 10;
  return {
    recomputed: `${off} values off the grid of whole rounds; unanimous changes ${show(changes)} times a collaboration, ${show(agreedShare())} of them first agreements`,
    agrees: off === 0 && changes >= agreedShare(),
  };
}

function fairnessWithoutAgreement(): Check {
  return {
    recomputed: `at most ${show(100 * agreedShare())} would be possible`,
    agrees: of1('Unanimous', 'fairness') <= 100 * agreedShare(),
  };
}

function finalDrop(): Check {
  const [own, best] = [of1('Unanimous', 'utility@10'), Math.max(...column1('utility@10'))];
  const drop = 100 * (1 - own / best);
  return {
    recomputed: `${show(drop)}%: ${show(own)} against ${show(best)}`,
    agrees: Math.round(drop) === quotedOne('final utility, unanimous below the best'),
  };
}

function initialDrop(): Check {
  const means = tables.table1.rows.map((row) => impliedUtilities(row).rounds1to2);
  const [unanimous = NaN, best] = [means[0], Math.max(...means)];
  // The best rule's first round is at least what is left when its second is worth all there is.
  const lowest = (1 - quotedOne('initial utility, unanimous below the best') / 100) * (2 * best - 100);
  return {
    recomputed: `over rounds 1 and 2 together ${show(100 * (1 - unanimous / best))}%: ${show(unanimous)} against ${show(best)}`,
    agrees: lowest <= 2 * unanimous ? null : false,
  };
}

function unanimousNeverDeclines(): Check {
  const row = rowWhere(tables.table1, { rule: 'unanimous' });
  const { rounds1to2, round4, rounds6to9 } = impliedUtilities(row);
  const [third, fifth, tenth] = ['utility@3', 'utility@5', 'utility@10'].map((at) => cellValue(row, at));
  const trajectory = [rounds1to2, third, round4, fifth, rounds6to9, tenth] as number[];
  const fairest = Math.max(...column1('fairness')) === cellValue(row, 'fairness');
  return {
    recomputed: `fairest: ${fairest ? 'yes' : 'no'}; rounds 1-2, 3, 4, 5, 6-9, 10: ${shown(trajectory)}`,
    agrees: fairest && trajectory.every((one, place) => place === 0 || one >= (trajectory[place - 1] ?? NaN)),
  };
}

function fairnessDeclines(): Check {
  const [unanimous = NaN, majority = NaN, plurality = NaN] = column1('fairness');
  return {
    recomputed: shown([unanimous, majority, plurality], ' > '),
    agrees: unanimous > majority && majority > plurality,
  };
}

function highQuality(): Check {
  const low = labels().filter((label) => of1(label, 'utility@10') < evenSplitShare(3));
  return {
    recomputed: `${low.join(', ') || 'none'} ends below ${show(evenSplitShare(3))}, what an even split is worth`,
    agrees: low.length === 0,
  };
}

function peakAtRoundFive(): Check {
  const peaked = labels().filter((label) =>
    ['utility@3', 'utility@10'].every((at) => of1(label, 'utility@5') > of1(label, at)),
  );
  return {
    recomputed: `U@5 exceeds both U@3 and U@10 for ${peaked.length} of ${labels().length} rules`,
    agrees: peaked.length > labels().length / 2,
  };
}

function rigidityByKindOfRule(): Check {
  const [discrete, preference] = [column1('rigidity').slice(0, 3), column1('rigidity').slice(3)];
  return {
    recomputed: `${shown(discrete)} against ${shown(preference)}`,
    agrees: Math.min(...discrete) > Math.max(...preference) && Math.max(...discrete) === discrete[0],
  };
}

/** The text's words on the weak models, compared with a column of Table 6, rounded as in the text. */
function weakModels(name: string, column: string, rounded: (value: number) => number): Check {
  const stated = Object.entries(quoted(name));
  return {
    recomputed: shown(
      stated.map(([model]) => of6(model, column)),
      ' and ',
    ),
    agrees: stated.every(([model, number]) => rounded(of6(model, column)) === number),
  };
}

function strongerModels(): Check {
  const pairs = [
    ['gpt-3.5-turbo', 'gpt-4o'],
    ['gpt-4o-mini', 'gpt-4o'],
    ['llama3-1-8b', 'llama3-1-70b'],
  ] as const;
  const worse = (column: string): number =>
    pairs.filter(([weak, strong]) => of6(weak, column) >= of6(strong, column)).length;
  return {
    recomputed: `the stronger is worse in ${worse('utility@10')} of 3 pairs at U@10 and in ${worse('auc@3')} of 3 at AUC@3`,
    agrees: worse('utility@10') === 0 && worse('auc@3') === 0,
  };
}

function sameRow(): Check {
  const { columns } = tables.table1;
  const equal = columns.filter((column) => of1('Majority', column) === of6('K = 3', column)).length;
  return {
    recomputed: `${equal} of ${columns.length} columns are equal`,
    agrees: equal === columns.length,
  };
}

function smallerSample(): Check {
  const [small, large] = [
    tables.table6.rows.find(({ label }) => label === 'gpt-4o-mini'),
    tables.table1.rows.find(({ label }) => label === 'Majority'),
  ];
  const scores = tables.table1.columns.map((column) => {
    const spreads = [small, large].map((row) => row?.cells[column]?.standardError ?? NaN);
    return Math.abs(cellValue(small, column) - cellValue(large, column)) / Math.hypot(...spreads);
  });
  return {
    recomputed: `they differ by at most ${show(Math.max(...scores))} joint standard errors`,
    agrees: Math.max(...scores) < 2,
  };
}

function fourAgentsAndFive(): Check {
  const worse = ['utility@3', 'utility@5', 'utility@10', 'auc@3', 'auc@5', 'auc@10'].filter(
    (column) => of6('K = 4', column) < of6('K = 5', column),
  );
  return {
    recomputed: `in ${worse.join(', ')}; not in AUC@3, ${show(of6('K = 4', 'auc@3'))} against ${show(of6('K = 5', 'auc@3'))}`,
    agrees: worse.includes('utility@10') && worse.includes('auc@10'),
  };
}

function startOfTable10(): Check {
  const stated = Object.entries(quoted('utility at round 10'));
  const ours = stated.map(([rule]) => cellValue(rowWhere(tables.table1, { rule }), 'utility@10') / 100);
  return {
    recomputed: shown(ours),
    agrees: stated.every(([, number], place) => same(number, ours[place] ?? NaN, 0.005)),
  };
}

function largestStandardErrors(): Check {
  const shares = all().flatMap((row) =>
    Object.values(row.cells).map(({ value, standardError }) => {
      const largest = Math.sqrt((value * (100 - value)) / (collaborations(row) - 1));
      return (standardError ?? 0) / largest;
    }),
  );
  return {
    recomputed: `the largest is ${show(Math.max(...shares))} of what values between 0 and 100 with its mean can reach`,
    agrees: Math.max(...shares) <= 1,
  };
}

/** How each claim of data/published/roundtable-claims.json is recomputed; what the paper prints is there. */
const checks = {
  'auc as a sum': aucAsSum,
  'auc as a mean': aucAsMean,
  'denominator of rationality': denominatorOfRationality,
  'rationality without a decision': rationalityWithoutDecision,
  'rounds of rigidity': roundsOfRigidity,
  'fairness without agreement': fairnessWithoutAgreement,
  'final drop': finalDrop,
  'initial drop': initialDrop,
  'unanimous never declines': unanimousNeverDeclines,
  'fairness declines': fairnessDeclines,
  'high quality': highQuality,
  peak: peakAtRoundFive,
  'rigidity by kind of rule': rigidityByKindOfRule,
  'weak models, performance': () => weakModels('final utility of the weak models', 'utility@10', Math.round),
  'weak models, rationality': () =>
    weakModels('rationality of the weak models', 'rationality', (value) => value),
  'stronger models': strongerModels,
  'the same row': sameRow,
  'the smaller sample': smallerSample,
  'four agents and five': fourAgentsAndFive,
  'start of Table 10': startOfTable10,
  'standard errors': largestStandardErrors,
};

/** Every statement of RoundTable on the exchange economy that its own printed numbers can check. */
export function audit(): readonly Finding[] {
  return audited('roundtable', 'exchange economy', checks);
}
