import type { Run } from '../experiment/run';
import type { Json } from '../environments/environment';
import { AgoraError, knownOptions, wholeNumber } from '../error';
import { eventsOf, type Collaboration, type DecisionEvent } from '../protocols/protocol';
import { Random } from '../random';
import { defaultScale, toBallot, type Ballot } from '../voting/ballots';
import { informedDictatorial, misinformedDictatorial } from '../voting/dictators';
import type { Rule } from '../voting/rule';

export interface RecountOptions {
  readonly rule: Rule;
  /** How many raters count: a random group for each case. With one seed, smaller groups are parts of larger ones. */
  readonly raters?: number;
  /** How many of the raters that count get a random ballot instead of their own. Default 0. */
  readonly unreliable?: number;
  /** Whether cases with a missing ballot are left out (default), or their valid ballots counted. Default 'whole'. */
  readonly profiles?: 'whole' | 'partial';
  /** Default 7. Count again with other seeds to average over random groups, ballots and rules. */
  readonly seed?: number;
}

/**
 * Counts recorded ballots again under another rule, without a call. The result is a run whose collaborations have one
 * decision, by this rule, and the labels rule, raters, unreliable and seed. Source: GEDI, Table 2 and Figures 3 to 7.
 *
 * Of several winners one is drawn as `selected`. `score.correct` is the chance that a fair draw selects the right option;
 * it is null, so that columns leave the case out, if a rater's ballot is missing in a whole profile, or if the record does
 * not say which option is right.
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
  for (const { agent, ballot } of eventsOf(one, 'vote'))
    if (ballot !== null && isOfKind(ballot, rule.ballot)) cast.set(agent, ballot);
  if (cast.size === 0 && eventsOf(one, 'vote').length > 0)
    throw new AgoraError(
      `${rule.name} counts ballots of the kind ${rule.ballot}, and case "${one.case}" has none.`,
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
  if (rule.name === informedDictatorial.name || rule.name === misinformedDictatorial.name) {
    // The dictator's own ballot decides, and it is random as often as a rater's. Smaller groups did not show it theirs.
    const vote = cast.get(rule.name);
    if (raters < names.length)
      throw new AgoraError(`${rule.name} read the ballots of all raters: leave out raters.`);
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

/** The options of an election: the candidates of its decision. */
export function optionsOf(one: Collaboration): string[] {
  const candidates = eventsOf(one, 'decision')[0]?.candidates ?? [];
  if (candidates.length === 0)
    throw new AgoraError(`Case "${one.case}" is no election: it has no decision with candidates.`);
  return candidates.map(({ id }) => id);
}

/** The right option, if the record says it: as the label or score `answer`, or by a decision that is scored right. */
export function rightOption(one: Collaboration): string | null {
  const named = one.labels?.['answer'] ?? one.score['answer'];
  if (typeof named === 'string') return named;
  const isRight = ({ score }: DecisionEvent): boolean => score['correct'] === 1 || score['correct'] === true;
  return eventsOf(one, 'decision').find(isRight)?.selected ?? null;
}

/** The proposal behind an option. Where the record does not have it, its name stands for it. */
function proposalOf(one: Collaboration, id: string | null): Json {
  const known = eventsOf(one, 'decision').find(({ standing }) => standing?.candidate === id);
  return known?.standing?.proposal ?? id;
}

/** Whether a vote has the shape of a kind of ballot. An election may ask for several kinds. */
function isOfKind(vote: Json, kind: Rule['ballot']): boolean {
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
    `There are no random ballots of the kind ${kind}. Use a rule on choices, rankings or ratings.`,
  );
}
