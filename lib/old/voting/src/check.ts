import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { AgoraError } from './agora-error';

/*
 * What callers set is checked once, at the door of the public function that takes it. Every part of a schema says what
 * it wants as its error text, and `check` makes one sentence of the first thing that is wrong:
 *
 *     roundTable needs a voting rule as rule, got "majority" (did you mean voting.majority?)
 *
 * Several arguments are checked as one object of them; what is in `settings` or `options` is named without that word.
 */

/** Separates the expected value from a hint in an issue's text. */
const hintMark = '\n';

/** @throws AgoraError 'setting' in one sentence: who needs what, as which setting, and what it got */
export function check(who: string, schema: z.ZodType, value: unknown): void {
  const first = schema.safeParse(value).error?.issues[0];
  if (first === undefined) return;
  const issue = innermost(first);
  const [wanted = '', hint] = issue.message.split(hintMark);
  const meant =
    hint ??
    (issue.code === 'invalid_value'
      ? closest(String(valueAt(value, issue.path)), issue.values.map(String))
      : undefined);
  const end = meant === undefined ? '' : ` (did you mean ${meant}?)`;
  const isInside =
    ['settings', 'options'].includes(String(issue.path[0])) &&
    (issue.path.length > 1 || issue.code === 'unrecognized_keys');
  const path = issue.path.slice(isInside ? 1 : 0).join('.');
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    throw new AgoraError(
      'setting',
      `${who} knows no ${path === '' ? key : `${path}.${key}`}: ${wanted}${end}`,
    );
  }
  const as = path === '' ? '' : ` as ${path}`;
  throw new AgoraError('setting', `${who} needs ${wanted}${as}, got ${gotAt(value, issue.path)}${end}`);
}

/** An object with these settings and no others. */
export const settings = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return 'an object of settings';
      const known = Object.keys(shape);
      const meant = closest(issue.keys[0] ?? '', known);
      return `its settings are ${known.join(', ')}${meant === undefined ? '' : hintMark + meant}`;
    },
  });

/** A whole number within bounds, which belong to it. */
export const whole = (least = 0, most = Number.MAX_SAFE_INTEGER) => {
  const error = `a whole number${bounds(least, most)}`;
  return z.int({ error }).min(least, { error }).max(most, { error });
};

/** A finite number within bounds, which belong to it. */
export const number = (least = -Infinity, most = Infinity) => {
  const error = `a number${bounds(least, most)}`;
  return z.number({ error }).min(least, { error }).max(most, { error });
};

/** A finite number above 0. */
export const positive = (most = Infinity) => {
  const error = `a number above 0${most === Infinity ? '' : ` and at most ${most}`}`;
  return z.number({ error }).positive({ error }).max(most, { error });
};

/** Exactly one of these words. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(...words: Words) =>
  z.enum(words, { error: words.map((word) => JSON.stringify(word)).join(' or ') });

/** A text of 1 to `most` characters. Names and labels appear in every prompt and path, so they are bounded. */
export const text = (most = 200) => {
  const error = `a text of 1 to ${most} characters`;
  return z.string({ error }).min(1, { error }).max(most, { error });
};

export const flag = z.boolean({ error: 'true or false' });

export const callable = z.custom((value) => typeof value === 'function', { error: 'a function' });

/** A list of at least `least` members. */
export const listOf = (what: string, member: z.ZodType, least = 0) => {
  const error = `a list of ${least > 0 ? `at least ${least} ` : ''}${what}`;
  return z.array(member, { error }).min(least, { error });
};

/**
 * A value that matches one of several schemas. A misspelt word gets a suggestion. @param wanted - all of them in words
 */
export const either = (
  wanted: string,
  ...kinds: readonly [z.ZodType, z.ZodType, ...(readonly z.ZodType[])]
) =>
  z.union(kinds, {
    error: ({ input }) => {
      const words = kinds.flatMap((kind) => (kind instanceof z.ZodEnum ? kind.options.map(String) : []));
      const meant = typeof input === 'string' ? closest(input, words) : undefined;
      return meant === undefined ? wanted : wanted + hintMark + meant;
    },
  });

