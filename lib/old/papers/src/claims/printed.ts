import type { PublishedPaper } from 'agora-report/internal';
import { AgoraError, searchCounterexample, type CriterionName } from 'agora-voting';
import type { ClaimSpec } from '../claim-spec';
import { tables as gediTables } from '../gedi/tables';
import { tableOneRules } from '../gedi/rules';
import { evaluateExpression } from './expression';
import { selectPrinted, type PrintedNumber, type Selection } from './printed-cells';

/** Whether a paper's own printed numbers agree with its sentence. This is not a test: it says nothing about chance. */
export interface PrintedFound {
  readonly verdict: 'consistent' | 'inconsistent' | 'cannot be checked';
  /** Of all cells that the failing conditions are about (of all conditions, if none fails). */
  readonly failing: number;
  readonly of: number;
  /** Cells whose rounding could decide either way: they are granted. */
  readonly granted: number;
  readonly conditions: readonly ConditionFound[];
  /** Why it cannot be checked. */
  readonly why: string | null;
}

export interface ConditionFound {
  readonly says: string;
  readonly isMet: boolean;
  readonly failing: number;
  readonly of: number;
  readonly granted: number;
}

type Conditions = Extract<ClaimSpec['printed'], { conditions: unknown }>['conditions'];
type Condition = Extract<Conditions[number], { value: string }>;

/** @throws AgoraError 'claim' when a condition names something that is not printed */
export function checkPrinted(spec: ClaimSpec, paper: PublishedPaper): PrintedFound {
  if ('cannot' in spec.printed)
    return {
      verdict: 'cannot be checked',
      failing: 0,
      of: 0,
      granted: 0,
      conditions: [],
      why: spec.printed.cannot,
    };
  const conditions = spec.printed.conditions.map((one) =>
    'program' in one ? byProgram(one) : conditionFound(one, paper),
  );
  const broken = conditions.filter(({ isMet }) => !isMet);
  const counted = broken.length > 0 ? broken : conditions;
  return {
    verdict: broken.length > 0 ? 'inconsistent' : 'consistent',
    failing: sumOf(counted.map(({ failing }) => failing)),
    of: sumOf(counted.map(({ of }) => of)),
    granted: sumOf(conditions.map(({ granted }) => granted)),
    conditions: conditions,
    why: null,
  };
}

function conditionFound({ says, let: selections, value, must, which }: Condition, paper: PublishedPaper) {
  const joined = joinedNumbers(paper, selections);
  let [failing, granted] = [0, 0];
  for (const names of joined) {
    const { least, most } = reachOf(value, names);
    const exact = evaluateExpression(value, valuesOf(names));
    const outcomes = [exact, least, most].map((one) => isWithin(one, must));
    if (outcomes.every((one) => one === outcomes[0])) failing += outcomes[0] === true ? 0 : 1;
    else granted++;
  }
  const met = joined.length - failing;
  const isMet =
    which === 'every'
      ? failing === 0
      : which === 'most'
        ? met > joined.length / 2
        : which === 'almost all'
          ? met >= 0.9 * joined.length
          : met >= (which === 'some' ? 1 : which.atLeast);
  return { says: says, isMet: isMet, failing: failing, of: joined.length, granted: granted };
}

type Joined = Readonly<Record<string, PrintedNumber>>;

/** All ways to give each name one of its numbers, so that groups which two of them have agree. */
export function joinedNumbers(
  paper: PublishedPaper,
  selections: Readonly<Record<string, Selection>>,
): Joined[] {
  let joined: { names: Record<string, PrintedNumber>; groups: Record<string, string> }[] = [
    { names: {}, groups: {} },
  ];
  for (const [name, selection] of Object.entries(selections)) {
    const numbers = selectPrinted(paper, selection);
    joined = joined.flatMap(({ names, groups }) =>
      numbers
        .filter((one) =>
          Object.entries(one.groups).every(([group, text]) => !(group in groups) || groups[group] === text),
        )
        .map((one) => ({ names: { ...names, [name]: one }, groups: { ...groups, ...one.groups } })),
    );
  }
  if (joined.length === 0)
    throw new AgoraError(
      'claim',
      `${paper.paper}: no printed numbers belong together in ${JSON.stringify(selections)}`,
    );
  return joined.map(({ names }) => names);
}

export function valuesOf(names: Joined): Record<string, number> {
  return Object.fromEntries(Object.entries(names).map(([name, { value }]) => [name, value]));
}

/** The least and most that the value may be, were the numbers printed without rounding: at the corners of their rooms. */
function reachOf(expression: string, names: Joined): { least: number; most: number } {
  // All of our absolute values are of a whole expression: 0 may lie between two corners of what is inside.
  const inside = /^abs\((.*)\)$/.exec(expression)?.[1] ?? null;
  let corners: Record<string, number>[] = [{}];
  for (const [name, { value, room }] of Object.entries(names))
    corners = corners.flatMap((corner) => [
      { ...corner, [name]: value - room },
      { ...corner, [name]: value + room },
    ]);
  const values = corners.map((corner) => evaluateExpression(inside ?? expression, corner));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (inside === null) return { least: least, most: most };
  const sizes = [Math.abs(least), Math.abs(most)];
  return { least: least <= 0 && most >= 0 ? 0 : Math.min(...sizes), most: Math.max(...sizes) };
}

/** Differences of printed decimals carry dust of about 1e-14. */
const dust = 1e-9;

function isWithin(value: number, { above, atLeast, below, atMost }: Condition['must']): boolean {
  return (
    (above === undefined || value > above + dust) &&
    (atLeast === undefined || value >= atLeast - dust) &&
    (below === undefined || value < below - dust) &&
    (atMost === undefined || value <= atMost + dust)
  );
}

/** Conditions on words rather than numbers: the programs that GEDI's claims name. */
function byProgram({ says, program }: { readonly says: string; readonly program: string }): ConditionFound {
  const counted = programs[program];
  if (counted === undefined) throw new AgoraError('claim', `there is no program "${program}"`);
  const { failing, of, isMet } = counted();
  return { says: says, isMet: isMet, failing: failing, of: of, granted: 0 };
}

const programs: Readonly<Record<string, () => { failing: number; of: number; isMet: boolean }>> = {
  'voting.criteria over the six rules of Table 1 (gedi-words.json)': criteriaOfTable1,
  'count of rows by method in Table 4 (gedi-words.json)': () => {
    const { rows } = gediTables.table4;
    const few = rows.filter(({ category }) => category === 'Dictatorial' || category === 'Plurality').length;
    return { failing: rows.length - few, of: rows.length, isMet: few > rows.length / 2 };
  },
  'count of rows in Table 4 (gedi-words.json)': () => {
    const { rows } = gediTables.table4;
    return { failing: Math.abs(52 - rows.length), of: 52, isMet: rows.length === 52 };
  },
};

/** A search must find no counterexample for any tick of Table 1, and one for each cross. */
function criteriaOfTable1(): { failing: number; of: number; isMet: boolean } {
  let [failing, of] = [0, 0];
  for (const [place, { meets }] of gediTables.table1.rows.entries()) {
    const rule = tableOneRules[place];
    if (rule === undefined) throw new AgoraError('claim', `Table 1 of GEDI has no rule in row ${place + 1}`);
    for (const [name, isMet] of Object.entries(meets)) {
      of++;
      if ((searchCounterexample(rule, name as CriterionName).kind !== 'violated') !== isMet) failing++;
    }
  }
  return { failing: failing, of: of, isMet: failing === 0 };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
