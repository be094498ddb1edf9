import { readingGrade, sentenceEmbedder } from 'agora-core/language';
import { ruleByName } from 'agora-voting';
import { withoutTags } from '../llm-deliberation/deal';
import { worthOf, type Deal, type Seat } from '../llm-deliberation/game';
import { dealKey, standingAfterRounds } from './computed-votes';
import { cut, type ClaimCase, type Cut, type Measured } from './evaluate';
import { negotiations, tableAfter, utilityShare, type Negotiation, type Turn } from './negotiations';
import { type RecordedTests, testsOf } from './recorded-tests';
import {
  trajectoryOfNegotiation,
  playedRounds,
  roundDistances,
  stopsOf,
  type Stops,
} from './stopped-negotiations';
import { gapClosed } from './stops';
import { wordCount } from './word-count';

/*
 * RoundTable's claims on LLM-Deliberation's negotiations. A configuration is a cluster: a measure is averaged over its
 * games, and configurations count alike.
 */

/** What one game has. */
type Reads = (one: Negotiation) => number | null;

const bySheets = 'Clustered by score sheets (six).';
const byTags = "Deals by the authors' tags only.";
const otherEmbedding = 'all-MiniLM-L6-v2 in its place.';

/** Needs the embedding model that `npm run setup` brings. */
export async function roundtableTests(): Promise<RecordedTests> {
  const read = { words: negotiations('words'), tags: negotiations('tags') };
  const distances = await distancesOf(read.words);
  return testsOf('roundtable', {
    ...dealMeasures(read),
    ...languageClaims(read.words, distances),
    ...(await stoppingClaims(read.words, distances)),
  });
}

type Read = Readonly<Record<'words' | 'tags', readonly Negotiation[]>>;
type Claims = Readonly<Record<string, Measured>>;

/** The claims that need deals alone, and no embeddings. Exported for tests. */
export function dealMeasures(read: Read): Claims {
  return { ...voteClaims(read), ...tableClaims(read) };
}

function gameCases(
  games: readonly Negotiation[],
  reads: Reads,
  by: 'config' | 'sheets' = 'config',
): ClaimCase[] {
  return games.flatMap((one) => {
    const value = reads(one);
    return value === null ? [] : [{ cluster: one[by], model: one.model, numerator: value }];
  });
}

/** A game's number, with the two cuts that all such claims have. */
function byGame(read: Read, reads: Reads, more: readonly Cut[] = []): Measured {
  return {
    cases: gameCases(read.words, reads),
    alike: 'clusters',
    sensitivity: [
      ...more,
      cut(byTags, gameCases(read.tags, reads)),
      cut(bySheets, gameCases(read.words, reads, 'sheets')),
    ],
  };
}

function voteClaims(read: Read): Claims {
  const choice = ['majority', 'plurality'] as const;
  const standing = new Map<Negotiation, Record<string, (Deal | null)[]>>();
  for (const one of [...read.words, ...read.tags])
    standing.set(
      one,
      Object.fromEntries(choice.map((rule) => [rule, standingAfterRounds(one, ruleByName(rule))])),
    );
  const fairness = (one: Negotiation, rule: string): number | null => {
    const last = standing.get(one)?.[rule]?.at(-1) ?? null;
    return last === null ? null : fairnessOf(last, one.seats);
  };
  const falls: Reads = (one) => {
    const [majority, plurality] = [fairness(one, 'majority'), fairness(one, 'plurality')];
    return majority === null || plurality === null ? null : majority - plurality;
  };
  const both = read.words.filter((one) => falls(one) !== null).length;
  return {
    fairnessFallsWithThreshold: {
      ...byGame(read, falls),
      counted: [`${both} of ${read.words.length} games end with a decision under both rules`],
    },
  };
}

/** 100 x the smallest over the largest utility of any party. */
function fairnessOf(deal: Deal, seats: readonly Seat[]): number {
  const worth = seats.map((seat) => worthOf(deal, seat));
  return Math.max(...worth) === 0 ? 100 : (100 * Math.min(...worth)) / Math.max(...worth);
}

