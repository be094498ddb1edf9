import type { Row } from 'agora-core/metrics';
import { compare } from 'agora-report';
import { labelled } from '../../finding';
import { item } from '../../item';
import { word } from '../../setting';
import { dischargeReaders } from '../groups';
import { amount } from '../settings';
import { tables } from '../tables';

const sections = [
  'Brief Hospital Course',
  'Major Surgical or Invasive Procedure',
  'Pertinent Results',
  'Discharge Medications',
  'Social History',
] as const;

const caption = 'An example of a discharge case: words of its sections.';

/** The input tokens of the agent in Table 1 that reads this section. */
function inputTokens(section: string): number {
  const reader = Object.entries(dischargeReaders).find(([, reads]) => reads === section)?.[0];
  return labelled(tables.table1, String(reader), 'input tokens');
}

const wordsOf = (section: string): number =>
  tables.table5.sections.find((one) => one.section === section)?.words ?? NaN;

/**
 * Table 5, an example of a discharge case: how long its sections are, beside how long they are on average. The prompts of
 * Table 1 differ in the section alone, so that differences of input tokens are differences in length.
 */
export const table5 = item({
  paper: 'Strategies',
  item: 'Table 5',
  notebook: 'collaboration-strategies.ipynb',
  published: () => ({
    paper: 'Strategies',
    item: 'Table 5',
    caption: caption,
    sections: tables.table5.sections,
    disposition: tables.table5.disposition,
  }),
  plusMinus: null,
  notes: ["The note's words are MIMIC-III's and are not shown: only how many there are."],
  departs: "Mean lengths that follow from the input tokens of Table 1, not the example's own.",

  settings: {
    wordsPerToken: amount({
      default: 0.75,
      paper: 'not stated',
      does: 'How many words a token of input has on average.',
    }),
    reference: word(sections, {
      default: 'Social History',
      paper: 'not stated',
      does: 'The section whose length is taken from the example; the others follow from it.',
    }),
  },

  computed: ({ wordsPerToken, reference }) =>
    sections
      .filter((section) => section !== reference)
      .map((section): Row => {
        const more = inputTokens(section) - inputTokens(reference);
        return {
          label: section,
          column: 'words',
          value: wordsOf(reference) + wordsPerToken * more,
          standardError: null,
          low: null,
          high: null,
          n: 1,
          evidence: 'recomputed',
        };
      }),

  compare(rows) {
    const printed = sections.map((section) => ({
      label: section,
      cells: { words: { value: wordsOf(section), standardError: null } },
    }));
    const about = { paper: 'Strategies', item: 'Table 5', caption: caption, unit: 'words' };
    const table = { ...about, columns: ['words'], rows: printed };
    return [compare(table, rows, { by: 'label', show: 'ours' })];
  },
});
