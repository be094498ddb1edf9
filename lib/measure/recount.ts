import type { Run } from '../experiment/run';
import type { Json } from '../environments/environment';
import { AgoraError, knownOptions, wholeNumber } from '../error';
import { eventsOf, type Collaboration, type DecisionEvent } from '../protocols/protocol';
import { Random } from '../random';
import { defaultScale, toBallot, type Ballot, type BallotKind } from '../voting/ballots';
import { readsOtherBallots } from '../voting/dictators';
import type { Rule } from '../voting/rule';

export interface RecountOptions {
  readonly rule: Rule;
  /**
   * Number of raters whose ballots are counted. The raters are chosen at random for each case. With the same seed,
   * smaller groups are subsets of larger groups. Default: all raters.
   */
  readonly raters?: number;
  /** Number of counted raters whose ballots are replaced by random ballots. Default: 0. */
  readonly unreliable?: number;
  /**
   * What to do if a ballot is missing in a case: exclude the case ('whole', the default) or count the valid ballots
   * ('partial').
   */
  readonly profiles?: 'whole' | 'partial';
  /** Random seed. Default: 7. To average over random draws, recount with several seeds. */
  readonly seed?: number;
}

/**
 * Recounts recorded ballots under another rule, without model calls. Returns a run in which each collaboration has a
 * single decision, made by this rule. Each collaboration also gets the labels `rule`, `raters`, `unreliable` and
 * `seed`. Source: GEDI, Table 2 and Figures 3 to 7.
 *
 * If several options win, `selected` is one of them, drawn at random. `score.correct` is the probability that a fair
 * draw selects the right option. If a ballot is missing and `profiles` is 'whole', or if the record does not say which
 * option is right, `score.correct` is null, and columns that depend on it exclude the case.
 */
export function recount(run: Run, options: RecountOptions): Run {
  knownOptions('recount', options, ['rule', 'raters', 'unreliable', 'profiles', 'seed']);
  const { about } = run;
  return {
    about: {
      ...about,
      protocol: { ...about.protocol, settings: { ...about.protocol.settings, rule: options.rule.name } },
    },
    get size() {
      return run.size;
    },
    *[Symbol.iterator]() {
      for (const one of run) yield recountOne(one, options);
    },
  };
}

function recountOne(one: Collaboration, options: RecountOptions): Collaboration {
  const { rule, profiles = 'whole', seed = 7 } = options;
  const names = one.agents.map(({ name }) => name);
  const raters = wholeNumber('raters', options.raters ?? names.length, 1, names.length);
  const unreliable = wholeNumber('unreliable', options.unreliable ?? 0, 0, raters);
  const ids = optionsOf(one);
  const cast = new Map<string, Json>();
  for (const { agent, ballot, phase } of eventsOf(one, 'vote'))
    if (ballot !== null && isOfKind(ballot, phase, rule.ballot)) cast.set(agent, ballot);
  if (cast.size === 0 && eventsOf(one, 'vote').length > 0)
    throw new AgoraError(
      `${rule.name} counts ${rule.ballot} ballots, but case "${one.case}" has none. Use a rule that counts the ballots of this case. For example, voting.firstPreferencePlurality counts rankings.`,
    );

  const isWhole = names.every((name) => cast.has(name));
  const group =
    raters === names.length
      ? names
      : namesInOrder(names, Random.from(seed, 'quorum', one.index, 0).shuffle(names).slice(0, raters));
  const votes = group.map((name) => cast.get(name) ?? null);
  if (unreliable > 0) {
    const random = Random.from(seed, 'unreliable', one.index, 0);
    const places = random.shuffle(group.map((_, at) => at)).slice(0, unreliable);
    const draws = random.split(rule.ballot);
    for (const place of places) votes[place] = randomBallot(rule, ids, draws);
  }
  const ballots: Ballot[] = votes.flatMap((vote) => (vote === null ? [] : [toBallot(rule.ballot, vote)]));
  let isCounted = profiles === 'whole' ? isWhole : ballots.length > 0;
  if (readsOtherBallots(rule)) {
    // The dictator's own ballot decides. It is as likely as any rater's ballot to be replaced by a random ballot.
    // The dictator read all raters' ballots, so smaller groups cannot be recounted.
    const vote = cast.get(rule.name);
    if (raters < names.length)
      throw new AgoraError(
        `${rule.name}: the dictator voted after reading all raters' ballots, so smaller groups cannot be recounted. Omit raters.`,
      );
    const random = Random.from(seed, 'unreliable dictator', one.index, 0);
    const isUnreliable = random.chance(unreliable / raters);
    if (vote !== undefined) ballots.push(toBallot('ranking', isUnreliable ? random.shuffle(ids) : vote));
    isCounted = vote !== undefined;
  }
  const random = Random.from(seed, 'recount', rule.name, one.index, 0);
  const result = isCounted
    ? rule.count({ options: ids, ballots, electorate: Math.max(raters, ballots.length), random })
    : { winners: [], order: [], totals: {} };
  const { winners } = result;
  const selected = winners.length === 0 ? null : random.split('tie').pick(winners);
  const right = rightOption(one);
  const isRight = right !== null && winners.includes(right);
  const correct = !isCounted || right === null ? null : isRight ? 1 / winners.length : 0;
  const proposal = proposalOf(one, selected);
  const score = { ...one.score, correct };
  const decision: DecisionEvent = {
    type: 'decision',
    round: 1,
    by: rule.name,
    candidates: ids.map((id) => ({ id, by: [] })),
    totals: result.totals,
    winners,
    order: result.order,
    selected,
    standing: selected === null ? null : { candidate: selected, proposal },
    score,
  };
  return {
    ...one,
    events: [...one.events.filter(({ type }) => type !== 'decision'), decision],
    cause: isCounted ? 'counted' : 'invalid ballots',
    outcome: selected === null ? null : proposal,
    score,
    labels: { ...one.labels, rule: rule.name, raters, unreliable, seed },
  };
}

