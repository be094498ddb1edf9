import type { Row } from 'agora-core/metrics';
import { compare, tablePart, type Comparison } from 'agora-report';
import type { PublishedTable } from 'agora-report/internal';
import { savingRow, toCompare } from './debates';

/* Shared code of Tables 2, 3 and 4: one row for each variant, with its accuracy, its tokens, and its saving against MAD. */

const units = { accuracy: 'percent', tokens: 'thousands', 'cost saving': 'percent' } as const;

/**
 * Compares accuracies, tokens and savings separately. Rows have a `label` as the table prints it.
 * @param parts - which of the three
 */
export function compareVariants(
  table: PublishedTable,
  rows: readonly Row[],
  parts: readonly (keyof typeof units)[] = ['accuracy', 'tokens', 'cost saving'],
): Comparison[] {
  const ours = [...toCompare(rows), ...savings(rows)];
  return parts.flatMap((name) => {
    const own = ours.filter(({ column }) => column === name);
    if (own.length === 0) return [];
    const part = tablePart(table, { name: name, unit: units[name], columns: (column) => column === name });
    return [compare(part, own, { by: 'label', show: 'ours', intervals: true })];
  });
}

/** What each variant saves against the full debates (MAD) of the same questions. */
function savings(rows: readonly Row[]): Row[] {
  const costs = rows.filter(({ column }) => column === 'tokens');
  const isFull = (label: unknown): boolean => String(label).startsWith('MAD');
  const base = costs.filter(({ label }) => isFull(label));
  const others = new Set(costs.map(({ label }) => String(label)).filter((label) => !isFull(label)));
  if (base.length === 0) return [];
  return [...others].map((label) =>
    savingRow(
      costs.filter((row) => row['label'] === label),
      base,
    ),
  );
}
