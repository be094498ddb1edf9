import type { Row } from 'agora-core/metrics';
import { compare } from 'agora-report';
import {
  type CriterionName,
  criteriaTable,
  criterionNames,
  describeOutcome,
  type VotingRule,
} from 'agora-voting';
import { item } from '../../item';
import { rules, shortName, words } from '../../setting';
import { tableOneCriteria } from '../figures';
import { tableOneRules } from '../rules';
import { tables } from '../tables';

const ballots = ['choice', 'rating', 'ranking', 'points', 'approval'] as const;

/** GEDI's Table 1, searched: 1 if the search found no votes that break the criterion, 0 if it found some. */
export const table1 = item({
  paper: 'GEDI',
  item: 'Table 1',
  notebook: 'gedi-elections.ipynb',
  published: () => tables.table1,
  plusMinus: null,
  notes: ['A dictator is the first voter. Range voting is searched on its four lowest ratings.'],
  departs: 'Ticks hold as far as was searched; crosses are shown by a counterexample.',

  settings: {
    rules: rules<VotingRule>(
      { default: tableOneRules, paper: tableOneRules, does: 'The methods: any voting rule.' },
      ballots,
    ),
    criteria: words(criterionNames as readonly [CriterionName, ...CriterionName[]], {
      default: tableOneCriteria,
      paper: tableOneCriteria,
      does: 'The criteria that are searched for votes that break them.',
    }),
  },

  computed({ rules: methods, criteria }) {
    return criteriaTable(methods, criteria).flatMap((cells, place) =>
      cells.map(({ criterion, outcome }): Row => {
        const isMet = outcome.kind === 'none';
        return {
          rule: methods[place]?.name ?? '',
          column: criterion,
          value: isMet ? 1 : 0,
          standardError: null,
          low: null,
          high: null,
          n: 1,
          found: describeOutcome(outcome),
          evidence: 'recomputed',
        };
      }),
    );
  },

  compare(rows) {
    const { paper, item: name, caption, rows: printed } = tables.table1;
    const table = {
      paper,
      item: name,
      caption,
      unit: '1 met, 0 broken',
      columns: [...new Set(rows.map(({ column }) => column))],
      rows: printed.map(({ label, meets }) => ({
        label,
        cells: Object.fromEntries(
          Object.entries(meets).map(([criterion, isMet]) => [
            criterion,
            { value: isMet ? 1 : 0, standardError: null },
          ]),
        ),
      })),
    };
    const labelled = rows.map((row) => ({ ...row, label: labelOf(String(row['rule'])) }));
    return [compare(table, labelled, { show: 'ours' })];
  },
});

/** The label that Table 1 prints for a rule; its own name for another. */
function labelOf(rule: string): string {
  const place = tableOneRules.findIndex(({ name }) => name === rule);
  return tables.table1.rows[place]?.label ?? shortName({ name: rule } as VotingRule);
}