const namesInOrder = (all: readonly string[], some: readonly string[]): string[] =>
  all.filter((name) => some.includes(name));

/** Returns the options of an election: the candidates in its decision. */
export function optionsOf(one: Collaboration): string[] {
  const candidates = eventsOf(one, 'decision')[0]?.candidates ?? [];
  if (candidates.length === 0)
    throw new AgoraError(
      `Case "${one.case}" is not an election: no decision has candidates. Recount only runs of elections.`,
    );
  return candidates.map(({ id }) => id);
}

/**
 * Returns the right option: the label `answer` if there is one, otherwise the score `answer`, otherwise the option
 * selected by a decision that is scored as right. Returns null if the record has none of these.
 */
export function rightOption(one: Collaboration): string | null {
  const named = one.labels?.['answer'] ?? one.score['answer'];
  if (typeof named === 'string') return named;
  const isRight = ({ score }: DecisionEvent): boolean => score['correct'] === 1 || score['correct'] === true;
  return eventsOf(one, 'decision').find(isRight)?.selected ?? null;
}

/** Returns an option's proposal, or the option's name if the record has no proposal. */
function proposalOf(one: Collaboration, id: string | null): Json {
  const known = eventsOf(one, 'decision').find(({ standing }) => standing?.candidate === id);
  return known?.standing?.proposal ?? id;
}

/**
 * Returns whether a vote is a ballot of the given kind. An election can use several kinds of ballot and records the kind
 * as the phase. Votes without a recorded kind are judged by their shape: lists count as rankings and as approvals.
 */
function isOfKind(vote: Json, phase: string | undefined, kind: BallotKind): boolean {
  if (['choice', 'approval', 'ranking', 'rating', 'points'].includes(phase ?? '')) return phase === kind;
  if (kind === 'choice') return typeof vote === 'string';
  if (kind === 'rating' || kind === 'points') return typeof vote === 'object' && !Array.isArray(vote);
  return Array.isArray(vote);
}

function randomBallot(
  { ballot: kind, scale = defaultScale }: Rule,
  ids: readonly string[],
  random: Random,
): Json {
  if (kind === 'choice') return random.pick(ids);
  if (kind === 'ranking') return random.shuffle(ids);
  const { lowest, highest } = scale;
  if (kind === 'rating')
    return Object.fromEntries(ids.map((id) => [id, lowest + random.below(highest - lowest + 1)]));
  throw new AgoraError(
    `Random ${kind} ballots are not supported. Use a rule that counts choices, rankings or ratings.`,
  );
}
