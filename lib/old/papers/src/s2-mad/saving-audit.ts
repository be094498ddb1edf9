import { same, show, type Check } from '../finding';
import { allConditions, conditionsOf, datasetsOf, rowOf } from './conditions';
import {
  printedSavings,
  s2MadAgainst,
  savingFrom,
  savingVerdict,
  withSize,
  type SavingCheck,
} from './savings';
import type { S2MadTables } from './tables';

const percent = (value: number): string => `${show(value, 1)}%`;

/** Every saving that S2-MAD prints, compared with its printed tokens, and the models that the text's savings are of. */
export function savingChecks(paper: S2MadTables) {
  const all = () => printedSavings(paper);
  const ofTables = (): SavingCheck[] => all().filter(({ where }) => where.startsWith('Table'));
  const ofText = (): SavingCheck[] => all().filter(({ where }) => !where.startsWith('Table'));
  return {
    'savings of the tables': (): Check => {
      const count = (verdict: string): number =>
        ofTables().filter((check) => check.verdict === verdict).length;
      return {
        recomputed: `of ${ofTables().length} savings ${count('equal')} are equal, ${count('rounding')} within the rounding of the tokens, ${count('cannot be')} cannot be`,
        agrees: count('cannot be') === 0,
      };
    },
    'each saving': (): Check[] => [
      ...ofTables()
        .filter(({ agrees }) => !agrees)
        .map((check) => oneSaving(check, ofTables())),
      ...ofText().map((check) => oneSaving(check, [])),
    ],
    'savings across models': () => acrossModels(paper, ofText()),
    'savings of one model': () => ofOneModel(ofText()),
    'largest savings': (): Check[] =>
      ofText()
        .filter(({ what }) => what.endsWith(', at most'))
        .map(({ what, printed }) => {
          const method = what.replace('S2-MAD against ', '').replace(', at most', '');
          return largest(paper, method, printed);
        }),
  };
}

function oneSaving(check: SavingCheck, among: readonly SavingCheck[]): Check {
  const { where, what, printed, percent: exact, lowest, highest, cells, others, agrees } = check;
  const notes = [];
  if (check.verdict === 'rounding') notes.push('Only costs at the edge of their rounding give it.');
  if (others.length > 0 && others.length <= 4)
    notes.push(`Else ${others.map((one) => `${percent(one.percent)} (${one.cells})`).join(', ')}.`);
  if (!agrees && among.some((one) => one.agrees && one.where === where))
    notes.push(`The other savings of ${where} agree.`);
  return {
    claim: `the saving of ${what} (${where})`,
    printed: percent(printed),
    recomputed: `${show(exact)}%, by rounding ${show(lowest)} to ${show(highest)}: ${cells}`,
    agrees,
    note: notes.join(' '),
  };
}

/** Savings of the text that no single model gives: does one model's cost against another's? */
function acrossModels(paper: S2MadTables, checks: readonly SavingCheck[]): Check {
  const wrong = checks.filter(({ agrees, where }) => !agrees && where === 'Appendix D');
  const all = allConditions(paper);
  const fitting = wrong.flatMap(({ printed, what }) =>
    all
      .filter(({ dataset }) => what.endsWith(` ${dataset}`))
      .flatMap((own) =>
        all
          .filter(({ dataset }) => dataset === own.dataset)
          .flatMap((other) => {
            const name = `S2-MAD with ${own.model} and MAD with ${other.model}, ${own.dataset}: `;
            const [cost, base] = [rowOf(own, 'S2-MAD(5,4)'), rowOf(other, 'MAD(5,4)')];
            return savingFrom(name, cost, base, `${own.dataset} tokens`);
          }),
      )
      .filter((saving) => savingVerdict(printed, saving) !== 'cannot be'),
  );
  return {
    printed: wrong.map(({ printed, what }) => `${percent(printed)}: ${what}`).join('; ') || 'none',
    recomputed:
      fitting.map((saving) => `${show(saving.percent)}%, ${saving.cells}`).join('; ') || 'no two do',
    agrees: fitting.length > 0 ? null : false,
    note: `One pair of cells out of many may fit by chance. With one model the nearest saving is ${wrong.map((one) => show(Math.abs(one.percent - one.printed))).join(', ')} points away.`,
  };
}

function ofOneModel(checks: readonly SavingCheck[]): Check {
  const stated = checks.filter(({ where }) => where === 'section 4.2');
  const models = new Set(stated.map(({ cells }) => cells.split(',')[0]));
  const isLargest = stated.every(({ percent: own, others }) => others.every((one) => one.percent <= own));
  return {
    printed: stated.map(({ printed }) => percent(printed)).join(', '),
    recomputed: `${stated.map(({ cells }) => cells.split(':')[0]).join('; ')}${isLargest ? ': on each data set the largest of all models' : ''}`,
    agrees: models.size === 1,
  };
}

/** Is a saving that is called the largest exceeded in Table 1, 2 or 7? */
function largest({ table1, table2, table7 }: S2MadTables, method: string, printed: number): Check {
  const byThreshold = table2.rows.filter(
    ({ setting }) => method === 'MAD' && setting?.['threshold'] !== undefined,
  );
  const over = [
    ...[table1, table7].flatMap((table) =>
      s2MadAgainst(table, withSize(method)).map((saving) => ({ ...saving, item: table.item })),
    ),
    ...byThreshold
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