function tableClaims(read: Read): Claims {
  const change =
    (of: number, less: number): Reads =>
    (one) =>
      utilityShare(one, of) - utilityShare(one, less);
  const words = (says: string, reads: Reads): Cut => cut(says, gameCases(read.words, reads));
  const turns = read.words.flatMap((one) => one.turns.filter(isCounted));
  const without = turns.filter(({ deal }) => deal === null).length;
  return {
    agentsAreOftenIrrational: {
      ...byGame(read, rationalShare({}), [
        words(
          'Turns that repeat the deal on the table left out (agreeing is not irrational).',
          rationalShare({ without: 'repeats' }),
        ),
        words('Turns with a deal only.', rationalShare({ without: 'silent' })),
        words(
          "Only a deal worth less than the standing one counts as irrational (the paper's footnote).",
          rationalShare({ equalIsRational: true }),
        ),
      ]),
      counted: [`${without} of ${turns.length} turns in rounds 1 to 4 propose no whole deal`],
    },
    utilityPeaksEarly: byGame(read, change(2, 4), [words('After round 3 against round 4.', change(3, 4))]),
    firstRoundsImprove: byGame(read, change(2, 1), [
      words('After round 2 against the opening deal.', change(2, 0)),
    ]),
  };
}

const isCounted = ({ round }: Turn): boolean => round >= 1 && round <= playedRounds;

interface RationalSettings {
  readonly without?: 'repeats' | 'silent';
  readonly equalIsRational?: boolean;
}

/** Of all turns in rounds 1 to 4, the share that propose what gives the proposer more than what is on the table. */
function rationalShare({ without, equalIsRational = false }: RationalSettings): Reads {
  return (one) => {
    let table: Deal | null = tableAfter(one, 0);
    let [rational, counted] = [0, 0];
    for (const turn of one.turns.filter(isCounted)) {
      const { deal } = turn;
      const seat = one.seats.find(({ party }) => party === turn.party) as Seat;
      const stands = table === null ? 0 : worthOf(table, seat);
      const isRepeat = deal !== null && table !== null && dealKey(deal) === dealKey(table);
      if (
        !(without === 'repeats' && isRepeat) &&
        !(without !== undefined && deal === null && without === 'silent')
      ) {
        counted++;
        if (
          deal === null
            ? equalIsRational
            : worthOf(deal, seat) > stands || (equalIsRational && worthOf(deal, seat) === stands)
        )
          rational++;
      }
      table = deal ?? table;
    }
    return counted === 0 ? null : (100 * rational) / counted;
  };
}

const distancesOf = async (games: readonly Negotiation[]) => {
  const embedder = sentenceEmbedder();
  const found = new Map<Negotiation, (number | null)[]>();
  for (const one of games) found.set(one, await roundDistances(one, embedder));
  return found;
};

type Distances = ReadonlyMap<Negotiation, readonly (number | null)[]>;

