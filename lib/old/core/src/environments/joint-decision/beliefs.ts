import type { Json, JsonObject, JsonSchema, Reading } from 'agora-voting/internal';
import type { Beliefs } from '../environment';
import type { Amounts, JointCase, Known, State } from './types';

/** The names of the parts of a belief: first the requested name, then accepted alternatives. */
export interface Sections {
  readonly shared: readonly string[];
  readonly own: readonly string[];
  readonly values: readonly string[];
}

/**
 * Beliefs about a case: the total resources, and the values of items. `Sections` names the parts. With a single doer,
 * the values of items appear without its name.
 */
export function beliefsOf(
  sections: Sections,
  what: Readonly<Record<keyof Sections, string>>,
): Beliefs<JointCase> {
  const asked = (known: Known): readonly (keyof Sections)[] =>
    isFlat(known) ? ['shared', 'values'] : ['shared', 'own', 'values'];
  return {
    format: (known) =>
      `{${asked(known)
        .map((part) => `"${sections[part][0]}": ${what[part]}`)
        .join(', ')}}`,
    schema: (known) =>
      schemaOf(asked(known).map((part) => [sections[part][0] ?? part, partSchema(known, part)])),
    read: (known, value) => readBelief(known, sections, value),
    write(known, belief) {
      const { shared, own, values } = belief as State;
      const parts = { shared, own, values: isFlat(known) ? (values[known.doers[0] ?? ''] ?? {}) : values };
      return Object.fromEntries(asked(known).map((part) => [sections[part][0] ?? part, parts[part]]));
    },
    errors: (instance, belief) => errorsOf(instance, belief as State),
  };
}

/** More than there is of anything, and than anything is worth: it says nothing about a case. */
const most = 10_000;

function partSchema(known: Known, part: keyof Sections): JsonSchema {
  const { doers, items, resources } = known;
  const amounts = (names: readonly string[]): JsonSchema =>
    schemaOf(names.map((name) => [name, { type: 'number', minimum: 0, maximum: most }]));
  if (part === 'shared') return amounts(resources.shared);
  const inner = amounts(part === 'own' ? resources.own : items);
  return part === 'values' && isFlat(known) ? inner : schemaOf(doers.map((doer) => [doer, inner]));
}

function schemaOf(properties: readonly (readonly [string, JsonSchema])[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name),
    additionalProperties: false,
  };
}

const isFlat = ({ doers }: Known): boolean => doers.length === 1;

/**
 * Reads a belief with much forbearance: "3" is 3, names may be written in other cases, and what is not there is nothing.
 * An amount below 0 is taken for none. Shared resources that there are not stay in the belief, where no item needs them.
 */
function readBelief(
  known: Known,
  sections: Sections,
  value: unknown,
): ReturnType<Beliefs<JointCase>['read']> {
  if (!isObject(value))
    return { ok: false, reason: `a belief must be an object, such as ${example(sections)}` };
  // The paper asks for private and public resources as parts of one section.
  const inner = Object.values(value).filter(isObject);
  const part = (names: readonly string[]): unknown =>
    [value, ...inner].flatMap((one) =>
      names.filter((name) => Object.hasOwn(one, name)).map((name) => one[name]),
    )[0];
  const [shared, own, values] = [part(sections.shared), part(sections.own), part(sections.values)];
  if (!isObject(shared) && !isObject(own) && !isObject(values))
    return { ok: false, reason: `a belief must have parts that are objects, such as ${example(sections)}` };
  const faults = { unknown: [] as string[], missing: [] as string[], negative: [] as string[] };
  const amounts = (given: unknown, names: readonly string[], of = '', keepsUnknown = false): Amounts => {
    const nameOf = among(names);
    const found = new Map<string, number>();
    for (const [written, raw] of Object.entries(isObject(given) ? given : {})) {
      const name = nameOf(written);
      const amount = amountOf(raw);
      if (name === undefined) faults.unknown.push(of + written);
      if (amount === null || (name === undefined && !keepsUnknown)) continue;
      if (amount < 0) faults.negative.push(of + (name ?? written));
      found.set(name ?? written, Math.max(0, amount));
    }
    for (const name of names) if (!found.has(name)) faults.missing.push(of + name);
    return Object.fromEntries(found);
  };
  const byDoer = (given: unknown, names: readonly string[]): Record<string, Amounts> => {
    const nameOf = among(known.doers);
    const rows = new Map<string, unknown>();
    for (const [written, row] of Object.entries(isObject(given) ? given : {})) {
      const doer = nameOf(written);
      if (doer === undefined) faults.unknown.push(written);
      else rows.set(doer, row);
    }
    return Object.fromEntries(known.doers.map((doer) => [doer, amounts(rows.get(doer), names, `${doer}: `)]));
  };
  const belief: State = {
    shared: amounts(shared, known.resources.shared, '', true),
    own: isFlat(known) ? {} : byDoer(own, known.resources.own),
    values: isFlat(known)
      ? { [known.doers[0] ?? '']: amounts(values, known.items) }
      : byDoer(values, known.items),
  };
  return { ok: true, value: { belief, ...faults } };
}

