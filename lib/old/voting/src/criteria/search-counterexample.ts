import { check, object } from '../check';
import { votingRule } from '../rule-setting';
import type { CriterionName, VotingRule } from '../voting-rule';
import { spaceKind } from './cast';
import { CountedElections } from './counted-elections';
import { toCounterexample, type Counterexample } from './counterexample';
import { aCriterion, criterionFrom } from './criteria';
import type { Criterion, Finding } from './criterion';
import { profiles, ruleSymmetry, type Symmetry } from './symmetry';
import { bounds, searchLimits, type SearchBound, type SearchLimits } from './search-limits';

/** What the search did, for any outcome. */
export interface SearchEffort {
  /** Every profile up to these sizes was tried, and none breaks the criterion. */
  readonly upTo: readonly SearchBound[];
  /** Profiles tried one after the other, up to symmetry. */
  readonly profiles: number;
  /** Elections counted for that. */
  readonly elections: number;
  /** The symmetries that the search relied on: see `ruleSymmetry`. */
  readonly symmetry: Symmetry;
}

export type SearchOutcome =
  /** `smallest`: the fewest options within `upTo`'s voters, then the fewest voters, then the fewest changed ballots. */
  | (SearchEffort & {
      readonly kind: 'violated';
      readonly smallest: boolean;
      readonly counterexample: Counterexample;
    })
  /**
   * `stopped`: the search ended early because `maxElections` were counted; `upTo` lists the sizes that were finished.
   */
  | (SearchEffort & {
      readonly kind: 'none';
      readonly stopped?: 'elections';
      readonly counterexample?: undefined;
    });

const searched = object('arguments', { rule: votingRule, criterion: aCriterion, limits: searchLimits });

/**
 * Searches for votes on which a rule breaks a criterion. It tries all profiles, fewest options first, then fewest
 * voters.
 *
 * A counterexample is the smallest one: every profile with as many options and fewer voters was tried, and those with
 * fewer options up to the voters given in `upTo` (larger ones with fewer options may exist). A rule that needs a
 * dictator or chance has to be fixed first, by `asDeterministic`.
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
  const symmetry = ruleSymmetry(rule, kind);
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
  const { maxElections = 400_000 } = limits;
  const countedBefore = elections.counted;
  const upTo: SearchBound[] = [];
  let tried = 0;
  const effort = (): SearchEffort => ({
    upTo,
    profiles: tried,
    elections: elections.counted - countedBefore,
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
        if (elections.counted - countedBefore < maxElections) continue;
        return best ? violated(best, false) : { kind: 'none', stopped: 'elections', ...effort() };
      }
      if (best !== undefined) return violated(best, true);
      if (voters > 1) upTo.pop();
      upTo.push({ options, voters });
    }
  }
  return { kind: 'none', ...effort() };
}
