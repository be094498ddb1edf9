import {
  AgoraError,
  type Ballot,
  type BallotKind,
  type CountHelp,
  type Profile,
  Random,
  RankingProfile,
  RatingProfile,
  breakTie,
  type TiePolicy,
  type VotingRule,
} from 'agora-voting';
import {
  ballotOrder,
  type ConsultedDictator,
  countVotes,
  dictatorKindOf,
  randomBallot,
} from 'agora-voting/internal';
import type { Election, RecordedPoll } from './election';

/** How to count recorded ballots again, where GEDI is ambiguous. */
export interface RecountSettings {
  /**
   * How a question counts if several options win, among them the right one. `expected` (default): as the probability
   * that a fair draw selects it, which is the mean of `random` over many draws. The others are those of
   * `voting.breakTie`.
   */
  readonly ties: 'expected' | TiePolicy;
  /** The seed of all random draws. Default 7. */
  readonly seed: number;
  /** The number of random draws; a question counts as the mean over its draws. Default 1. */
  readonly draws: number;
  /**
   * Which questions are valid for a rule. `whole profile` (default): those with valid ballots of all raters, even if
   * fewer raters are counted, so that all quorums are compared on the same questions (the paper leaves a model out of
   * its figure on quorums for having too few whole profiles). `quorum`: those with valid ballots of all counted
   * raters. `valid ballots`: those with at least one valid ballot among the counted raters; only valid ballots are
   * counted.
   */
  readonly validity: 'whole profile' | 'quorum' | 'valid ballots';
  /** Which raters a smaller quorum counts: the first ones of the roster (default), or random ones. */
  readonly quorumOf: 'first' | 'random';
  /**
   * When the dictator's own ballot is random if k of n raters are unreliable; the paper does not say. With
   * probability k/n (`share`, the default), as soon as k is 1 (`first`), or never.
   */
  readonly unreliableDictator: 'share' | 'first' | 'never';
}

/** One way of counting: the number of raters, and how many of them get random ballots. */
export interface Counting extends RecountSettings {
  /** Null for all. */
  readonly quorum: number | null;
  readonly unreliable: number;
}

/** A rule's result: all winners, and all options in the rule's order, best first, with tied options together. */
interface Outcome {
  readonly winners: readonly string[];
  readonly order: readonly (readonly string[])[];
}

/**
 * Counts an election again by some rules. All rules use the same profile of its ballots.
 * @returns for each rule the share of right selections over the draws, then for each k that of the right option among
 * the first k; null if the profile is invalid
 * @throws AgoraError 'setting', 'missing-score', and what a rule throws for ballots that it does not accept
 */
export function recount(
  election: Election,
  rules: readonly VotingRule[],
  counting: Counting,
  ks: readonly number[],
): (readonly number[] | null)[] {
  const sums: (number[] | null)[] = rules.map(() => null);
  const profiles = new Map<BallotKind, Profile | null>();
  const { unreliable, quorum, quorumOf, draws } = counting;
  const isWhole = quorum === null || quorum === election.raters.length;
  const sameBallots = unreliable === 0 && (isWhole || quorumOf === 'first');
  // Rules that draw nothing give the same result on the same ballots in every draw.
  const settled = new Set<number>();
  for (let draw = 0; draw < draws; draw++) {
    if (!sameBallots) profiles.clear();
    for (const [place, rule] of rules.entries()) {
      if (settled.has(place)) continue;
      let hasDrawn = false;
      const drawing = lazily(counting.seed, rule.name, election.collaboration, draw);
      const stream = (): Random => {
        hasDrawn = true;
        return drawing();
      };
      const dictator = dictatorKindOf(rule);
      const outcome =
        dictator === null
          ? ruleOutcome(election, rule, counting, draw, profiles, stream)
          : dictatorOutcome(election, dictator, counting, draw, stream);
      if (outcome === null) continue;
      const right = rightOf(election);
      const shares = [
        shareRight(outcome, right, election, counting.ties, stream),
        ...ks.map((k) => shareWithin(outcome, right, k)),
      ];
      const isSettled: boolean = sameBallots && !hasDrawn && draw === 0;
      if (isSettled) settled.add(place);
      sums[place] = shares.map((share, at) => (sums[place]?.[at] ?? 0) + share / (isSettled ? 1 : draws));
    }
  }
  return sums;
}

function ruleOutcome(
  election: Election,
  rule: VotingRule,
  counting: Counting,
  draw: number,
  profiles: Map<BallotKind, Profile | null>,
  stream: () => Random,
): Outcome | null {
  const poll = election.polls.find(({ kind }) => kind === rule.ballot);
  if (poll === undefined)
    throw new AgoraError(
      'setting',
      `the rule ${JSON.stringify(rule.name)} takes ${rule.ballot} ballots, and collaboration ${election.collaboration} has ${election.polls.map(({ kind }) => kind).join(', ') || 'none'}`,
    );
  let profile = profiles.get(rule.ballot);
  if (profile === undefined) profiles.set(rule.ballot, (profile = profileOf(election, poll, counting, draw)));
  if (profile === null) return null;
  const help: CountHelp = {
    get random() {
      return stream();
    },
  };
  return countVotes(rule, profile, help);
}

