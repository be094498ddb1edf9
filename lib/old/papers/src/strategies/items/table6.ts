import type { Row } from 'agora-core/metrics';
import { compare } from 'agora-report';
import { plurality, type ChoiceBallot } from 'agora-voting';
import { item } from '../../item';
import { rules, word } from '../../setting';
import { tables } from '../tables';

const caption = 'An example of a claim, and what six agents elect who each go by their own sentence.';
const labels = ['Supporting', 'Neutral', 'Refuting'] as const;

/**
 * Table 6, an example of a claim with the sentences of six agents: what the agents would elect if each judged by its own
 * sentence. In percent: 100 for the label that wins, and shares of it where several do.
 */
export const table6 = item({
  paper: 'Strategies',
  item: 'Table 6',
  notebook: 'collaboration-strategies.ipynb',
  published: () => ({
    paper: 'Strategies',
    item: 'Table 6',
    caption: caption,
    claim: tables.table6.claim,
    label: tables.table6.label,
    evidence: tables.table6.evidence,
  }),
  plusMinus: null,
  notes: [
    "`label` is the claim's own; each sentence has one, too. The sentences are Wikipedia's (CC BY-SA).",
  ],
  departs: 'A vote by the printed labels. No model reads the sentences.',

  settings: {
    rules: rules(
      { default: [plurality], paper: 'majority voting', does: 'What counts the votes of the six agents.' },
      ['choice'],
    ),
    neutral: word(['votes', 'abstains'], {
      default: 'votes',
      paper: 'votes',
      does: 'Whether an agent votes whose sentence has nothing to do with the claim.',
    }),
  },

  computed({ rules: wanted, neutral }) {
    const all = tables.table6.evidence.map(({ label }) => label);
    const voting = neutral === 'votes' ? all : all.filter((label) => label !== 'Neutral');
    const ballots = voting.map((choice): ChoiceBallot => ({ kind: 'choice', choice: choice }));
    return wanted.flatMap((rule) => {
      const { winners } = rule.count({ options: labels, ballots: ballots, electorate: all.length });
      return labels.map((label): Row => ({
        label: rule.name,
        column: label,
        value: winners.includes(label) ? 100 / winners.length : 0,
        standardError: null,
        low: null,
        high: null,
        n: ballots.length,
        evidence: 'recomputed',
      }));
    });
  },

  compare(rows) {
    const truth = tables.table6.label;
    const right = Object.fromEntries(
      labels.map((label) => [label, { value: label === truth ? 100 : 0, standardError: null }]),
    );
    const names = [...new Set(rows.map(({ label }) => String(label)))];
    const printed = names.map((rule) => ({ label: rule, cells: right }));
    const about = { paper: 'Strategies', item: 'Table 6', caption: caption, unit: 'percent' };
    const table = { ...about, columns: [...labels], rows: printed };
    return [compare(table, rows, { by: 'label', show: 'ours' })];
  },
});
