import { needFields, words } from 'agora-core/internal';
import { measure, type Row } from 'agora-core/metrics';
import { compare, tablePart, trajectoryFigure } from 'agora-report';
import { item } from '../../item';
import { describeErrors, withErrorsTold } from '../../llm-deliberation/configurations';
import { word } from '../../setting';
import type { Environment } from '../cells';
import {
  agentsOfPaper,
  conversations,
  conversationSettings,
  distanceSetting,
  isNegotiation,
  labelBeside,
  ofCondition,
  otherSizes,
  pooled,
  printedNames,
  recordedConversations,
  sizesNote,
} from '../conversations';
import { rules as paperRules } from '../rules';
import { tables } from '../tables';
import { distanceBetween, distanceColumn } from '../word-distance';

/** RoundTable's Figure 5: message length and information distance by round. */
export const figure5 = item({
  paper: 'RoundTable',
  item: 'Figure 5',
  notebook: 'roundtable-language.ipynb',
  published: () => tables.figure5,
  plusMinus: null,
  notes: ["The figure prints no numbers. These are the means of Table 8's rows, recomputed."],
  departs:
    'Recorded: another task, negotiations of other models without votes, four to eight rounds. Information distance is by shared words unless embeddings are asked for. Simulated agents write from templates.',

  settings: {
    ...conversationSettings,
    feature: word(['length', 'distance'], {
      default: 'length',
      paper: 'both, in two panels',
      does: 'Which panel: message length, or information distance to the round before.',
    }),
    distance: distanceSetting,
  },

  recorded: recordedConversations,

  experiments: conversations,

  async measure(condition, { feature, distance }) {
    const name = distance === 'embeddings' ? 'distance' : 'word distance';
    const columns =
      feature === 'length'
        ? { length: words().length }
        : { [name]: distanceColumn(await distanceBetween(distance, condition.run)) };
    const rows = await measure(condition.run, columns, { each: true });
    return ofCondition(rows, condition);
  },

  compare(rows) {
    const [{ column }] = rows as [Row];
    const note = [sizesNote(rows), rulesNote(rows)].filter(Boolean).join(' ');
    const own = lines(rows).map((row) => ({ ...row, label: row['beside'] ?? row['line'] ?? '' }));
    if (column === 'word distance') {
      const unit = 'cosine distance of counts of words; the paper has none';
      const none = { ...tables.figure5, unit: unit, columns: [] };
      return [compare(withErrorsTold(none, rows, lineOf), own, { show: 'ours', note: note })];
    }
    const beside = [...new Set(rows.filter(isNegotiation).map(({ model }) => labelBeside(model)))];
    const [economy] = tables.figure5.rows;
    const table = {
      ...tables.figure5,
      rows: [
        ...tables.figure5.rows,
        ...beside.map((label) => ({ label: label, cells: economy?.cells ?? {} })),
      ],
    };
    const part = tablePart(table, {
      name: column === 'length' ? 'length' : 'information distance',
      unit: column === 'length' ? 'words' : 'cosine distance',
      columns: (one) => one.startsWith(`${column}@`),
    });
    return [compare(withErrorsTold(part, rows, lineOf), own, { show: 'ours', note: note })];
  },

  figure(rows) {
    const [{ column, evidence }] = rows as [Row];
    const isRecorded = rows.some(isNegotiation);
    const drawn = [...lines(rows), ...(isRecorded ? printedLine(column) : [])];
    const games = new Set(
      rows.map(({ environment, model, collaboration }) => `${environment}${model}${collaboration}`),
    );
    const others = otherSizes(rows).join(', ');
    const whose = isRecorded
      ? `${games.size} negotiations${others === '' ? '' : ` of ${others} parties`} (LLM-Deliberation), one line a model`
      : `${rulesIn(rows).length === 1 ? rulesIn(rows)[0] : 'mean over the rules'}, ${games.size} cases${others === '' ? '' : `, economy of ${others} agents`}; diamonds: published${others === '' ? '' : ', of 3 agents'}`;
    return trajectoryFigure(drawn, {
      by: 'line',
      value: column,
      ...(column === 'word distance' ? {} : { published: tables.figure5 }),
      title: column === 'length' ? 'Message length by round' : 'Information distance by round',
      subtitle: `${evidence}; ${whose}; ${describeErrors(rows, lineOf)}`,
      valueTitle: valueTitles[column] ?? '',
      spread: 'bars',
    });
  },
});

/** The rules of runs; recorded games have none. */
function rulesIn(rows: readonly Row[]): string[] {
  const played = rows.filter((row) => !isNegotiation(row));
  return [...new Set(played.flatMap(({ rule }) => (typeof rule === 'string' ? [rule] : [])))];
}

function rulesNote(rows: readonly Row[]): string {
  const own = rulesIn(rows);
  if (own.length === 0 || own.length >= paperRules.length) return '';
  return `Ours is of ${own.join(', ')}, the paper's numbers are means over ${paperRules.length} rules.`;
}

const valueTitles: Readonly<Record<string, string>> = {
  length: 'Words a message',
  distance: 'Cosine distance of embeddings',
  'word distance': 'Cosine distance of counts of words',
};

/** What the paper prints of its exchange economy, as a line among those of recorded models. */
function printedLine(column: string): Row[] {
  return Object.entries(tables.figure5.rows[0]?.cells ?? {}).flatMap(([at, { value }]): Row[] => {
    const [printed, round] = at.split('@');
    if (printed !== column) return [];
    const none = { standardError: null, low: null, high: null };
    const line = 'published: gpt-4o-mini in the exchange economy, 3 agents';
    return [{ line, column, round: Number(round), value, ...none, n: 1, evidence: 'published' }];
  });
}

/** A line is a model of recorded games, or a task. */
function lineOf(row: Row): string {
  return isNegotiation(row) ? String(row['model']) : printedNames[row['environment'] as Environment];
}

/** Rows whose number of agents is a setting: the recommendation system always has three. */
const isOfEconomy = ({ environment }: Row): boolean => environment !== 'recommendation';

/**
 * By round: one line a task, over all rules; of recorded games one line a model. Rows of several numbers of agents are lines
 * of their own.
 */
function lines(rows: readonly Row[]): Row[] {
  needFields('roundtable.figure5', rows, ['environment']);
  const isOfSeveralSizes = new Set(rows.filter(isOfEconomy).map(({ agents }) => agents)).size > 1;
  const named = rows.map((row): Row => {
    const size = isOfSeveralSizes && isOfEconomy(row) && row['agents'] !== agentsOfPaper;
    const line = {
      ...row,
      line: size ? `${lineOf(row)}, ${row['agents'] ?? 'any number of'} agents` : lineOf(row),
    };
    return isNegotiation(row) ? { ...line, beside: labelBeside(row['model']) } : line;
  });
  return pooled(named, ['line', 'beside', 'round']);
}
