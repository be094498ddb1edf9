import { roundtable } from '../roundtable';
import { allRows, cellValue, quotedValues, show, value, type Finding } from './finding';

/** Tables 1 and 6 against each other, against Table 10, and against Appendix E.1. */
export function acrossTables(): Finding[] {
  return [
    weakModels(),
    weakRationality(),
    strongerIsBetter(),
    sameRow(),
    smallSample(),
    agents(),
    table10(),
    errors(),
  ];
}

function weakModels(): Finding {
  const quoted = Object.entries(quotedValues('final utility of the weak models'));
  return {
    claim: 'final performance of gpt-3.5-turbo and llama3-1-8b',
    printed: `${quoted.map(([, number]) => `${number}%`).join(' and ')} (Appendix E.1)`,
    recomputed: quoted.map(([model]) => show(value('table6', model, 'utility@10'))).join(' and '),
    agrees: quoted.every(([model, number]) => Math.round(value('table6', model, 'utility@10')) === number),
    note: 'The text contradicts Table 6 for llama3-1-8b, by 1.2 standard errors. The text also points to Table 1, which has neither model.',
  };
}

function weakRationality(): Finding {
  const quoted = Object.entries(quotedValues('rationality of the weak models'));
  return {
    claim: 'rationality of gpt-3.5-turbo and llama3-1-8b',
    printed: `${quoted.map(([, number]) => `${number}%`).join(' and ')} (Appendix E.1)`,
    recomputed: quoted.map(([model]) => show(value('table6', model, 'rationality'))).join(' and '),
    agrees: quoted.every(([model, number]) => value('table6', model, 'rationality') === number),
    note: '',
  };
}

function strongerIsBetter(): Finding {
  const pairs = [
    ['gpt-3.5-turbo', 'gpt-4o'],
    ['gpt-4o-mini', 'gpt-4o'],
    ['llama3-1-8b', 'llama3-1-70b'],
  ] as const;
  const worse = (column: string): number =>
    pairs.filter(([weak, strong]) => value('table6', weak, column) >= value('table6', strong, column)).length;
  return {
    claim: 'the stronger model of a family ends better and agrees faster',
    printed: 'Appendix E.1',
    recomputed: `the stronger is worse in ${worse('utility@10')} of 3 pairs at U@10 and in ${worse('auc@3')} of 3 at AUC@3`,
    agrees: worse('utility@10') === 0 && worse('auc@3') === 0,
    note: 'gpt-4o ends higher than gpt-4o-mini (91.02, 78.18) and starts lower (AUC@3 57.51, 66.64).',
  };
}

function sameRow(): Finding {
  const different = roundtable.table1.columns.filter(
    (column) => value('table1', 'Majority', column) !== value('table6', 'K = 3', column),
  );
  return {
    claim: 'the K = 3 row of Table 6 is the majority row of Table 1',
    printed: 'the same setting in both tables',
    recomputed: `${roundtable.table1.columns.length - different.length} of ${roundtable.table1.columns.length} columns are equal`,
    agrees: different.length === 0,
    note: 'So it holds no new information: a comparison with both counts it once.',
  };
}

function smallSample(): Finding {
  const [small, large] = [
    roundtable.table6.rows.find((row) => row.label === 'gpt-4o-mini'),
    roundtable.table1.rows.find((row) => row.label === 'Majority'),
  ];
  const scores = roundtable.table1.columns.map((column) => {
    const spread = Math.hypot(
      small?.cells[column]?.standardError ?? NaN,
      large?.cells[column]?.standardError ?? NaN,
    );
    return Math.abs(cellValue(small, column) - cellValue(large, column)) / spread;
  });
  return {
    claim: "Table 6's gpt-4o-mini (30 collaborations) is the setting of Table 1's majority (100)",
    printed: 'Appendix E.1',
    recomputed: `they differ by at most ${show(Math.max(...scores))} joint standard errors`,
    agrees: Math.max(...scores) < 2,
    note: 'Two samples of one setting, as it should be; were the 30 among the 100, they would lie closer still.',
  };
}

function agents(): Finding {
  const worse = ['utility@3', 'utility@5', 'utility@10', 'auc@3', 'auc@5', 'auc@10'].filter(
    (column) => value('table6', 'K = 4', column) < value('table6', 'K = 5', column),
  );
  return {
    claim: 'four agents do worse than five',
    printed: 'Appendix E.1, for majority voting, where both need three votes',
    recomputed: `in ${worse.join(', ')}; not in AUC@3, ${show(value('table6', 'K = 4', 'auc@3'))} against ${show(value('table6', 'K = 5', 'auc@3'))}`,
    agrees: worse.includes('utility@10') && worse.includes('auc@10'),
    note: 'Holds from round 3 on: over the first two rounds four agents are ahead.',
  };
}

function table10(): Finding {
  const quoted = Object.entries(quotedValues('utility at round 10'));
  const ours = quoted.map(([rule]) => {
    const row = roundtable.table1.rows.find((one) => one.setting?.['rule'] === rule);
    return cellValue(row, 'utility@10', rule) / 100;
  });
  return {
    claim: 'Table 10 starts from the final utilities of Table 1',
    printed: `${quoted.map(([, number]) => show(number)).join(', ')} (Table 10)`,
    recomputed: ours.map((one) => show(one)).join(', '),
    agrees: quoted.every(([, number], place) => Math.abs(number - (ours[place] ?? NaN)) <= 0.005 + 1e-9),
    note: '',
  };
}

function errors(): Finding {
  const ratios = allRows().flatMap((row) => {
    const n = Number(row.setting?.['collaborations']);
    return Object.values(row.cells).map(({ value: mean, standardError }) => {
      const largest = Math.sqrt((mean * (100 - mean)) / (n - 1));
      return (standardError ?? 0) / largest;
    });
  });
  return {
    claim: 'the standard errors are possible for shares over 30 and 100 collaborations',
    printed: 'Tables 1 and 6',
    recomputed: `the largest is ${show(Math.max(...ratios))} of what values between 0 and 100 with its mean can reach`,
    agrees: Math.max(...ratios) <= 1,
    note: 'Largest possible: all values 0 or 100, sqrt(m (100 - m) / (n - 1)).',
  };
}
