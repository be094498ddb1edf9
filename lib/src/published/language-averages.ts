import { check, object } from '../check';
import {
  publishedTableGiven,
  type PublishedCell,
  type PublishedTable,
  type RecomputedTable,
} from './published-table';

const environments = [
  ['exchange-economy', 'Exchange economy'],
  ['recommendation', 'Recommendation system'],
] as const;

/**
 * Figure 5 from Table 8: message length and information distance by round and environment, each the plain mean of
 * the six voting rules. The figure prints no numbers. Lengths are printed as whole words and distances to 0.01, so a
 * mean is exact to half of that (0.5 words, 0.005).
 */
export function languageAverages(table8: PublishedTable): RecomputedTable {
  check('languageAverages', object('arguments', { table8: publishedTableGiven }), { table8 });
  const columns = table8.columns.filter((column) => /^(length|distance)@/.test(column));
  const rows = environments.map(([environment, label]) => {
    const rules = table8.rows.filter(({ setting }) => setting?.['environment'] === environment);
    const cells = columns.map((column): [string, PublishedCell] => {
      const values = rules.map((row) => row.cells[column]?.value ?? Number.NaN);
      return [
        column,
        { value: values.reduce((sum, one) => sum + one, 0) / values.length, standardError: null },
      ];
    });
    return { label, setting: { environment, rules: rules.length }, cells: Object.fromEntries(cells) };
  });
  return {
    paper: table8.paper,
    item: 'Figure 5',
    caption:
      'Message length and information distance by round, averaged over the six voting rules of Table 8.',
    unit: 'length in words, distance as a cosine distance',
    columns,
    rows,
    evidence: 'recomputed',
  };
}
