import { ballotFault, quoted, tiersNotAllowed, type BallotReading } from './ballots';
import type { Ballot, BallotKind, BallotSettings } from './voting-rule';

/**
 * Reads the `decision` of a model's answer as a ballot. An abstention (null, "None" or nothing) gives `null`. Anything
 * else gives the reason why it is invalid.
 *
 * - choice: an option's id (`3`, `"3"`, `"Proposal 3"`).
 * - rating: `{"3": 5, "4": 1}`, or `[{"id": 3, "rating": 5}, ...]`.
 * - ranking: `[3, 4]`, favourite first; with `weak`, those liked equally in a list of their own: `[[3, 4], 1]`.
 * - approval: `[3, 4]`, in any order.
 * - points: `{"3": 2, "4": 0}`, or `[{"id": 3, "points": 2}, ...]`.
 *
 * Numbers must be numbers: "5" is invalid, so that a repair question can ask what was meant.
 */
export function readBallot(
  kind: BallotKind,
  value: unknown,
  options: readonly string[],
  settings: BallotSettings = {},
): BallotReading<Ballot | null> {
  if (isAbstention(value, options)) return { ok: true, value: null };
  const ballot = shape(kind, value, options, settings);
  if (!ballot.ok) return ballot;
  const fault = ballotFault(ballot.value, options, settings);
  return fault === null ? ballot : { ok: false, ...fault };
}

function isAbstention(value: unknown, options: readonly string[]): boolean {
  if (value === null || value === undefined) return true;
  return (
    typeof value === 'string' &&
    !options.includes(value) &&
    ['', 'none', 'null', 'abstain'].includes(value.trim().toLowerCase())
  );
}

function shape(
  kind: BallotKind,
  value: unknown,
  options: readonly string[],
  settings: BallotSettings,
): BallotReading<Ballot> {
  switch (kind) {
    case 'choice':
      return map(readOption(value, options), (choice) => ({ kind, choice }));
    case 'rating':
      return map(readNumbers(value, 'rating', options), (ratings) => ({ kind, ratings }));
    case 'ranking':
      return readRanking(value, options, settings);
    case 'approval':
      return map(readList(value, 'an approval ballot', options), (approved) => ({ kind, approved }));
    case 'points':
      return map(readNumbers(value, 'points', options), (points) => ({ kind, points }));
  }
}

function readRanking(
  value: unknown,
  options: readonly string[],
  settings: BallotSettings,
): BallotReading<Ballot> {
  const strict = (): BallotReading<Ballot> =>
    map(readList(value, 'a ranking', options), (ranking) => ({ kind: 'ranking', ranking }));
  if (!Array.isArray(value) || !value.some(Array.isArray)) return strict();
  const tiers: string[][] = [];
  for (const entry of value as unknown[]) {
    const tier = Array.isArray(entry)
      ? readList(entry, 'a tier', options)
      : map(readOption(entry, options), (option) => [option]);
    if (!tier.ok) return settings.weak === true ? tier : strict();
    tiers.push(tier.value);
  }
  if (settings.weak !== true) return { ok: false, ...tiersNotAllowed() };
  return { ok: true, value: { kind: 'weak-ranking', tiers } };
}

function readList(value: unknown, what: string, options: readonly string[]): BallotReading<string[]> {
  if (!Array.isArray(value))
    return {
      ok: false,
      code: 'wrong-shape',
      reason: `${what} must be a list of ids${what === 'a ranking' ? ', favourite first' : ''}, not ${quoted(value)}`,
    };
  const ranking: string[] = [];
  for (const entry of value as unknown[]) {
    const option = readOption(entry, options);
    if (!option.ok) return option;
    ranking.push(option.value);
  }
  return { ok: true, value: ranking };
}

function readNumbers(
  value: unknown,
  what: 'rating' | 'points',
  options: readonly string[],
): BallotReading<Record<string, number>> {
  const entries = pairs(value, what);
  if (entries === null)
    return {
      ok: false,
      code: 'wrong-shape',
      reason: `the ${what} must be an object from each id to a number, not ${quoted(value)}`,
    };
  const numbers = new Map<string, number>();
  for (const [id, number] of entries) {
    const option = readOption(id, options);
    if (!option.ok) return option;
    if (numbers.has(option.value))
      return {
        ok: false,
        code: 'repeated-option',
        reason: `option ${JSON.stringify(option.value)} is named more than once`,
      };
    if (typeof number !== 'number')
      return {
        ok: false,
        code: 'not-a-number',
        reason: `the ${what} of option ${JSON.stringify(option.value)} must be a number, not ${quoted(number)}`,
      };
    numbers.set(option.value, number);
  }
  return { ok: true, value: Object.fromEntries(numbers) };
}

function pairs(value: unknown, what: string): [unknown, unknown][] | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!Array.isArray(value)) return Object.entries(value);
  const rows = value as unknown[];
  if (!rows.every((row): row is Record<string, unknown> => typeof row === 'object' && row !== null))
    return null;
  return rows.map((row) => [row['id'], row[what]]);
}

function map<A, B>(reading: BallotReading<A>, change: (value: A) => B): BallotReading<B> {
  return reading.ok ? { ok: true, value: change(reading.value) } : reading;
}

/**
 * The option that an answer means: its id as a number or a string, with or without a noun such as
 * "Proposal" before it ("3", 3, "proposal 3", "#3", "Option 3"). An exact id wins over any looser reading.
 */
function readOption(value: unknown, options: readonly string[]): BallotReading<string> {
  if (typeof value !== 'string' && typeof value !== 'number')
    return {
      ok: false,
      code: 'wrong-shape',
      reason: `${value === undefined ? 'nothing' : quoted(value)} is no option: write an option's id`,
    };
  const text = String(value);
  if (options.includes(text)) return { ok: true, value: text };
  const wanted = plain(text);
  const matching = options.filter((option) => plain(option) === wanted);
  if (matching.length === 1) return { ok: true, value: matching[0] as string };
  const known = options.map((option) => JSON.stringify(option)).join(', ');
  return {
    ok: false,
    code: 'unknown-option',
    reason: `${quoted(text)} is none of the options: ${known === '' ? 'there are none' : known}`,
  };
}

function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^(proposal|candidate|option|answer|choice|project)(?=[\s_#-]|\d)[\s_-]*/, '')
    .replace(/^#\s*/, '');
}
