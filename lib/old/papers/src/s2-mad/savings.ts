import type { PublishedRow, PublishedTable } from 'agora-report/internal';
import { AgoraError } from 'agora-voting';
import { check, object } from 'agora-voting/internal';
import { quotedNumber, quotedIn } from '../finding';
import { conditionsOf, rowOf } from './conditions';
import { s2MadGiven, tables, type S2MadTables } from './tables';

/** A printed token cost, in thousands, and its rounding error. */
export interface PrintedTokens {
  readonly value: number;
  readonly within: number;
}

/**
 * The saving of one cost over another, in percent: from the printed costs, with the smallest and largest value that
 * rounding allows.
 */
export interface TokenSaving {
  readonly percent: number;
  readonly lowest: number;
  readonly highest: number;
}

/** A saving, and the printed costs that it is recomputed from: "GPT-4-0613, gsm8k: 2.78 against 50.4". */
export interface SavingFrom extends TokenSaving {
  readonly cells: string;
}

/**
 * Compares a printed percentage with printed costs. `equal`: the printed costs give it, to 0.1. `rounding`: costs that
 * round to the printed ones give it. `cannot be`: no such costs give it.
 */
export type SavingVerdict = 'equal' | 'rounding' | 'cannot be';

/** A printed saving, compared with the printed tokens. */
export interface SavingCheck extends SavingFrom {
  /** "Table 3", "section 4.2". */
  readonly where: string;
  /** The compared methods. */
  readonly what: string;
  /** In percent. */
  readonly printed: number;
  /** Other models and data sets that the text may mean, largest saving first. */
  readonly others: readonly SavingFrom[];
  readonly verdict: SavingVerdict;
  /** Whether the printed tokens allow the printed saving. */
  readonly agrees: boolean;
}

/**
 * S2-MAD prints tokens to 0.01 thousand below 10, and to 0.1 from 10 on. A row that is printed more coarsely says so in
 * its setting ("tokens printed to"). Undefined for a dash.
 */
export function printedTokens(row: PublishedRow | undefined, column = 'tokens'): PrintedTokens | undefined {
  const value = row?.cells[column]?.value;
  if (value === undefined) return undefined;
  return { value, within: Number(row?.setting?.['tokens printed to'] ?? (value < 10 ? 0.01 : 0.1)) / 2 };
}

/** With the digits that the paper prints: "18.0". */
export function tokensText({ value, within }: PrintedTokens): string {
  return value.toFixed(Math.round(-Math.log10(2 * within)));
}

/** 1 minus the ratio of the two costs. Negative if `cost` is higher. */
export function tokenSaving(cost: PrintedTokens, base: PrintedTokens): TokenSaving {
  const percent = (own: number, other: number): number => 100 * (1 - own / other);
  return {
    percent: percent(cost.value, base.value),
    lowest: percent(cost.value + cost.within, base.value - base.within),
    highest: percent(cost.value - cost.within, base.value + base.within),
  };
}

export function savingVerdict(printed: number, { percent, lowest, highest }: TokenSaving): SavingVerdict {
  const half = 0.05 + 1e-9;
  if (Math.abs(percent - printed) <= half) return 'equal';
  return lowest <= printed + half && highest >= printed - half ? 'rounding' : 'cannot be';
}

/** No saving if one of the two costs is a dash. */
export function savingFrom(
  name: string,
  row: PublishedRow | undefined,
  base: PublishedRow | undefined,
  column = 'tokens',
): SavingFrom[] {
  const [cost, other] = [printedTokens(row, column), printedTokens(base, column)];
  if (!cost || !other) return [];
  return [{ ...tokenSaving(cost, other), cells: `${name}${tokensText(cost)} against ${tokensText(other)}` }];
}

