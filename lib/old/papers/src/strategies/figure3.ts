import { max, mean, min } from 'simple-statistics';
import { cellValue } from '../finding';
import type { PublishedCell, PublishedRow, PublishedTable, RecomputedTable } from 'agora-report/internal';

/** The four choices that make a strategy, in the order of its name. */
export const dimensions = ['governance', 'participation', 'interaction', 'context'] as const;

/** The rows of a table with collaboration strategies, without single agents. */
export const groupsOf = ({ rows }: PublishedTable): PublishedRow[] =>
  rows.filter(({ setting }) => setting?.['strategy'] !== undefined);

/** The strategies with a choice: `chose(table, 'I2')`. */
export const chose = (table: PublishedTable, ...choices: readonly string[]): PublishedRow[] =>
  groupsOf(table).filter(({ setting }) => dimensions.some((one) => choices.includes(String(setting?.[one]))));

/**
 * Figure 3, from Tables 3 and 4. Its bars are means over the strategies with the same choice, and its error bars their
 * minimum and maximum, as its caption says. The figure prints no numbers.
 */
export function figure3(tables: readonly PublishedTable[]): RecomputedTable {
  const plain = (value: number): PublishedCell => ({ value, standardError: null });
  const over = { mean, min, max };
  const columns = ['accuracy', 'output tokens'].flatMap((column) =>
    Object.keys(over).map((name) => `${column}, ${name}`),
  );
  const rows = tables.flatMap((table) =>
    dimensions.flatMap((dimension) =>
      [...new Set(groupsOf(table).map(({ setting }) => String(setting?.[dimension])))]
        .sort()
        .map((choice) => {
          const chosen = chose(table, choice);
          const cells = ['accuracy', 'output tokens'].flatMap((column) =>
            Object.entries(over).map(([name, of]): [string, PublishedCell] => [
              `${column}, ${name}`,
              plain(of(chosen.map((row) => cellValue(row, column)))),
            ]),
          );
          const task = String(chosen[0]?.setting?.['task']);
          const setting = { task, dimension, choice, strategies: chosen.length };
          return { label: `${task}, ${choice}`, setting, cells: Object.fromEntries(cells) };
        }),
    ),
  );
  return {
    paper: 'Strategies',
    item: 'Figure 3',
    caption: 'Accuracy and output tokens by each choice of strategy: mean, least and most of Tables 3 and 4.',
    unit: 'accuracy in percent; tokens per discussion',
    columns,
    rows,
    evidence: 'recomputed',
  };
}
