import { type Collaboration, eventsOf } from 'agora-core/transcripts';
import { AgoraError, Random } from 'agora-voting';
import { chanceAmong, countFour, letters, rankings, type Scores, sixRules } from './four-options';

/** The results of all rankings of one question, in percent; by rule in the order of `sixRules`. */
export interface RatedByAll {
  readonly id: string;
  readonly subject: string;
  /** Not all raters have the same first choice. */
  readonly disagree: boolean;
  /** How often the key is among a single rater's first 1, 2 and 3. */
  readonly single: readonly number[];
  /** All raters: how often the key is among the rule's first 1 (its accuracy), 2 and 3. */
  readonly hits: readonly (readonly number[])[];
  /** How often the option with the highest sum of probabilities is the key; null if none are recorded. */
  readonly summed: number | null;
}

/** The results of all raters, and those with fewer or unreliable raters. */
export interface RatedQuestion extends RatedByAll {
  /** Accuracy, the mean over all subsets of 2 to 5 raters, or of all raters if there are fewer. */
  readonly fewer: Readonly<Record<number, readonly number[]>>;
  /** Accuracy with 2 to 6 of the ballots replaced by random ones, or all ballots if there are fewer. */
  readonly unreliable: Readonly<Record<number, readonly number[]>>;
}

export interface RatedSettings {
  /** Random replacements a question. */
  readonly draws: number;
  readonly seed: number;
}

/**
 * Counts one question in all the ways that GEDI's claims ask for. Equal probabilities have no fixed order: all orders
 * of a profile are counted, and a drawn profile has a drawn order.
 * @throws AgoraError 'claim' if it is not an election of four options by complete rankings
 */
export function rateQuestion(one: Collaboration, settings: RatedSettings): RatedQuestion {
  const { id, key, ballots, profiles } = electionOf(one);
  return {
    ...rateByAll(one),
    fewer: Object.fromEntries([2, 3, 4, 5].map((size) => [size, subsetsOf(profiles, size, key)])),
    unreliable: unreliableIn(ballots, key, settings, Random.from(settings.seed, 'unreliable', id)),
  };
}

/** Counts one question by all of its raters, which takes a second for thousands of questions. */
export function rateByAll(one: Collaboration): RatedByAll {
  const { id, subject, key, ballots, profiles } = electionOf(one);
  return {
    id: id,
    subject: subject,
    disagree: !isUnanimous(ballots),
    single: [1, 2, 3].map((k) => singleHits(ballots, key, k)),
    hits: [1, 2, 3].map((k) => meanOver(profiles.map((profile) => hitsOf(countFour(profile), key, k)))),
    summed: summedHit(one, key),
  };
}

/** How often the option is the key that all raters together give most; to five decimals, as they are recorded. */
function summedHit(one: Collaboration, key: number): number | null {
  const note = eventsOf(one, 'note').find(({ kind }) => kind === 'probabilities');
  if (note === undefined) return null;
  const rows = Object.values(note.data as Readonly<Record<string, readonly number[]>>);
  const sums = letters.map((_, option) =>
    Math.round(1e5 * rows.reduce((sum, row) => sum + (row[option] ?? 0), 0)),
  );
  return 100 * chanceAmong(sums, key, 1);
}

/** A question's key as a place in `letters`, and its ballots as places in `rankings`. */
function electionOf(one: Collaboration) {
  const { id, subject, answer } = one.instance as Readonly<Record<'id' | 'subject' | 'answer', string>>;
  const key = letters.indexOf(answer as 'A');
  const ballots = eventsOf(one, 'vote').map(({ ballot }) => ordersOf(ballot));
  if (key < 0 || ballots.length === 0)
    throw new AgoraError('claim', `${id}: needs a key from A to D and at least one ballot`);
  return { id: id, subject: subject, key: key, ballots: ballots, profiles: allOrders(ballots) };
}