function languageClaims(games: readonly Negotiation[], distances: Distances): Claims {
  const texts = (own: readonly Negotiation[], round: number): string[] =>
    own.flatMap(({ turns }) =>
      turns.filter((turn) => turn.round === round).map(({ text }) => withoutTags(text)),
    );
  const words = (own: readonly Negotiation[], round: number) => meanOf(texts(own, round).map(wordCount));
  const grade = (own: readonly Negotiation[], round: number) =>
    meanOf(texts(own, round).flatMap((text) => readingGrade(text) ?? []));
  const distance = (own: readonly Negotiation[], round: number) =>
    meanOf(own.flatMap((one) => distances.get(one)?.[round - 1] ?? []));
  const growth = (to: number, from: number) => (own: readonly Negotiation[]) =>
    100 * (words(own, to) / words(own, from) - 1);
  type Of = (own: readonly Negotiation[]) => number;
  const step = (of: (own: readonly Negotiation[], round: number) => number, to: number, from: number): Of => {
    return (own) => of(own, to) - of(own, from);
  };
  const part = (reads: Of, name: string, by: 'config' | 'sheets' = 'config'): ClaimCase[] =>
    groupCases(games, reads, by).map((one) => ({ ...one, part: name }));
  const steps = (reads: (round: number) => Of, first: number): Measured => {
    const rounds = Array.from({ length: playedRounds - first }, (_, more) => first + more);
    const nameOf = (round: number) => `round ${round} to ${round + 1}`;
    return {
      cases: rounds.flatMap((round) => part(reads(round), nameOf(round))),
      alike: 'clusters',
      sensitivity: rounds.map((round) =>
        cut(`${bySheets} ${nameOf(round)}`, groupCases(games, reads(round), 'sheets')),
      ),
    };
  };
  const grew = steps((round) => step(grade, round + 1, round), 1);
  return {
    messagesGrow: {
      cases: groupCases(games, growth(4, 1)),
      alike: 'clusters',
      sensitivity: [
        cut(bySheets, groupCases(games, growth(4, 1), 'sheets')),
        cut('Round 4 against round 2.', groupCases(games, growth(4, 2))),
      ],
      uncomputed: ['Human negotiations (casino-negotiations), first against last quarter.'],
    },
    lengthRisesEachRound: steps((round) => step(words, round + 1, round), 1),
    complexityRises: {
      ...grew,
      sensitivity: [
        cut('Round 4 against round 1.', groupCases(games, step(grade, 4, 1))),
        ...(grew.sensitivity ?? []),
      ],
    },
    noveltyFalls: {
      ...steps((round) => step(distance, round, round + 1), 2),
      uncomputed: [otherEmbedding, 'Human groups (delidata-groups).'],
    },
  };
}

/** One number a configuration (or score sheet), over all of its games together. */
function groupCases(
  games: readonly Negotiation[],
  reads: (own: readonly Negotiation[]) => number,
  by: 'config' | 'sheets' = 'config',
): ClaimCase[] {
  const names = [...new Set(games.map((one) => one[by]))];
  return names.map((name) => {
    const own = games.filter((one) => one[by] === name);
    return { cluster: name, model: own[0]?.model ?? '', numerator: reads(own) };
  });
}

async function stoppingClaims(games: readonly Negotiation[], distances: Distances): Promise<Claims> {
  const courses = [];
  for (const [place, one] of games.entries())
    courses.push(await trajectoryOfNegotiation(one, place, distances.get(one) ?? []));
  const shares = games.map((one) => [1, 2, 3, 4].map((round) => utilityShare(one, round)));
  const gap = (rounds: readonly number[], by: 'config' | 'sheets' = 'config'): ClaimCase[] =>
    games.map((one, place) => {
      const { numerator, denominator } = gapClosed(shares[place] ?? [], rounds[place] ?? playedRounds);
      return { cluster: one[by], model: one.model, numerator: numerator, denominator: denominator };
    });
  const whole = stopsOf(
    courses,
    games.map(({ config }) => config),
    5,
    1,
  );
  const byGames = stopsOf(
    courses,
    games.map((_, place) => String(place)),
    5,
    1,
  );
  const third = cut('Round 3 as a fixed stop.', gap(games.map(() => 3)), { method: 'ratio of sums' });
  const claim = (policy: keyof Stops): Measured => {
    const rounds = whole.map((stop) => stop[policy]);
    const early = rounds.filter((round) => round < playedRounds).length;
    return {
      cases: gap(rounds),
      alike: 'clusters',
      counted: [`${early} of ${games.length} games are stopped before round 4`],
      sensitivity: [
        cut('Folds of games in place of configurations.', gap(byGames.map((stop) => stop[policy])), {
          method: 'ratio of sums',
        }),
        third,
        cut(bySheets, gap(rounds, 'sheets'), { method: 'ratio of sums' }),
      ],
    };
  };
  return { distanceStoppingClosesGap: claim('distance'), actStoppingClosesGap: claim('acts') };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}
