import { z } from 'zod';
import {
  deepFreeze,
  lazily,
  loadPaper,
  type PublishedPaper,
  type PublishedTable,
  type QuotedNumbers,
  readPublished,
  type RecomputedTable,
  tableOf,
} from 'agora-report/internal';

const text = z.string().min(1);
/** What gedi-words.json holds. */
const wordsFile = z.strictObject({
  paper: z.literal('GEDI'),
  notes: z.array(text),
  /** Asterisks on cells. */
  marks: z.array(z.strictObject({ item: text, row: text, column: text, mark: text, meaning: text })),
  /** Table 1: this kit's name of the rule, under the printed label. */
  criteria: z.array(
    z.strictObject({
      label: text,
      rule: text,
      ballot: z.enum(['ranking', 'scores', 'single']),
      /** By criterion, under the names of `voting.criterionNames`: a tick is true. */
      meets: z.record(text, z.boolean()),
    }),
  ),
  /** Table 3: the name that all tables share here, under the printed label. */
  models: z.array(
    z.strictObject({
      label: text,
      model: text,
      source: z.url(),
      /** Its name in the text of Appendix A. */
      appendixA: text,
    }),
  ),
  /** Table 4. */
  survey: z.array(
    z.strictObject({
      category: z.enum(['Dictatorial', 'No CDM or Unspecified', 'Plurality', 'Utilitarian']),
      work: text,
      /** Null if none is legible. */
      note: text.nullable(),
      /** Whether section 2.2 names the work under its category. */
      section22: z.boolean(),
    }),
  ),
});
type Words = Omit<z.infer<typeof wordsFile>, 'paper' | 'notes'>;
type SurveyedSystem = Words['survey'][number];

/** A table of a paper whose cells are words rather than numbers. */
export interface PublishedList<Row> {
  readonly paper: string;
  readonly item: string;
  readonly caption: string;
  readonly rows: readonly Row[];
}

/** @throws AgoraError 'published-data' when the file is missing or broken, naming the place in it */
export function loadGediWords(folder?: string): Words {
  const { marks, criteria, models, survey } = readPublished('gedi-words', wordsFile, folder);
  return deepFreeze({ marks, criteria, models, survey });
}

/**
 * GEDI (Zhao, Wang and Peng): what the paper prints. Read from data/published/gedi.json and gedi-words.json at first
 * use.
 */
export interface GediTables {
  /** Which of five criteria six methods meet, as printed. */
  readonly table1: PublishedList<Words['criteria'][number]>;
  /** Accuracy in percent: rows by benchmark and model, columns by rule (`random`, `range`, ..., `ranked pairs`). */
  readonly table2: PublishedTable;
  /** The numbers in brackets of Table 2, as printed: accuracy minus that of blind dictatorial, in points. */
  readonly table2Differences: PublishedTable;
  /** The models and where they come from. */
  readonly table3: PublishedList<Words['models'][number]>;
  /** The 52 surveyed systems. */
  readonly table4: PublishedList<SurveyedSystem>;
  /** Valid profiles: rows by benchmark and model, columns by ballot format. */
  readonly table5: PublishedTable;
  /** Figure 1, recomputed: systems of Table 4 by category, and their share in percent. */
  readonly figure1: RecomputedTable;
  /** Figure 6, as far as the text has numbers: lowest and highest gain of plurality by subject. */
  readonly figure6: PublishedTable;
  /** Figure 7, as far as the text has numbers: two rules' difference on one subject. */
  readonly figure7: PublishedTable;
  /** Asterisks of Tables 2 and 5. */
  readonly marks: Words['marks'];
  /** Numbers from the text that the audit compares with the tables. */
  readonly quoted: readonly QuotedNumbers[];
}

const file = lazily<{ paper: PublishedPaper; words: Words }>({
  paper: () => loadPaper('gedi'),
  words: () => loadGediWords(),
});
const table = (item: string) => (): PublishedTable => tableOf(file.paper, item);
const list = <Row>(item: string, caption: string, rows: readonly Row[]): PublishedList<Row> =>
  Object.freeze({ paper: file.paper.paper, item, caption, rows });

export const tables: GediTables = lazily<GediTables>({
  table1: () => list('Table 1', 'Criteria that six methods are said to meet.', file.words.criteria),
  table2: table('Table 2'),
  table2Differences: table('Table 2, differences'),
  table5: table('Table 5'),
  table3: () => list('Table 3', 'The models and their sources.', file.words.models),
  table4: () => list('Table 4', 'The surveyed systems and how they decide.', file.words.survey),
  figure1: () => surveyShares(tables.table4),
  figure6: table('Figure 6'),
  figure7: table('Figure 7'),
  marks: () => file.words.marks,
  quoted: () => file.paper.quoted,
});

/**
 * Figure 1 from Table 4: how many of the surveyed systems decide in which way, and their share. The figure's own
 * percentages are part of a picture and not held here.
 */
function surveyShares(table4: PublishedList<SurveyedSystem>): RecomputedTable {
  const categories = [...new Set(table4.rows.map(({ category }) => category))];
  const plain = (value: number) => ({ value, standardError: null });
  const rows = categories.map((label) => {
    const systems = table4.rows.filter(({ category }) => category === label).length;
    const cells = { systems: plain(systems), share: plain((100 * systems) / table4.rows.length) };
    return { label, setting: { category: label }, cells };
  });
  return {
    paper: table4.paper,
    item: 'Figure 1',
    caption: 'Surveyed systems by the way they decide, counted in Table 4.',
    unit: 'systems; share in percent',
    columns: ['systems', 'share'],
    rows,
    evidence: 'recomputed',
  };
}