/** All rankings that a ballot may mean, as places in `rankings`: one, or one for each order of equal options. */
function ordersOf(ballot: unknown): readonly number[] {
  const { ranking, tiers } = ballot as {
    ranking?: readonly string[];
    tiers?: readonly (readonly string[])[];
  };
  const levels = (tiers ?? (ranking ?? []).map((option) => [option])).map((tier) =>
    tier.map((option) => letters.indexOf(option as 'A')),
  );
  const levelOf = (option: number): number => levels.findIndex((tier) => tier.includes(option));
  if (levels.flat().length !== 4 || [0, 1, 2, 3].some((option) => levelOf(option) < 0))
    throw new AgoraError('claim', `needs a ranking of A to D, got ${JSON.stringify(ballot)}`);
  return rankings.flatMap((order, place) => {
    const isMeant = order.every(
      (option, at) => at === 0 || levelOf(order[at - 1] as number) <= levelOf(option),
    );
    return isMeant ? [place] : [];
  });
}

/** Every profile that the ballots may mean. */
function allOrders(ballots: readonly (readonly number[])[]): number[][] {
  let profiles: number[][] = [[]];
  for (const orders of ballots)
    profiles = profiles.flatMap((profile) => orders.map((order) => [...profile, order]));
  return profiles;
}

function isUnanimous(ballots: readonly (readonly number[])[]): boolean {
  const first = new Set(ballots.flatMap((orders) => orders.map((order) => rankings[order]?.[0])));
  return first.size === 1;
}

function singleHits(ballots: readonly (readonly number[])[], key: number, k: number): number {
  const shares = ballots.map((orders) => {
    const among = orders.filter((order) => (rankings[order] as readonly number[]).indexOf(key) < k);
    return among.length / orders.length;
  });
  return (100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length;
}

/** By rule, how often the key is among the first k, in percent. */
function hitsOf(scores: Scores, key: number, k: number): number[] {
  return scores.map((one) => 100 * chanceAmong(one, key, k));
}

function meanOver(rows: readonly (readonly number[])[]): number[] {
  return sixRules.map((_, rule) => rows.reduce((sum, row) => sum + (row[rule] ?? 0), 0) / rows.length);
}

function subsetsOf(profiles: readonly (readonly number[])[], size: number, key: number): number[] {
  const rows: (readonly number[])[] = [];
  for (const profile of profiles)
    for (const places of subsetsOfTen(profile.length, Math.min(size, profile.length)))
      rows.push(
        smallHits(
          places.map((place) => profile[place] as number),
          key,
        ),
      );
  return meanOver(rows);
}

const subsets = new Map<string, number[][]>();

function subsetsOfTen(from: number, size: number): number[][] {
  const name = `${size} of ${from}`;
  const known = subsets.get(name);
  if (known !== undefined) return known;
  let found: number[][] = [[]];
  for (let step = 0; step < size; step++)
    found = found.flatMap((places) => {
      const next = (places.at(-1) ?? -1) + 1;
      return Array.from({ length: from - next }, (_, more) => [...places, next + more]);
    });
  subsets.set(name, found);
  return found;
}

const small = new Map<string, readonly number[]>();

/** Few ballots come up again and again: each set of them is counted once for each key. */
function smallHits(ballots: readonly number[], key: number): readonly number[] {
  const name = `${[...ballots].sort((a, b) => a - b).join()} ${key}`;
  const known = small.get(name);
  if (known !== undefined) return known;
  const found = hitsOf(countFour(ballots), key, 1);
  small.set(name, found);
  return found;
}

function unreliableIn(
  ballots: readonly (readonly number[])[],
  key: number,
  { draws }: RatedSettings,
  random: Random,
): Record<number, number[]> {
  const found: Record<number, number[]> = {};
  for (const count of [2, 3, 4, 5, 6]) {
    const sums = sixRules.map(() => 0);
    for (let draw = 0; draw < draws; draw++) {
      const replaced = random.shuffle(ballots.map((_, place) => place)).slice(0, count);
      const profile = ballots.map((orders, place) =>
        replaced.includes(place) ? random.below(rankings.length) : random.pick(orders),
      );
      hitsOf(countFour(profile), key, 1).forEach((hit, rule) => (sums[rule]! += hit));
    }
    found[count] = sums.map((sum) => sum / draws);
  }
  return found;
}
