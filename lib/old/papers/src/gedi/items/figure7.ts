import { elections as electionColumns } from 'agora-core/internal';
import type { Row } from 'agora-core/metrics';
import { barFigure, compare } from 'agora-report';
import { plurality, rankedPairs, type VotingRule } from 'agora-voting';
import { item } from '../../item';
import { shortName } from '../../setting';
import { aboutRows } from '../drawing';
import {
  countable,
  electionRules,
  elections,
  electionSettings,
  oneBenchmark,
  questionRows,
  tenPrompts,
} from '../elections';
import { bySubject, dealt, subjectIn, subjectsAs } from '../subjects';
import { tables } from '../tables';

const usual: readonly VotingRule[] = [rankedPairs, plurality({ on: 'rankings' })];
const rulesSetting = electionRules(usual);

/** More bars than these cannot be labelled at page width. */
const mostBars = 40;

/** GEDI's Figure 7: the accuracy of one rule minus that of another, subject by subject. */
export const figure7 = item({
  paper: 'GEDI',
  item: 'Figure 7',
  notebook: 'gedi-elections.ipynb',
  published: () => tables.figure7,
  plusMinus: null,
  notes: [
    'A picture; the text gives two of its bars, both of gpt-4 on professional accounting. Ours stand beside them whichever model answered.',
    'The paper has a hundred questions a subject and no error bars.',
  ],
  departs: 'Recorded: one older model under ten prompts and 16 of 57 subjects.',

  settings: {
    ...electionSettings,
    questions: { ...electionSettings.questions, default: 114 },
    benchmark: { ...oneBenchmark, paper: 'MMLU' },
    rules: {
      ...rulesSetting,
      paper: 'ranked pairs and plurality; plurality and Borda',
      does: 'Two rules: the accuracy of the first minus that of the second.',
      is: rulesSetting.is.refine((rules) => (rules as readonly unknown[]).length === 2, {
        error: 'two voting rules, the first of which is compared with the second,',
      }),
    },
    subjects: subjectsAs,
  },

  recorded: tenPrompts,

  experiments: ({ benchmark, ...settings }) => elections({ ...settings, benchmarks: [benchmark] }),

  async measure(condition, { rules, subjects, seed }) {
    const [one, than] = countable(rules, condition);
    if (one === undefined || than === undefined) return [];
    const { gain } = electionColumns([one], {
      invalid: 'left out',
      bySubject: true,
      than: than,
      draws: 10,
    }) as Required<ReturnType<typeof electionColumns>>;
    const rows = await questionRows(condition, { gain });
    const compared = rows.map((row): Row => ({
      ...row,
      column: 'difference',
      rule: `${shortName(one)} less ${shortName(than)}`,
    }));
    return subjects === 'dealt at random' ? dealt(compared, seed) : compared;
  },

  compare(rows) {
    const printed = tables.figure7.rows.map(({ setting }) => setting?.['subject']);
    const ours = bySubject(rows)
      .filter((row) => printed.includes(subjectIn(row)))
      .map((row) => ({ ...row, label: `${subjectIn(row)}, ${String(row['rule'])}` }));
    return [compare(tables.figure7, ours, { show: 'ours', intervals: true })];
  },

  figure(rows) {
    const sorted = bySubject(rows).sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
    const drawn =
      sorted.length > mostBars ? [...sorted.slice(0, mostBars / 2), ...sorted.slice(-mostBars / 2)] : sorted;
    const name = String(drawn[0]?.['rule']);
    const left =
      sorted.length > mostBars ? `; the ${sorted.length - mostBars} in the middle are left out` : '';
    const bars = {
      name: name,
      values: drawn.map(({ value }) => value),
      standardErrors: drawn.map(({ standardError }) => standardError),
    };
    return barFigure([bars], {
      title: `Accuracy by subject: ${name}`,
      subtitle: `${aboutRows(rows)}; bars are standard errors over questions${left}`,
      categories: drawn.map((row) => abbreviated(subjectIn(row))),
      valueTitle: 'Difference (points)',
    });
  },
});

/** Sixteen names have to fit side by side. */
function abbreviated(subject: string): string {
  return subject
    .replace('professional', 'prof.')
    .replace('college', 'coll.')
    .replace('management', 'managem.');
}
