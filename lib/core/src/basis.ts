/*
 * What stands behind the rows of a table: how many answers could not be used, and which collaborations do not count as
 * independent. It travels with rows under a symbol, so that it is no field of theirs, and tables tell it at their foot.
 */

/** Of one run: its answers, and what of its collaborations went into its numbers. */
export interface Basis {
  /** How the run is told apart: the value of its condition, else its name. */
  readonly label: string;
  /** Questions that were asked, each counted once, whether it was repaired or not; 0 where none are on record. */
  readonly answers: number;
  readonly unusable: number;
  /** Replies that decline to take part, whatever was made of them. */
  readonly refusals: number;
  readonly collaborations: number;
  /** Collaborations that repeat an earlier one: all prompts and answers, or the first prompts where nothing is drawn at random. */
  readonly copies: number;
  /** Collaborations in which no call was answered. */
  readonly silent: number;
}

/** No part of any type: a row's fields are its own. Shared by all versions of this package in a process. */
const basisKey: unique symbol = Symbol.for('agora-core.basis');

/** The bases behind some rows, each once. */
export function basesOf(rows: Iterable<object>): Basis[] {
  const all = new Set<Basis>();
  for (const row of rows)
    for (const basis of (row as { readonly [basisKey]?: readonly Basis[] })[basisKey] ?? []) all.add(basis);
  return [...all];
}

/** A copy of something with what stands behind it; the very thing where there is nothing. */
export function withBases<Thing extends object>(thing: Thing, bases: readonly Basis[]): Thing {
  return bases.length === 0 ? thing : { ...thing, [basisKey]: bases };
}

/** As `withBases`, of what was made of some rows. */
export function basedOn<Thing extends object>(thing: Thing, rows: Iterable<object>): Thing {
  return withBases(thing, basesOf(rows));
}

/** What a table says at its foot of the runs behind it; empty where there is nothing to say. */
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