const example = ({ shared, values }: Sections): string => `{"${shared[0]}": {...}, "${values[0]}": {...}}`;

/** A number, or a text that begins with one. */
function amountOf(raw: unknown): number | null {
  const amount = typeof raw === 'string' ? Number.parseFloat(raw) : raw;
  return typeof amount === 'number' && Number.isFinite(amount) ? amount : null;
}

/** Finds the name that was meant: the exact name, or one that differs only in case and underscores. */
export function among(names: readonly string[]): (written: string) => string | undefined {
  const plain = (name: string) => name.trim().toLowerCase().replaceAll('_', ' ');
  const known = new Map(names.map((name) => [plain(name), name]));
  return (written) => known.get(plain(written));
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * How far a belief is from the truth (Appendix B.1.5 and B.1.6). `hallucination`: the share of all amounts, shared and
 * owned, that are believed to be larger than they are. `publicError`: the mean over shared resources, those that there are
 * not included, of the error as a share of the true amount, or 1 for something that is believed where nothing is.
 * `invented`: amounts that are believed of what is not there, as a share of all that there is. The official code has both
 * under the name of the first, this one in its statistics and the paper's formula in its result loaders.
 */
function errorsOf({ resources, doers, truth }: JointCase, belief: State): JsonObject {
  const pairs = [
    ...resources.shared.map((name) => [belief.shared[name] ?? 0, truth.shared[name] ?? 0] as const),
    ...doers.flatMap((doer) =>
      resources.own.map((name) => [belief.own[doer]?.[name] ?? 0, truth.own[doer]?.[name] ?? 0] as const),
    ),
  ];
  const over = pairs.filter(([believed, real]) => believed > real + 1e-9).length;
  const total = sum(pairs.map(([, real]) => real));
  const errors = [...new Set([...Object.keys(belief.shared), ...resources.shared])].map((name) => {
    const [believed, real] = [belief.shared[name] ?? 0, truth.shared[name] ?? 0];
    return real === 0 ? Number(believed !== 0) : Math.abs(believed - real) / Math.abs(real);
  });
  return {
    hallucination: pairs.length === 0 ? 0 : over / pairs.length,
    publicError: errors.length === 0 ? 0 : sum(errors) / errors.length,
    invented: total === 0 ? 0 : sum(pairs.map(([believed, real]) => (real === 0 ? believed : 0))) / total,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** A reading that failed. */
export const unread = (reason: string): Reading<never> => ({ ok: false, reason });

/** A value as an error message quotes it. */
export const quote = (value: Json | undefined): string => (JSON.stringify(value) ?? 'nothing').slice(0, 60);

/** Amounts as prompts show them: "rice 2, eggs 1". */
export function amountsText(amounts: Amounts): string {
  const some = Object.entries(amounts).filter(([, amount]) => amount > 0);
  return some.map(([name, amount]) => `${name} ${amount}`).join(', ') || 'nothing';
}
