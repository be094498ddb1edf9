import { z } from 'zod';

/**
 * Defines the kinds of ballots. For each kind, this file provides a schema for a voter's reply, a description for
 * prompts, a description of the reply in words, and a conversion to the ballot that rules count.
 */

export type BallotKind = 'choice' | 'approval' | 'ranking' | 'rating' | 'points';

/** A ballot in the form that rules count. `count` is the number of voters who cast the ballot. Default: 1. */
export type Ballot = ChoiceBallot | ApprovalBallot | RankingBallot | RatingBallot | PointsBallot;

/** A ballot that names one option. */
export interface ChoiceBallot {
  readonly kind: 'choice';
  readonly choice: string;
  readonly count?: number;
}

/** A ballot that lists every option that the voter considers good enough. The list may be empty. */
export interface ApprovalBallot {
  readonly kind: 'approval';
  readonly approved: readonly string[];
  readonly count?: number;
}

/**
 * A ballot that ranks the options, favourite first. Options in an inner list are tied; a ranking with ties is called
 * weak. A ranking that omits options is called truncated. Each rule states which rankings it accepts.
 */
export interface RankingBallot {
  readonly kind: 'ranking';
  readonly ranking: readonly (string | readonly string[])[];
  readonly count?: number;
}

/** A ballot that rates every option with a whole number on a scale. */
export interface RatingBallot {
  readonly kind: 'rating';
  readonly ratings: Readonly<Record<string, number>>;
  readonly count?: number;
}

/** A ballot that distributes points among the options. An omitted option gets 0 points. */
export interface PointsBallot {
  readonly kind: 'points';
  readonly points: Readonly<Record<string, number>>;
  readonly count?: number;
}

/** The lowest and the highest rating, both whole numbers. */
export interface Scale {
  readonly lowest: number;
  readonly highest: number;
}

/** Settings for ballots with ratings or points. A rule has the same fields, so you can pass a rule instead. */
export interface BallotForm {
  /** The scale for ratings. Default: 1 to 5. */
  readonly scale?: Scale | undefined;
  /** The number of points that a ballot distributes. Default: the number of options. */
  readonly points?: number | undefined;
}

/**
 * A voter's reply as JSON: an option's id, a list of ids, or an object that maps ids to numbers. In a list, tied
 * options form an inner list.
 */
export type BallotReply = string | readonly (string | readonly string[])[] | Readonly<Record<string, number>>;

export const defaultScale: Scale = { lowest: 1, highest: 5 };

/**
 * The relative error allowed in the sum of a ballot's points. For example, 3.333333 points for each of three options
 * are accepted as a total of 10.
 */
const pointsTolerance = 1e-6;

/** Returns whether points add up to `total`, allowing for rounding errors. */
export function addUpTo(points: Iterable<number>, total: number): boolean {
  let sum = 0;
  for (const some of points) sum += some;
  return Math.abs(sum - total) <= pointsTolerance * total;
}

/**
 * Returns the schema for a reply. The schema constrains the endpoint's output, validates the reply and determines the
 * reply's type. A ranking must name every option exactly once.
 *
 * The schema also accepts other forms that less capable models produce, if the meaning is clear:
 *
 * - for the option "B": "(B)", "B.", "B) Paris" or "B - Paris"
 * - for the option "3": "Proposal 3" or the number 3
 * - for a choice: a list with one option, such as ["B"]
 * - for a ranking: a string such as "B > A > C"
 * - for a rating: a string such as "4"
 *
 * If `abstain` is true, the schema accepts null, and converts "none" and "abstain" to null. Do not call `.nullable()`
 * on the schema instead, because `.nullable()` would make the field optional.
 */
