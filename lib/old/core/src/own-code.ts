import { createHash } from 'node:crypto';
import { AgoraError, Random, rules, type VotingRule } from 'agora-voting';
import { canonicalJson, randomBallot } from 'agora-voting/internal';

/*
 * A name and settings describe what this kit makes: its code has a version. What users write (a protocol, an
 * environment, a policy, a rule) keeps its name while they change it, and a run of the earlier one must not be taken
 * for a run of the later. So such parts are told apart by what they do.
 */

const shipped = new WeakSet<object>();

/** Marks an object as made by this kit, so that its name and settings tell it from others. */
export function asShipped<T extends object>(made: T): T {
  shipped.add(made);
  return made;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/**
 * A digest of the functions of a part that this kit did not make, as they are written; undefined for a part that it
 * did. What functions take from outside of them (a constant, another function) is not seen: it belongs in `settings`.
 */
export function ownCode(part: object): string | undefined {
  if (shipped.has(part)) return undefined;
  const texts = functionsOf(part, '', new Set());
  return texts.length === 0 ? undefined : digest(texts.join('\0'));
}

function functionsOf(value: unknown, path: string, above: ReadonlySet<unknown>): string[] {
  if (typeof value === 'function') return [`${path} ${String(value)}`];
  if (typeof value !== 'object' || value === null || Array.isArray(value) || above.has(value)) return [];
  const within = new Set([...above, value]);
  return Object.keys(value)
    .sort()
    .flatMap((key) => functionsOf((value as Record<string, unknown>)[key], `${path}.${key}`, within));
}

const options = ['A', 'B', 'C', 'D'];
const voters = 5;
const elections = 12;

/**
 * A digest of what a voting rule of a user's own tells its voters, and of whom it elects in some fixed elections;
 * undefined for a rule of this kit.
 */
export function ownRule(rule: VotingRule): string | undefined {
  if (rules.some((known) => known === rule)) return undefined;
  const results = Array.from({ length: elections }, (_, seed) => resultOf(rule, seed));
  return digest(canonicalJson({ explanation: rule.explanation, results }));
}

function resultOf(rule: VotingRule, seed: number): string {
  const random = Random.from(seed);
  try {
    const form = rule.ballotSettings?.(options, voters) ?? {};
    const ballots = Array.from({ length: voters }, () => randomBallot(rule.ballot, options, form, random));
    const { order, winners } = rule.count(
      { options, ballots: ballots, electorate: voters },
      { random: random, dictator: 0 },
    );
    return JSON.stringify([order, winners]);
  } catch (error) {
    return error instanceof AgoraError ? error.code : String(error);
  }
}
