import { z } from 'zod';
import type { JointCase } from 'agora-core/environments';
import { caseGiven } from 'agora-core/internal';
import {
  deepFreeze,
  lazily,
  loadPaper,
  type PublishedPaper,
  type PublishedTable,
  type QuotedNumbers,
  readPublished,
  tableOf,
} from 'agora-report/internal';
import type { PublishedList } from '../gedi/tables';

const text = z.string().min(1);
const settingsFile = z.strictObject({
  paper: text,
  notes: z.array(text),
  rows: z.array(
    z.strictObject({ setting: text, observation: text, coverage: text, roles: text, authority: text }),
  ),
});

const aCase = z.custom<JointCase>((value) => caseGiven.safeParse(value).success, { error: 'a case' });
const casesFile = z.strictObject({
  paper: text,
  notes: z.array(text),
  cases: z.strictObject({ oneMind: aCase, fragments: aCase }),
});

/** Deliberation (Wang et al.): what the paper prints. Read from data/published/deliberation*.json at first use. */
export interface DeliberationTables {
  /** How the three task settings differ. */
  readonly table1: PublishedList<z.infer<typeof settingsFile>['rows'][number]>;
  /**
   * Normalised reward and valid ratio, percent: rows by `model`, `condition` and `tools`, columns `menu-numeric NR`, …
   */
  readonly table2: PublishedTable;
  /** The oracle in task allocation, and its gain over the others. */
  readonly table3: PublishedTable;
  /** Reward of the tool's last solution and of the decision, and compliance. */
  readonly table4: PublishedTable;
  /** As Table 2, with the normalised adjusted reward. */
  readonly table5: PublishedTable;
  /** Hallucination rate. Numbers after ± are standard deviations. */
  readonly table6: PublishedTable;
  /** The loss against the centralized baseline regressed on the hallucination rate. */
  readonly table7: PublishedTable;
  /**
   * The two official instances of Appendix C: in C.1 one agent with all information fails; in C.2 agents mistake their
   * fragments for the total.
   */
  readonly cases: { readonly oneMind: JointCase; readonly fragments: JointCase };
  /** Numbers of the text. */
  readonly quoted: readonly QuotedNumbers[];
}

const file = lazily<{ paper: PublishedPaper }>({ paper: () => loadPaper('deliberation') });
const table = (item: string) => (): PublishedTable => tableOf(file.paper, item);

export const tables: DeliberationTables = lazily<DeliberationTables>({
  table1: () => {
    const { paper, rows } = readPublished('deliberation-settings', settingsFile);
    return deepFreeze({ paper, item: 'Table 1', caption: 'How the three task settings differ.', rows });
  },
  table2: table('Table 2'),
  table3: table('Table 3'),
  table4: table('Table 4'),
  table5: table('Table 5'),
  table6: table('Table 6'),
  table7: table('Table 7'),
  cases: () =>
    deepFreeze(
      readPublished('deliberation-cases', casesFile).cases as unknown as DeliberationTables['cases'],
    ),
  quoted: () => file.paper.quoted,
});