export function ballotSchema(
  kind: BallotKind,
  options: readonly string[],
  form?: BallotForm,
): z.ZodType<BallotReply>;
export function ballotSchema(
  kind: BallotKind,
  options: readonly string[],
  form: BallotForm & { readonly abstain: true },
): z.ZodType<BallotReply | null>;
export function ballotSchema(
  kind: BallotKind,
  options: readonly string[],
  form: BallotForm & { readonly abstain?: boolean } = {},
): z.ZodType<BallotReply | null> {
  const strict = strictSchema(kind, options, form);
  const read = readers[kind];
  if (form.abstain !== true) return z.preprocess((reply) => read(reply, options), strict);
  const isAbstention = (reply: unknown): boolean =>
    typeof reply === 'string' &&
    !options.includes(reply) &&
    ['', 'none', 'null', 'abstain'].includes(reply.trim().toLowerCase());
  return z.preprocess((reply) => (isAbstention(reply) ? null : read(reply, options)), strict.nullable());
}

function strictSchema(
  kind: BallotKind,
  options: readonly string[],
  form: BallotForm,
): z.ZodType<BallotReply> {
  const option = z.enum(options as [string, ...string[]]);
  const byOption = (number: z.ZodNumber): z.ZodType<Record<string, number>> =>
    z.strictObject(Object.fromEntries(options.map((one) => [one, number])));
  switch (kind) {
    case 'choice':
      return option;
    case 'approval':
      return z.array(option).max(options.length).refine(areDistinct, 'name each option at most once');
    case 'ranking':
      return z.array(option).length(options.length).refine(areDistinct, 'name each option exactly once');
    case 'rating': {
      const { lowest, highest } = form.scale ?? defaultScale;
      return byOption(z.int().min(lowest).max(highest));
    }
    case 'points': {
      const total = form.points ?? options.length;
      return byOption(z.number().min(0).max(total)).refine(
        (points) => addUpTo(Object.values(points), total),
        `the points must add up to ${total}`,
      );
    }
  }
}

const areDistinct = (list: readonly unknown[]): boolean => new Set(list).size === list.length;

/**
 * The description of a ballot in a prompt. `form` shows the reply with placeholders, and `meaning` explains what to
 * write.
 */
export interface BallotDescription {
  readonly form: string;
  readonly meaning: string;
}

/**
 * Describes a ballot for a prompt. `thing` is a singular noun for what the agents vote on. A reply in the described
 * form passes `ballotSchema`.
 */
export function describeBallot(
  kind: BallotKind,
  options: readonly string[],
  form: BallotForm = {},
  thing = 'option',
): BallotDescription {
  const ids = options.join(', ');
  const byOption = (placeholder: string): string =>
    `{${options.map((option) => `${JSON.stringify(option)}: <${placeholder}>`).join(', ')}}`;
  switch (kind) {
    case 'choice':
      return {
        form: '"<id>"',
        meaning: `Give the id of the one ${thing} that you vote for. The ids are ${ids}.`,
      };
    case 'approval':
      return {
        form: '["<id>", ...]',
        meaning: `List the ids of all ${thing}s that you consider good enough. The ids are ${ids}.`,
      };
    case 'ranking':
      return {
        form: '["<id>", "<id>", ...]',
        meaning: `List the ids of all ${thing}s (${ids}) from best to worst, each exactly once.`,
      };
    case 'rating': {
      const { lowest, highest } = form.scale ?? defaultScale;
      return {
        form: byOption('rating'),
        meaning: `Give every ${thing} a whole-number rating from ${lowest} (worst) to ${highest} (best).`,
      };
    }
    case 'points': {
      const total = form.points ?? options.length;
      const points = total === 1 ? '1 point' : `${total} points`;
      return {
        form: byOption('points'),
        meaning: `Distribute ${points} among the ${thing}s. No ${thing} may get fewer than 0 points, and the points must add up to exactly ${total}.`,
      };
    }
  }
}

/** Describes a reply in words, such as "ranks option B > option A". For null, returns "abstains". */
export function ballotInWords(kind: BallotKind, reply: unknown, thing = 'option'): string {
  if (reply === null || reply === undefined) return 'abstains';
  const name = (option: string): string => `${thing} ${option}`;
  const numbers = (): string =>
    Object.entries(reply as Readonly<Record<string, number>>)
      .map(([option, number]) => `${name(option)}: ${number}`)
      .join(', ');
  switch (kind) {
    case 'choice':
      return `votes for ${name(reply as string)}`;
    case 'approval':
      return (reply as string[]).length === 0
        ? `approves of no ${thing}`
        : `approves of ${(reply as string[]).map(name).join(', ')}`;
    case 'ranking':
      return `ranks ${(reply as (string | string[])[]).map((tier) => [tier].flat().map(name).join(' = ')).join(' > ')}`;
    case 'rating':
      return `gives these ratings: ${numbers()}`;
    case 'points':
      return `gives these points: ${numbers()}`;
  }
}

