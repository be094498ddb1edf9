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
import { AgoraError } from 'agora-voting';
import type { PublishedList } from '../gedi/tables';

const text = z.string().min(1);
const settingsFile = z.strictObject({
  paper: text,
  notes: z.array(text),
  rows: z.array(
    z.strictObject({ setting: text, observation: text, coverage: text, roles: text, authority: text }),
  ),
});

const promptsFile = z.strictObject({
  paper: text,
  notes: z.array(text),
  tables: z.array(
    z.strictObject({
      item: text,
      caption: text,
      rows: z.array(z.strictObject({ part: text, holds: text })),
    }),
  ),
});

/** A part of a prompt, and what it holds. */
type PromptPart = z.infer<typeof promptsFile>['tables'][number]['rows'][number];

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
  /** The prompts of the two cases of Appendix C. */
  readonly table8: PublishedList<PromptPart>;
  readonly table9: PublishedList<PromptPart>;
  /** The prompts of the four modules: observation, planning, decision, conversation. */
  readonly table10: PublishedList<PromptPart>;
  readonly table11: PublishedList<PromptPart>;
  readonly table12: PublishedList<PromptPart>;
  readonly table13: PublishedList<PromptPart>;
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
const prompts = (item: string) => (): PublishedList<PromptPart> => {
  const { paper, tables: all } = readPublished('deliberation-prompts', promptsFile);
  const found = all.find((one) => one.item === item);
  if (found === undefined) throw new AgoraError('published-data', `deliberation-prompts.json has no ${item}`);
  return deepFreeze({ paper, item, caption: found.caption, rows: found.rows });
};

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
  table8: prompts('Table 8'),
  table9: prompts('Table 9'),
  table10: prompts('Table 10'),
  table11: prompts('Table 11'),
  table12: prompts('Table 12'),
  table13: prompts('Table 13'),
  cases: () =>
    deepFreeze(
      readPublished('deliberation-cases', casesFile).cases as unknown as DeliberationTables['cases'],
    ),
  quoted: () => file.paper.quoted,
});
