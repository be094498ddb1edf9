import type { S2MadPaper } from '../s2-mad';
import { allConditions, conditionsOf, datasetsOf, rowOf } from '../s2-mad-conditions';
import { savingFrom, type SavingCheck } from '../s2-mad-saving-check';
import { s2MadAgainst } from '../s2-mad-text-savings';
import { savingVerdict } from '../s2-mad-token-saving';
import { same } from './cells';
import { show, type Finding } from './finding';

/** Of which models the savings of the text are, and whether the largest ones are the largest. */
export function s2MadSavingReadings(paper: S2MadPaper, ofText: readonly SavingCheck[]): Finding[] {
  const bounds = ofText.filter(({ what }) => what.endsWith(', at most'));
  return [
    acrossModels(paper, ofText),
    oneModel(ofText),
    ...bounds.map(({ what, printed }) =>
      largest(paper, what.replace('S2-MAD against ', '').replace(', at most', ''), printed),
    ),
  ];
}

const percent = (value: number): string => `${show(value, 1)}%`;

/** Savings of the text that no single model gives: does one model's cost against another's? */
function acrossModels(paper: S2MadPaper, checks: readonly SavingCheck[]): Finding {
  const wrong = checks.filter(({ agrees, where }) => !agrees && where === 'Appendix D');
  const all = allConditions(paper);
  const fitting = wrong.flatMap(({ printed, what }) =>
    all.flatMap((own) =>
      all
        .filter(({ dataset }) => dataset === own.dataset && what.endsWith(` ${dataset}`))
        .flatMap((other) =>
          savingFrom(
            `S2-MAD with ${own.model} and MAD with ${other.model}, ${own.dataset}: `,
            rowOf(own, 'S2-MAD(5,4)'),
            rowOf(other, 'MAD(5,4)'),
            `${own.dataset} tokens`,
          ),
        )
        .filter((saving) => savingVerdict(printed, saving) !== 'cannot be'),
    ),
  );
  return {
    claim: 'reading: the savings of Appendix D that no model gives are of two models',
    printed: wrong.map(({ printed, what }) => `${percent(printed)}: ${what}`).join('; ') || 'none',
    recomputed:
      fitting.map((saving) => `${show(saving.percent)}%, ${saving.cells}`).join('; ') || 'no two do',
    agrees: fitting.length > 0 ? null : false,
    note: `One pair of cells out of many may fit by chance. With one model the nearest saving is ${wrong.map((one) => show(Math.abs(one.percent - one.printed))).join(', ')} points away.`,
  };
}

function oneModel(checks: readonly SavingCheck[]): Finding {
  const stated = checks.filter(({ where }) => where === 'section 4.2');
  const models = [...new Set(stated.map(({ cells }) => cells.split(',')[0] ?? ''))];
  const largest = stated.every(({ percent: own, others }) => others.every((one) => one.percent <= own));
  return {
    claim: 'reading: the five percentages of section 4.2 are what one model saves on the five data sets',
    printed: stated.map(({ printed }) => percent(printed)).join(', '),
    recomputed: `${stated.map(({ cells }) => cells.split(':')[0]).join('; ')}${largest ? ': on each data set the largest of all models' : ''}`,
    agrees: models.length === 1,
    note: 'The text speaks of "a reduction", not of the largest of two or three. Appendix D does the same with two models.',
  };
}

/** Is a saving that is called the largest exceeded in Table 1, 2 or 7? */
function largest(paper: S2MadPaper, method: string, printed: number): Finding {
  const { table1, table2, table7 } = paper;
  const over = [
    ...[table1, table7].flatMap((table) =>
      s2MadAgainst(table, method.includes('(') ? method : `${method}(5,4)`).map((saving) => ({
        ...saving,
        item: table.item,
      })),
    ),
    ...table2.rows
      .filter(({ setting }) => method === 'MAD' && setting?.['threshold'] !== undefined)
      .flatMap((row) => savingFrom(`${row.label}: `, row, table2.rows[0]))
      .map((saving) => ({ ...saving, item: table2.item })),
  ].filter(({ lowest }) => lowest > printed + 0.05 && !same(lowest, printed + 0.05));
  return {
    claim: `S2-MAD saves at most this of the tokens of ${method}, over the whole paper`,
    printed: percent(printed),
    recomputed:
      over.map(({ item, percent: own, cells }) => `${percent(own)} in ${item} (${cells})`).join('; ') ||
      'no table has more',
    agrees: over.length === 0,
    note: `The bound is that of Table 1, over ${conditionsOf(table1).length} cells of ${datasetsOf(table1).length} data sets.`,
  };
}