/** An object that has these members. It may have others. */
export const object = <Shape extends z.ZodRawShape>(wanted: string, shape: Shape) =>
  z.object(shape, { error: wanted });

/** Merges settings into their defaults. A setting of undefined keeps its default. */
export function over<Settings extends object>(
  defaults: Settings,
  given: { readonly [Name in keyof Settings]?: Settings[Name] | undefined },
): Settings {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...(Object.fromEntries(set) as Partial<Settings>) };
}

/** Members under names that the caller chooses. */
export const named = (what: string, member: z.ZodType) =>
  z.record(z.string(), member, { error: `${what} under their names` });

/**
 * A value that is recognised by the types of its members: a model has a function `chat`.
 * @param wanted - what it is called: "a voting rule"
 * @param hint - returns what the caller may have meant by a wrong value
 */
export const having = (
  wanted: string,
  members: Readonly<Record<string, 'function' | 'string' | 'number' | 'object'>>,
  hint: (value: unknown) => string | undefined = () => undefined,
) =>
  z.custom(
    (value) =>
      (typeof value === 'function' || (typeof value === 'object' && value !== null)) &&
      Object.entries(members).every(
        ([name, type]) => typeof (value as Record<string, unknown>)[name] === type,
      ),
    {
      error: ({ input }) => {
        const meant = hint(input);
        return meant === undefined ? wanted : wanted + hintMark + meant;
      },
    },
  );

/** The name that was probably meant: at most one letter, or a third of it, away (Levenshtein 1966). */
export function closest(given: string, names: readonly string[]): string | undefined {
  if (given.length > 100) return undefined;
  const near = names
    .map((name) => ({ name, away: stepsBetween(given.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.away - b.away)[0];
  return near !== undefined && near.away <= Math.max(1, near.name.length / 3)
    ? JSON.stringify(near.name)
    : undefined;
}

/** Letters to be changed, added or left out; two neighbours in the wrong order are one step. */
function stepsBetween(one: string, other: string): number {
  for (let place = 1; place < one.length; place++) {
    const [before, after] = [one.slice(0, place - 1), one.slice(place + 1)];
    if (`${before}${one[place]}${one[place - 1]}${after}` === other && one !== other) return 1;
  }
  return distance(one, other);
}

/** Of a value of either kind that is almost one of them, a list with a wrong member say: what is wrong inside. */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const inside = issue.errors.map(([one]) => one).find((one) => one !== undefined && one.path.length > 0);
  return inside === undefined ? issue : innermost({ ...inside, path: [...issue.path, ...inside.path] });
}

function bounds(least: number, most: number): string {
  const open = Math.abs(most) >= Number.MAX_SAFE_INTEGER;
  if (Math.abs(least) >= Number.MAX_SAFE_INTEGER) return open ? '' : ` of at most ${most}`;
  return open ? ` of at least ${least}` : ` from ${least} to ${most}`;
}

/** The part of a value at an issue's path. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value);
}

/** What was given in place of what is wanted. A misspelt name of an export is an undefined member of a list. */
function gotAt(value: unknown, path: readonly PropertyKey[]): string {
  const got = valueAt(value, path);
  const isMember = typeof path.at(-1) === 'number';
  return got === undefined && isMember ? 'undefined (is its name spelled right?)' : shown(got);
}

/** A value as an error message quotes it: short, and never a whole object. */
export function shown(value: unknown): string {
  switch (typeof value) {
    case 'undefined':
      return 'nothing';
    case 'function':
      return 'a function';
    case 'string':
      return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
    case 'object':
      if (value === null) return 'null';
      if (!Array.isArray(value)) return 'an object';
      return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
    default:
      return String(value);
  }
}