/**
 * Converts a reply to a ballot that rules can count. Does not validate the ballot; rules validate ballots when they
 * count them.
 */
export function toBallot(kind: BallotKind, reply: unknown): Ballot {
  switch (kind) {
    case 'choice':
      return { kind, choice: reply as string };
    case 'approval':
      return { kind, approved: reply as readonly string[] };
    case 'ranking':
      return { kind, ranking: reply as RankingBallot['ranking'] };
    case 'rating':
      return { kind, ratings: reply as Readonly<Record<string, number>> };
    case 'points':
      return { kind, points: reply as Readonly<Record<string, number>> };
  }
}

/**
 * For each kind of ballot, a function that converts other forms of a reply to the standard form. If the function cannot
 * interpret a reply, it returns the reply unchanged, and the schema then rejects the reply.
 */
const readers: Readonly<Record<BallotKind, (reply: unknown, options: readonly string[]) => unknown>> = {
  choice: (reply, options) =>
    readOption(Array.isArray(reply) && reply.length === 1 ? reply[0] : reply, options),
  approval: readList,
  ranking: readList,
  rating: readNumbers,
  points: readNumbers,
};

/**
 * Returns the option that a reply names. If the reply does not clearly name one option, returns the reply unchanged.
 */
function readOption(reply: unknown, options: readonly string[]): unknown {
  if (typeof reply !== 'string' && typeof reply !== 'number') return reply;
  const text = String(reply);
  if (options.includes(text)) return text;
  const named = options.filter((option) => isLabelOf(text, option));
  const [only] = named;
  if (named.length !== 1 || only === undefined) return reply;
  const words = text.split(/[^\p{L}\p{N}]+/u);
  const isPlain = !options.some((other) => other !== only && words.includes(other));
  return isPlain ? only : reply;
}

/** Returns whether a text names the given option. For example, "Option (B): Paris" names the option "B". */
function isLabelOf(text: string, option: string): boolean {
  const bare = text
    .trim()
    .replace(/^(?:proposal|candidate|option|answer|choice|project)(?=[\s_#:\-\d])[\s_:-]*/i, '')
    .replace(/^[#"'“‘*([{<]+/, '');
  if (bare.slice(0, option.length).toLowerCase() !== option.toLowerCase()) return false;
  const rest = bare.slice(option.length);
  return /^[\s"'”’*)\]}>.:]*$/.test(rest) || /^["'”’*]*(?:[)\].:](?!\d)|\s[-–—]\s)/.test(rest);
}

/** Reads a list of options. Also accepts "B > A > C", "A, B", and a list that wraps each option in its own list. */
function readList(reply: unknown, options: readonly string[]): unknown {
  if (typeof reply === 'string') {
    const one = readOption(reply, options);
    if (options.includes(one as string)) return [one];
    const parts = reply
      .split(reply.includes('>') ? '>' : ',')
      .map((part) => readOption(part.trim(), options));
    return parts.every((part) => options.includes(part as string)) ? parts : reply;
  }
  if (!Array.isArray(reply)) return reply;
  return reply.map((entry: unknown) =>
    readOption(Array.isArray(entry) && entry.length === 1 ? entry[0] : entry, options),
  );
}

/**
 * Reads a number for each option. Accepts every form of an option's name that `readOption` accepts, and numbers written
 * as strings.
 */
function readNumbers(reply: unknown, options: readonly string[]): unknown {
  if (typeof reply !== 'object' || reply === null || Array.isArray(reply)) return reply;
  const entries = Object.entries(reply).map(([name, value]: [string, unknown]) => [
    readOption(name, options) as string,
    typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : value,
  ]);
  const names = new Set(entries.map(([name]) => name));
  return names.size === entries.length ? Object.fromEntries(entries) : reply;
}
