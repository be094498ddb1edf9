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
import { figure3 } from './figure3';

/**
 * Beyond Frameworks (Wang et al.): what the paper prints. Read from data/published/strategies.json and
 * strategies-examples.json at first use. Columns `accuracy` (percent), `input tokens`, `output tokens`, `rounds`.
 */
export interface StrategiesTables {
  /** Single agents and their majority vote on discharge. */
  readonly table1: PublishedTable;
  /** Single agents on fact checking. */
  readonly table2: PublishedTable;
  /** Nine collaboration strategies on discharge. `setting` has governance, participation, interaction and context. */
  readonly table3: PublishedTable;
  /** Nine collaboration strategies on fact checking. */
  readonly table4: PublishedTable;
  /** The form of a discharge case: its sections, and how many words each has in the paper's example. */
  readonly table5: Examples['table5'];
  /** A claim, and the sentences of six agents with their labels. */
  readonly table6: Examples['table6'];
  /** Table 3 with a further column, `normalized TAR`. */
  readonly table7: PublishedTable;
  /** Table 4 with that column. */
  readonly table8: PublishedTable;
  /** Figure 3, recomputed: mean, minimum and maximum of accuracy and output tokens of Tables 3 and 4, by choice. */
  readonly figure3: RecomputedTable;
  /** Numbers of the text. */
  readonly quoted: readonly QuotedNumbers[];
}

const text = z.string().min(1);
const examples = z.strictObject({
  paper: z.literal('Strategies'),
  notes: z.array(text),
  table5: z.strictObject({
    sections: z.array(z.strictObject({ section: text, words: z.int().positive() })),
    disposition: text,
  }),
  table6: z.strictObject({
    claim: text,
    label: text,
    evidence: z.array(z.strictObject({ sentence: text, label: text })),
  }),
});
type Examples = z.infer<typeof examples>;

const file = lazily<{ paper: PublishedPaper; examples: Examples }>({
  paper: () => loadPaper('strategies'),
  examples: () => deepFreeze(readPublished('strategies-examples', examples)),
});
const table = (item: string) => (): PublishedTable => tableOf(file.paper, item);

export const tables: StrategiesTables = lazily<StrategiesTables>({
  table1: table('Table 1'),
  table2: table('Table 2'),
  table3: table('Table 3'),
  table4: table('Table 4'),
  table7: table('Table 7'),
  table8: table('Table 8'),
  table5: () => file.examples.table5,
  table6: () => file.examples.table6,
  figure3: () => figure3([tables.table3, tables.table4]),
  quoted: () => file.paper.quoted,
});
