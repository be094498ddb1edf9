/*
 * The basis of a table's rows: how many answers were unusable, and which collaborations do not count as
 * independent. It travels with rows under a symbol, so that it is no field of theirs, and tables tell it at their foot.
 */

/**
 * The facts about one run that a table states in its notes: its answers, and which collaborations are not
 * independent.
 */
export interface Basis {
  /** Identifies the run: the value of its condition, or else its name. */
  readonly label: string;
  /** Questions asked. A question and its repair count once; 0 if no questions are on record. */
  readonly answers: number;
  readonly unusable: number;
  /** Replies in which the model declines to take part, whether or not they were usable. */
  readonly refusals: number;
  readonly collaborations: number;
  /**
   * Collaborations that repeat an earlier one: the same prompts and answers, or the same first prompts at temperature
   * 0.
   */
  readonly copies: number;
  /** Collaborations in which no call was answered. */
  readonly silent: number;
}

/** The key of a hidden property. It is the same for all versions of this package in a process. */
const basisKey: unique symbol = Symbol.for('agora-core.basis');

/** The bases of some rows, without duplicates. */
export function basesOf(rows: Iterable<object>): Basis[] {
  const all = new Set<Basis>();
  for (const row of rows)
    for (const basis of (row as { readonly [basisKey]?: readonly Basis[] })[basisKey] ?? []) all.add(basis);
  return [...all];
}

/** A copy of `thing` that carries these bases; `thing` itself if there are none. */
export function withBases<Thing extends object>(thing: Thing, bases: readonly Basis[]): Thing {
  return bases.length === 0 ? thing : { ...thing, [basisKey]: bases };
}

/** A copy of `thing` that carries the bases of the rows it was made from. */
export function basedOn<Thing extends object>(thing: Thing, rows: Iterable<object>): Thing {
  return withBases(thing, basesOf(rows));
}

/** The notes at the foot of a table about the runs behind it; empty if there is nothing to say. */
export function basisText(bases: readonly Basis[]): string {
  return [unusableText(bases), ...bases.flatMap(copiesText), ...bases.flatMap(silentText)]
    .filter((text) => text !== '')
    .join(' ');
}

function unusableText(bases: readonly Basis[]): string {
  const sum = (of: (basis: Basis) => number) => bases.reduce((total, basis) => total + of(basis), 0);
  const [answers, unusable, refusals] = [
    sum((basis) => basis.answers),
    sum((basis) => basis.unusable),
    sum((basis) => basis.refusals),
  ];
  if (answers === 0 && unusable === 0) return '';
  const count = (number: number) => number.toLocaleString('en');
  const share = answers === 0 ? '' : ` of ${count(answers)} (${((100 * unusable) / answers).toFixed(1)}%)`;
  const which = bases
    .filter((basis) => basis.unusable > 0)
    .map(({ label, unusable: own }) => `${label} ${count(own)}`);
  const apart = bases.length > 1 && which.length > 0 ? `: ${which.join(', ')}` : '';
  const declined = refusals === 0 ? '' : ` Refusals: ${count(refusals)}.`;
  return `Unusable answers: ${count(unusable)}${share}${apart}.${declined}`;
}

function copiesText({ label, collaborations, copies }: Basis): string[] {
  if (copies === 0) return [];
  return [
    `${copies} of ${collaborations} collaborations of ${label} are copies of others (the same prompts and answers, or the same ` +
      'first prompts at temperature 0) and count once: a temperature above 0 makes them differ.',
  ];
}

function silentText({ label, collaborations, silent }: Basis): string[] {
  if (silent === 0) return [];
  return [`${silent} of ${collaborations} collaborations of ${label} got no answer at all and are left out.`];
}
