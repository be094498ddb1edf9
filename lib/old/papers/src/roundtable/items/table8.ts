import { words } from 'agora-core/internal';
import { measure, type Row } from 'agora-core/metrics';
import { compare, tablePart } from 'agora-report';
import { item } from '../../item';
import { withErrorsTold } from '../../llm-deliberation/configurations';
import {
  conversations,
  conversationSettings,
  distanceSetting,
  isNegotiation,
  labelBeside,
  ofCondition,
  pooled,
  printedNames,
  recordedConversations,
  sizesNote,
  withRowsBeside,
} from '../conversations';
import type { Environment } from '../cells';
import { tables } from '../tables';
import { distanceBetween, distanceColumn } from '../word-distance';

/** RoundTable's Table 8: length, complexity and information distance of messages by round. */
export const table8 = item({
  paper: 'RoundTable',
  item: 'Table 8',
  notebook: 'roundtable-language.ipynb',
  published: () => tables.table8,
  plusMinus: null,
  notes: [
    'Length in words, complexity as a Flesch-Kincaid grade (years of school), information distance as a cosine distance to the round before.',
    "Recorded games stand beside the mean of the exchange economy's six rules.",
  ],
  departs:
    'Recorded: another task, negotiations of other models without votes, four to eight rounds. Information distance is by shared words unless embeddings are asked for, and then by another embedding model. Simulated agents write from templates.',

  settings: { ...conversationSettings, distance: distanceSetting },

  recorded: recordedConversations,

  experiments: conversations,

  async measure(condition, { distance }) {
    // Distances by words have another level than printed ones: a column of their own, which is compared with none.
    const name = distance === 'embeddings' ? 'distance' : 'word distance';
    const between = await distanceBetween(distance, condition.run);
    const columns = { ...words(), [name]: distanceColumn(between) };
    const rows = await measure(condition.run, columns, { each: true });
    return ofCondition(rows, condition);
  },

  compare(rows) {
    const table = withErrorsTold(withRowsBeside(tables.table8, rows), rows, ({ model }) => String(model));
    const labelled = rows.map((row): Row => ({ ...row, label: labelOf(row) }));
    const averages = pooled(labelled, ['label', 'round']);
    const note = sizesNote(rows);
    const part = (column: string, name: string, unit: string) => {
      const own = averages.filter((row) => row.column === column);
      const printed = tablePart(table, {
        name: name,
        unit: unit,
        columns: (one) => one.startsWith(`${column}@`),
      });
      return compare(printed, own, { show: 'ours', note: note });
    };
    const isByWords = rows.some(({ column }) => column === 'word distance');
    const byWords = {
      ...table,
      item: 'Table 8, distance by words',
      unit: 'cosine distance of counts of words; the paper prints none',
      columns: [],
    };
    return [
      part('length', 'message length', 'words'),
      part('grade', 'message complexity', 'grade'),
      isByWords
        ? compare(
            byWords,
            averages.filter(({ column }) => column === 'word distance'),
            { show: 'ours', note: note },
          )
        : part('distance', 'information distance', 'cosine distance'),
    ];
  },
});

/** The label of the printed row that ours is compared with; a separate label for another rule. */
function labelOf(row: Row): string {
  if (isNegotiation(row)) return labelBeside(row['model']);
  const { environment, rule } = row;
  const printed = tables.table8.rows.find(
    ({ setting }) => setting?.['environment'] === environment && setting?.['rule'] === rule,
  );
  return printed?.label ?? `${printedNames[environment as Environment]}, ${rule}`;
}
