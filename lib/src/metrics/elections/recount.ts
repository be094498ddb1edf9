import { AgoraError } from '../../agora-error';
import { Random } from '../../random';
import { ballotOrder } from '../../voting/ballot-order';
import { dictatorKindOf } from '../../voting/dictator-kind';
import { randomBallot } from '../../voting/random-ballot';
import {
  RankingProfile,
  RatingProfile,
  type BallotKind,
  type CountHelp,
  type Profile,
  type VotingRule,
} from '../../voting';
import type { DictatorKind, Election, RecordedPoll } from './election';
import { deciderName, resolveRecount, type Decider, type RecountSettings } from './recount-settings';
import { ballotsToCount, dictatorFails } from './voters';

/** What a decider came to: all who win, and all options in its order, best first, those that are tied together. */
export interface Outcome {
  readonly winners: readonly string[];
  readonly order: readonly (readonly string[])[];
}

/** What is measured of an outcome: a number, or several. */
export type Measure = (outcome: Outcome, election: Election, random: () => Random) => readonly number[];

/**
 * Counts all elections again by all deciders. A question's ballots are put into a profile once for all rules.
 * @returns `[decider][election]`: the mean of the measure over the draws; null where the profile is invalid
 * @throws AgoraError 'setting', and what a rule throws on ballots that it does not take
 */
export function recount(
  elections: readonly Election[],
  deciders: readonly Decider[],
  settings: Partial<RecountSettings>,
  measure: Measure,
): (readonly number[] | null)[][] {
  const resolved = resolveRecount(settings, elections, deciders);
  const perQuestion = elections.map((election) => recountOne(election, deciders, resolved, measure));
  return deciders.map((_, place) => perQuestion.map((values) => values[place] ?? null));
}

function recountOne(
  election: Election,
  deciders: readonly Decider[],
  settings: RecountSettings,
  measure: Measure,
): (readonly number[] | null)[] {
  const sums: (number[] | null)[] = deciders.map(() => null);
  for (let draw = 0; draw < settings.draws; draw++) {
    const profiles = new Map<BallotKind, Profile | null>();
    deciders.forEach((decider, place) => {
      const stream = lazily(settings.seed, deciderName(decider), election.collaboration, draw);
      const dictator = dictatorKindOf(decider);
      const outcome =
        dictator !== null
          ? dictatorOutcome(election, dictator, settings, draw, stream)
          : ruleOutcome(election, decider as VotingRule, settings, draw, profiles, stream);
      if (outcome === null) return;
      const values = measure(outcome, election, stream);
      sums[place] = values.map((value, at) => (sums[place]?.[at] ?? 0) + value / settings.draws);
    });
  }
  return sums;
}

function ruleOutcome(
  election: Election,
  rule: VotingRule,
  settings: RecountSettings,
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
  if (profile === undefined) profiles.set(rule.ballot, (profile = profileOf(election, poll, settings, draw)));
  if (profile === null) return null;
  const help: CountHelp = {
    get random() {
      return stream();
    },
  };
  return rule.count(profile, help);
}

/** The profile to count; null where it is invalid. */
function profileOf(
  election: Election,
  poll: RecordedPoll,
  settings: RecountSettings,
  draw: number,
): Profile | null {
  if (settings.validity === 'whole profile' && poll.ballots.some(({ ballot }) => ballot === null))
    return null;
  const wanted = ballotsToCount(election, poll, settings, draw);
  const ballots = wanted.filter((ballot) => ballot !== null);
  if (ballots.length < (settings.validity === 'valid ballots' ? 1 : wanted.length)) return null;
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

function dictatorOutcome(
  election: Election,
  wanted: DictatorKind,
  settings: RecountSettings,
  draw: number,
  stream: () => Random,
): Outcome | null {
  const dictator = election.dictators.find(({ kind }) => kind === wanted);
  if (dictator === undefined)
    throw new AgoraError(
      'setting',
      `collaboration ${election.collaboration} consulted no ${wanted} dictator`,
    );
  const paper = election.polls.find(({ kind }) => kind === 'ranking') ?? election.polls[0];
  if (dictator.ballot === null || paper === undefined) return null;
  const ballot = dictatorFails(election, settings, draw)
    ? randomBallot(paper.kind, election.options, paper.settings, stream().split('ballot'))
    : dictator.ballot;
  const order = ballotOrder(ballot, election.options);
  return { order, winners: order[0] ?? [] };
}

/** A stream that is made when somebody first draws: most rules never do. */
function lazily(seed: number, decider: string, collaboration: number, draw: number): () => Random {
  let random: Random | undefined;
  return () => (random ??= Random.from(seed, 'recount', decider, collaboration, draw));
}