/** Of S2-MAD against a method of Table 1 or 7: one saving by model, and by data set unless one is named. */
export function s2MadAgainst(table: PublishedTable, method: string, dataset?: string): SavingFrom[] {
  return conditionsOf(table)
    .filter((condition) => dataset === undefined || condition.dataset === dataset)
    .flatMap((condition) => {
      const [own, other] = [rowOf(condition, 'S2-MAD(5,4)'), rowOf(condition, method)];
      const name = `${condition.model}, ${condition.dataset}: `;
      return savingFrom(name, own, other, `${condition.dataset} tokens`);
    });
}

/** "MAD" is MAD(5,4). */
export const withSize = (method: string): string => (method.includes('(') ? method : `${method}(5,4)`);

/**
 * Compares the printed number with the nearest of the savings that the paper's words may mean.
 * @throws AgoraError 'published-data' when there is none
 */
export function checkSaving(
  where: string,
  what: string,
  printed: number,
  candidates: readonly SavingFrom[],
): SavingCheck {
  const [nearest, ...rest] = [...candidates].sort(
    (a, b) => Math.abs(a.percent - printed) - Math.abs(b.percent - printed),
  );
  if (!nearest)
    throw new AgoraError(
      'published-data',
      `checkSaving needs printed tokens for "${what}" (${where}), and there are none`,
    );
  const verdict = savingVerdict(printed, nearest);
  const others = rest.sort((a, b) => b.percent - a.percent);
  return { where, what, printed, ...nearest, others, verdict, agrees: verdict !== 'cannot be' };
}

/**
 * Every printed saving, in percent, next to the value from the printed tokens: the 19 of Tables 2 to 4, then the 15 of
 * the text, which does not name the model.
 * @example
 * import { papers } from 'agora-lab';
 * papers.s2mad.printedSavings().length; // => 34
 */
export function printedSavings(paper: S2MadTables = tables): readonly SavingCheck[] {
  check('printedSavings', object('arguments', { paper: s2MadGiven }), { paper });
  const { table1, table2, table3, table4, table7 } = paper;
  const againstMad = ({ rows }: PublishedTable, row: PublishedRow | undefined) =>
    savingFrom('', row, rows[0]);
  const byDataset = (table: PublishedTable, where: string): SavingCheck[] =>
    Object.entries(quotedIn(paper, `token saving of S2-MAD against MAD, ${table.item}`)).map(
      ([dataset, printed]) => {
        const candidates = s2MadAgainst(table, 'MAD(5,4)', dataset);
        return checkSaving(where, `S2-MAD against MAD on ${dataset}`, printed, candidates);
      },
    );
  return [
    ...[table2, table3, table4].flatMap((table) =>
      table.rows.flatMap((row) => {
        const printed = row.cells['cost saving']?.value;
        if (printed === undefined) return [];
        return [checkSaving(table.item, `${row.label} against MAD`, printed, againstMad(table, row))];
      }),
    ),
    ...Object.entries(quotedIn(paper, 'largest token saving of S2-MAD')).map(([method, printed]) => {
      const candidates = s2MadAgainst(table1, withSize(method));
      const what = `S2-MAD against ${method}, at most`;
      return checkSaving('abstract, sections 1 and 4.2', what, printed, candidates);
    }),
    ...byDataset(table1, 'section 4.2'),
    ...byDataset(table7, 'Appendix D'),
    checkSaving(
      'section 4.3',
      'S2-MAD at threshold 0.40 against MAD on math',
      quotedNumber(paper, 'embedding cosine at threshold 0.40 against MAD', 'token saving'),
      againstMad(
        table2,
        table2.rows.find(({ setting }) => setting?.['threshold'] === 0.4),
      ),
    ),
    checkSaving(
      'section 4.4',
      'S2-MAD against MAD in the ablations',
      quotedNumber(paper, 'Table 4 in words', 'S2-MAD cost saving'),
      againstMad(
        table4,
        table4.rows.find(({ label }) => label === 'S2-MAD'),
      ),
    ),
  ];
}
