import type { CriterionName, Result } from '../voting-rule';
import { written, type Opinions } from './cast';
import type { CountedElections } from './counted-elections';
import type { Criterion, Finding } from './criterion';
import { listed } from './votes';

/** Votes on which a rule breaks a criterion, as data. */
export interface Counterexample {
  /** The rule's name. */
  readonly rule: string;
  readonly criterion: CriterionName;
  /** What the criterion demands, in one sentence. */
  readonly definition: string;
  readonly facts: Criterion['facts'];
  /** The most options and the most voters of its elections. */
  readonly options: number;
  readonly voters: number;
  /** How many ballots differ between the two elections; 0 if none is changed. */
  readonly changedBallots: number;
  /** One election, or one before and one after, or two groups and the whole. */
  readonly elections: readonly ShownElection[];
  /** What the criterion demands here, and what happens instead. */
  readonly sentences: readonly [string, string];
}

/** An election of a counterexample: the voters' opinions, and the result under the rule. */
export interface ShownElection {
  readonly label: string;
  /** Rankings or ratings. `cast` turns them into ballots for rules on choices or approvals. */
  readonly profile: Opinions;
  readonly result: Result;
}

export function toCounterexample(
  elections: CountedElections,
  criterion: Criterion,
  finding: Finding,
): Counterexample {
  return {
    rule: elections.rule.name,
    criterion: criterion.name,
    definition: criterion.definition,
    facts: criterion.facts,
    options: Math.max(...finding.elections.map(({ votes }) => votes.names.length)),
    voters: Math.max(...finding.elections.map(({ votes }) => votes.ballots.length)),
    changedBallots: finding.changedBallots,
    elections: finding.elections.map(({ label, votes }) => ({
      label,
      profile: written(elections.inOrder(votes), elections.anonymous),
      result: elections.result(votes),
    })),
    sentences: finding.sentences,
  };
}

/**
 * A counterexample in words, as in GEDI's Figures 8 to 11: the votes with their counts, first preferences or pairs, the
 * rule's tally and winners of each election, and what is wrong with them.
 * @example
 * const outcome = voting.searchCounterexample(voting.borda, 'majority');
 * outcome.kind === 'violated' && voting.describeCounterexample(outcome.counterexample).split('\n')[0];
 * // => 'borda breaks "majority" with 3 options and 3 voters.'
 */
export function describeCounterexample(example: Counterexample): string {
  const { rule, criterion, definition, options, voters, facts, elections, sentences } = example;
  return [
    `${rule} breaks "${criterion}" with ${options} options and ${count(voters, 'voter')}.`,
    definition,
    ...elections.map((election) => `\n${describeElection(election, facts)}`),
    `\n${sentences.join(' ')}`,
  ].join('\n');
}

function describeElection({ label, profile, result }: ShownElection, facts: Counterexample['facts']): string {
  const { options, ballots, counts } = profile;
  const voters = ballots.map((_, place) => count(counts?.[place] ?? 1, 'voter'));
  const width = Math.max(...voters.map((text) => text.length));
  const lines = ballots.map((ballot, place) => {
    const text =
      ballot.kind === 'ranking'
        ? ballot.ranking.join(' > ')
        : options.map((option) => `${option} ${ballot.ratings[option]}`).join(', ');
    return `  ${(voters[place] as string).padStart(width)}: ${text}`;
  });
  const tally = options.map((option) => `${option} ${short(result.tally[option] ?? 0)}`).join(', ');
  return [
    `${label}:`,
    ...lines,
    facts === 'pairwise' ? `  Pairs: ${pairs(profile)}` : `  First preferences: ${firsts(profile)}`,
    `  Tally: ${tally}`,
    `  ${result.winners.length > 1 ? 'Winners' : 'Winner'}: ${listed(result.winners)}`,
  ].join('\n');
}

/** "Amber 3, Blue 2"; on ratings, voters who rate one option above all others. */
function firsts(profile: Opinions): string {
  const levels = levelsOf(profile);
  return profile.options
    .map((option, place) => {
      const voters = levels.reduce(
        (sum, { row, weight }) =>
          row.every((level, other) => other === place || level < (row[place] as number)) ? sum + weight : sum,
        0,
      );
      return `${option} ${voters}`;
    })
    .join(', ');
}

/** "Amber over Blue 3 to 2", each pair with its winner first. */
function pairs(profile: Opinions): string {
  const levels = levelsOf(profile);
  const support = (a: number, b: number): number =>
    levels.reduce(
      (sum, { row, weight }) => ((row[a] as number) > (row[b] as number) ? sum + weight : sum),
      0,
    );
  const { options } = profile;
  const told = options.flatMap((_, a) =>
    options.slice(a + 1).map((_, later) => {
      const b = a + 1 + later;
      const [ahead, behind] = support(a, b) >= support(b, a) ? [a, b] : [b, a];
      const [most, least] = [support(ahead, behind), support(behind, ahead)];
      return most === least
        ? `${options[ahead]} and ${options[behind]} ${most} each`
        : `${options[ahead]} over ${options[behind]} ${most} to ${least}`;
    }),
  );
  return told.length === 0 ? 'none' : told.join(', ');
}

/** For every ballot the options' levels, higher for better ones, and the number of its voters. */
function levelsOf(profile: Opinions): { readonly row: readonly number[]; readonly weight: number }[] {
  const { options, counts } = profile;
  return profile.ballots.map((ballot, place) => ({
    row: options.map((option) =>
      ballot.kind === 'ranking' ? -ballot.ranking.indexOf(option) : (ballot.ratings[option] as number),
    ),
    weight: counts?.[place] ?? 1,
  }));
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** At most three decimals. */
function short(number: number): string {
  return String(Number(number.toFixed(3)));
}
