import { check, object } from '../../check';
import { votingRule } from '../rule-setting';
import type { CriterionName, VotingRule } from '../voting-rule';
import { spaceKind } from './cast';
import { CountedElections } from './counted-elections';
import { toCounterexample, type Counterexample } from './counterexample';
import { aCriterion, criterionFrom } from './criteria';
import type { Criterion, Finding } from './criterion';
import { profiles, ruleSymmetry, type Symmetry } from './symmetry';
import { bounds, searchLimits, type RandomPart, type SearchBound, type SearchLimits } from './search-limits';
import type { Votes } from './votes';

/** What both outcomes tell about the search. */
export interface SearchEffort {
  /** Every profile up to these sizes was tried, and none breaks the criterion. */
  readonly upTo: readonly SearchBound[];
  /** Profiles tried one after the other, up to symmetry. */
  readonly profiles: number;
  /** Elections counted for that. */
  readonly elections: number;
  /** Profiles drawn at random beyond that, when asked for. */
  readonly sampled?: number;
  /** What was taken for granted: see `ruleSymmetry`. */
  readonly symmetry: Symmetry;
}

export type SearchOutcome =
  /** `smallest`: the fewest options within `upTo`'s voters, then the fewest voters, then the fewest changed ballots. */
  | (SearchEffort & {
      readonly kind: 'violated';
      readonly smallest: boolean;
      readonly counterexample: Counterexample;
    })
  /** `stopped`: the search ended early, for want of elections or of time; `upTo` says what was finished. */
  | (SearchEffort & { readonly kind: 'none'; readonly stopped?: 'elections' | 'time' });

const searched = object('arguments', { rule: votingRule, criterion: aCriterion, limits: searchLimits });

/**
 * Looks for votes on which a rule breaks a criterion: through all profiles, fewest options first, then fewest voters;
 * then, when asked, through random ones.
 *
 * A counterexample from the first part is the smallest one: every profile with as many options and fewer voters was
 * tried, and those with fewer options up to the voters given in `upTo` (larger ones with fewer options may exist). One
 * from the random part is a counterexample, and no more is said of it. A rule that needs a dictator or chance has to
 * be fixed first, by `asDeterministic`.
 * @throws AgoraError 'unsearchable-rule', and what the rule itself throws
 * @example
 * const { kind, upTo } = voting.searchCounterexample(voting.borda, 'condorcet loser', { maxOptions: 3, maxVoters: 4 });
 * [kind, upTo.length]; // => ['none', 2]
 */
export function searchCounterexample(
  rule: VotingRule,
  criterion: CriterionName | Criterion,
  limits: SearchLimits = {},
): SearchOutcome {
  check('searchCounterexample', searched, { rule, criterion, limits });
  return searchIn(countedElections(rule, limits), criterion, limits);
}

/** The elections of one rule, to be shared by searches for several criteria. */
export interface RuleElections {
  readonly elections: CountedElections;
  readonly symmetry: Symmetry;
}

export function countedElections(rule: VotingRule, limits: SearchLimits): RuleElections {
  const kind = spaceKind(rule, limits.scale);
  const { anonymous, neutral } = limits.symmetry ?? {};
  const found =
    anonymous === undefined || neutral === undefined ? ruleSymmetry(rule, kind) : { anonymous, neutral };
  const symmetry = { anonymous: anonymous ?? found.anonymous, neutral: neutral ?? found.neutral };
  return { elections: new CountedElections(rule, kind, symmetry.anonymous), symmetry };
}

/** As `searchCounterexample`, with elections that were counted before remembered. */
export function searchIn(
  { elections, symmetry }: RuleElections,
  asked: CriterionName | Criterion,
  limits: SearchLimits,
): SearchOutcome {
  const criterion = criterionFrom(asked);
  const sizes = bounds(limits, elections.kind, criterion, symmetry);
  const { maxElections = 400_000, milliseconds = Infinity, random } = limits;
  const [start, countedBefore] = [performance.now(), elections.counted];
  const upTo: SearchBound[] = [];
  let [tried, sampled] = [0, 0];
  const stop = (): 'elections' | 'time' | undefined =>
    elections.counted - countedBefore >= maxElections
      ? 'elections'
      : (tried + sampled) % 64 === 0 && performance.now() - start > milliseconds
        ? 'time'
        : undefined;
  const effort = (): SearchEffort => ({
    upTo,
    profiles: tried,
    elections: elections.counted - countedBefore,
    ...(random !== undefined && { sampled }),
    symmetry,
  });
  const violated = (finding: Finding, smallest: boolean): SearchOutcome => ({
    kind: 'violated',
    smallest,
    counterexample: toCounterexample(elections, criterion, finding),
    ...effort(),
  });
  for (const { options, voters: most } of sizes) {
    for (let voters = 1; voters <= most; voters++) {
      let best: Finding | undefined;
      for (const ballots of profiles(elections.space(options), voters, symmetry)) {
        tried++;
        const finding = criterion.violation(elections.votes(options, ballots), elections);
        if (finding !== undefined && !(best && best.changedBallots <= finding.changedBallots)) best = finding;
        if (best !== undefined && best.changedBallots <= criterion.leastChanged) return violated(best, true);
        const stopped = stop();
        if (stopped === undefined) continue;
        return best ? violated(best, false) : { kind: 'none', stopped, ...effort() };
      }
      if (best !== undefined) return violated(best, true);
      if (voters > 1) upTo.pop();
      upTo.push({ options, voters });
    }
  }
  const { options: most } = sizes[sizes.length - 1] as SearchBound;
  for (const votes of random === undefined ? [] : randomVotes(elections, most, random)) {
    sampled++;
    const finding = criterion.violation(votes, elections);
    if (finding !== undefined) return violated(finding, false);
    const stopped = stop();
    if (stopped !== undefined) return { kind: 'none', stopped, ...effort() };
  }
  return { kind: 'none', ...effort() };
}

function* randomVotes(
  elections: CountedElections,
  mostOptions: number,
  { stream, samples, maxVoters }: RandomPart,
): Generator<Votes> {
  const least = Math.min(3, mostOptions);
  for (let sample = 0; sample < samples; sample++) {
    const space = elections.space(least + stream.below(mostOptions - least + 1));
    const voters = 2 + stream.below(maxVoters - 1);
    const ballots = Array.from({ length: voters }, () => stream.below(space.size));
    yield elections.inOrder(elections.votes(space.options, ballots));
  }
}
