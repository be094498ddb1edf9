import type { z } from 'zod';
import { AgoraError, ruleByName, rules as kitRules, type BallotKind, type VotingRule } from 'agora-voting';
import { listOf, oneOf, votingRule, whole } from 'agora-voting/internal';

/*
 * The settings of items: what can be changed, with our default, the paper's value, and the effect. Each maker below
 * is one kind of value; it also says how the command line reads such a value.
 */

/** One thing about an item that can be changed. `Given` is the type of the values that a user may give. */
export interface Setting<Value, Given = Value> {
  /** Our default, chosen so that the item runs in seconds. */
  readonly default: Value;
  /** The default for recorded evidence, which costs no call. Default: `default`. */
  readonly whenRecorded?: Value;
  /** The paper's value, or words if it is not a single value. */
  readonly paper: Value | string;
  /** What it does, in a sentence. */
  readonly does: string;
  /** The allowed words, if it takes words from a fixed list. */
  readonly options?: () => readonly string[];
  /** The schema of its value. */
  readonly is: z.ZodType;
  /** Whether the path of a script may be typed that exports a voting rule of the user's own. Default false. */
  readonly takesScripts?: boolean;
  /** Reads a typed value: "50", "borda,schulze". Returns a text that cannot be read unchanged, so that `is` rejects it. */
  readonly read: (typed: string) => unknown;
  /** Converts the user's value to the item's value: the name of a rule to the rule. Default: no conversion. */
  take?(given: Given): unknown;
}

interface About<Value> {
  readonly default: Value;
  readonly whenRecorded?: Value;
  readonly paper: Value | string;
  readonly does: string;
}

const parts = (typed: string): string[] => typed.split(',').map((part) => part.trim());
/** What is typed as a number; what is none stays as it is, so that the error shows it. */
export const numberOf = (typed: string): number | string => {
  const value = Number(typed);
  return typed.trim() === '' || Number.isNaN(value) ? typed : value;
};

/** A number of questions, raters, runs: whole, and at least one unless `least` says otherwise. */
export function count(about: About<number>, least = 1): Setting<number> {
  return { ...about, is: whole(least), read: numberOf };
}

/** Several whole numbers. */
export function counts(about: About<readonly number[]>, least = 1): Setting<readonly number[]> {
  return {
    ...about,
    is: listOf('whole numbers', whole(least), 1),
    read: (typed) => parts(typed).map(numberOf),
  };
}

/** The seed of everything random. */
export function seed(usual = 7): Setting<number> {
  return {
    default: usual,
    paper: 'not stated',
    does: 'The seed of everything random. Another seed is another run.',
    is: whole(Number.MIN_SAFE_INTEGER),
    read: numberOf,
  };
}

/** One of several words. */
export function word<const Words extends readonly [string, ...string[]]>(
  words: Words,
  about: About<Words[number]>,
): Setting<Words[number]> {
  return { ...about, options: () => words, is: oneOf(...words), read: (typed) => typed };
}

/** Some of several words, each once. */
export function words<const Words extends readonly [string, ...string[]]>(
  known: Words,
  about: About<readonly Words[number][]>,
): Setting<readonly Words[number][]> {
  const wanted = { error: `different ones of ${known.join(', ')}` };
  const is = listOf('names', oneOf(...known), 1).refine(
    (given) => new Set(given).size === given.length,
    wanted,
  );
  return { ...about, options: () => known, is, read: parts };
}

/**
 * Voting rules. A user gives rules or their names. A rule that counts in the same way as one of the item's own, under another name, becomes
 * that rule: RoundTable's ranked is `voting.dowdall`.
 * @param ballots - the kinds of ballots that the item has on record
 */
export function rules<Rule extends VotingRule>(
  about: About<readonly Rule[]>,
  ballots: readonly BallotKind[],
): Setting<readonly Rule[], readonly (Rule | string)[]> {
  const member = votingRule.refine((rule) => ballots.includes((rule as VotingRule).ballot), {
    error: ({ input }) => {
      const { name, ballot } = input as VotingRule;
      const other = name === 'plurality' && ballots.includes('ranking') ? onRankings : '';
      return `a voting rule on ${ballots.join(' or ')} ballots (${name} counts ${ballot} ballots${other})`;
    },
  });
  // A name of the item's own rules comes first: GEDI's plurality counts rankings, and is not `voting.plurality`.
  const named = (name: string): VotingRule =>
    about.default.find((rule) => [rule.name, shortName(rule)].includes(name)) ?? ruleByName(name);
  const taken = (one: Rule | string, given: readonly unknown[]): unknown => {
    if (typeof one === 'string') return named(one);
    const same = about.default.find((rule) => countsAs(rule, one));
    return same === undefined || given.includes(same) ? one : same;
  };
  return {
    ...about,
    is: listOf('voting rules', member, 1),
    takesScripts: true,
    read: (typed) => parts(typed),
    take: (given) => {
      if (!Array.isArray(given)) return given;
      const rules = given.map((one: Rule | string) => taken(one, given));
      refuseSameNames(rules, about.default);
      return rules;
    },
  };
}

/**
 * @throws AgoraError 'setting' for rules whose rows would be mixed up: two of one name, or one of a user's own with a name
 * that is taken
 */
function refuseSameNames(given: readonly unknown[], usual: readonly VotingRule[]): void {
  const rules = given.filter((one): one is VotingRule => votingRule.safeParse(one).success);
  const isNamed = (rule: VotingRule, { name }: VotingRule): boolean =>
    [rule.name, shortName(rule)].some((known) => known.toLowerCase() === name.toLowerCase());
  const names = rules.map(({ name }) => name.toLowerCase());
  const twice = rules.find((_, place) => names.indexOf(names[place] ?? '') !== place);
  if (twice !== undefined)
    throw new AgoraError(
      'setting',
      `two of the rules are named "${twice.name}": each needs a name of its own`,
    );
  const isOwn = (rule: VotingRule): boolean => !usual.includes(rule) && !kitRules.includes(rule);
  const taken = rules.find(
    (rule) =>
      isOwn(rule) &&
      [...usual, ...kitRules].some((other) => isNamed(other, rule) && other.explanation !== rule.explanation),
  );
  if (taken !== undefined)
    throw new AgoraError(
      'setting',
      `a rule of your own is named "${taken.name}", as one of the kit's: give it another name`,
    );
}

/** What to give in place of `voting.plurality` where ballots are rankings. */
const onRankings = "; voting.plurality({ on: 'rankings' }) counts rankings";

/** Whether two rules are the same under different names: they share the function that counts. */
function countsAs(rule: VotingRule, other: unknown): boolean {
  const { ballot, count } = (other ?? {}) as Partial<VotingRule>;
  return rule.ballot === ballot && rule.count === count;
}

/**
 * One voting rule. A user gives it or its name.
 * @param named - how a name is read. Default: names of agora-voting
 */
export function rule(
  about: About<VotingRule>,
  named: (name: string) => VotingRule = ruleByName,
): Setting<VotingRule, VotingRule | string> {
  return {
    ...about,
    is: votingRule,
    takesScripts: true,
    read: (typed) => typed,
    take: (given) => (typeof given === 'string' ? named(given) : given),
  };
}

/** A rule's name as papers print it: if a paper has only one variant of a rule, the variant has the rule's name. */
export function shortName({ name }: VotingRule): string {
  return name.replace(' (weak)', '').replace('first-preference ', '');
}