/** The profile to count; null if it is invalid. */
function profileOf(election: Election, poll: RecordedPoll, counting: Counting, draw: number): Profile | null {
  const { validity } = counting;
  if (validity === 'whole profile' && poll.ballots.includes(null)) return null;
  const wanted = ballotsToCount(election, poll, counting, draw);
  const ballots = wanted.filter((ballot) => ballot !== null);
  if (ballots.length < (validity === 'valid ballots' ? 1 : wanted.length)) return null;
  const profile = { options: election.options, ballots, electorate: wanted.length };
  switch (poll.kind) {
    case 'ranking':
      return RankingProfile.from(profile as never);
    case 'rating':
      return RatingProfile.from(profile as never, poll.settings);
    default:
      return profile;
  }
}

/**
 * The ballots of the raters in the quorum, in roster order, with random ballots for the unreliable raters; null for a
 * missing ballot. With one seed quorums are nested: each is the next smaller one and one more rater. The same holds
 * for the unreliable raters.
 */
function ballotsToCount(
  { collaboration, options, raters }: Election,
  { kind, settings: paper, ballots }: RecordedPoll,
  { seed, quorum, quorumOf, unreliable }: Counting,
  draw: number,
): (Ballot | null)[] {
  const all = raters.map((_, place) => place);
  const size = quorum ?? all.length;
  const counted =
    quorumOf === 'first' || size === all.length
      ? all.slice(0, size)
      : Random.from(seed, 'quorum', collaboration, draw)
          .shuffle(all)
          .slice(0, size)
          .sort((a, b) => a - b);
  const chosen = counted.map((place) => ballots[place] ?? null);
  if (unreliable === 0) return chosen;
  const random = Random.from(seed, 'unreliable', collaboration, draw);
  const replaced = random.shuffle(counted.map((_, place) => place)).slice(0, unreliable);
  const drawn = random.split(kind);
  for (const place of replaced) chosen[place] = randomBallot(kind, options, paper, drawn);
  return chosen;
}

function dictatorOutcome(
  election: Election,
  wanted: ConsultedDictator,
  counting: Counting,
  draw: number,
  stream: () => Random,
): Outcome | null {
  const { collaboration, options, raters, polls, dictators } = election;
  const dictator = dictators.find(({ kind }) => kind === wanted);
  if (dictator === undefined)
    throw new AgoraError('setting', `collaboration ${collaboration} consulted no ${wanted} dictator`);
  if (counting.quorum !== null && counting.quorum < raters.length)
    throw new AgoraError(
      'setting',
      `the ${wanted} dictatorial rule cannot be counted at a quorum of ${counting.quorum}: all raters' ballots were shown to it`,
    );
  const paper = polls.find(({ kind }) => kind === 'ranking') ?? polls[0];
  if (dictator.ballot === null || paper === undefined) return null;
  const ballot = dictatorFails(election, counting, draw)
    ? randomBallot(paper.kind, options, paper.settings, stream().split('ballot'))
    : dictator.ballot;
  const order = ballotOrder(ballot, options);
  return { order, winners: order[0] ?? [] };
}

/** Whether the dictator itself is unreliable, in one draw. */
function dictatorFails(
  { collaboration, raters }: Election,
  { seed, unreliable, unreliableDictator }: Counting,
  draw: number,
): boolean {
  if (unreliable === 0 || unreliableDictator === 'never') return false;
  if (unreliableDictator === 'first') return true;
  return Random.from(seed, 'unreliable dictator', collaboration, draw).chance(unreliable / raters.length);
}

/** A random stream that is created at the first draw, since most rules never draw. */
function lazily(seed: number, rule: string, collaboration: number, draw: number): () => Random {
  let random: Random | undefined;
  return () => (random ??= Random.from(seed, 'recount', rule, collaboration, draw));
}

/** Whether the right option is selected: 0 or 1; or, with ties `expected`, the probability that it is. */
function shareRight(
  { winners }: Outcome,
  right: string,
  { options }: Election,
  ties: RecountSettings['ties'],
  random: () => Random,
): number {
  if (!winners.includes(right)) return 0;
  if (winners.length === 1) return 1;
  if (ties === 'expected') return 1 / winners.length;
  const help = { order: options, ...(ties === 'random' ? { random: random().split('tie') } : {}) };
  return breakTie(winners, ties, help).selected === right ? 1 : 0;
}

/**
 * The probability that the right option is among the first k: with b options before the t tied ones that include it,
 * (k - b) / t, limited to 0 and 1.
 */
function shareWithin({ order }: Outcome, right: string, k: number): number {
  let before = 0;
  for (const tied of order) {
    if (tied.includes(right)) return Math.min(1, Math.max(0, (k - before) / tied.length));
    before += tied.length;
  }
  return 0;
}

function rightOf({ right, collaboration }: Election): string {
  if (right !== null) return right;
  throw new AgoraError(
    'missing-score',
    `an accuracy needs the right option of collaboration ${collaboration}: its instance has no "answer" among the options, and no decision is scored correct`,
  );
}
