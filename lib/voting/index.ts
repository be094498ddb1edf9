export {
  ballotInWords,
  ballotSchema,
  describeBallot,
  toBallot,
  type Ballot,
  type BallotDescription,
  type BallotForm,
  type BallotKind,
  type BallotReply,
  type RankingBallot,
  type Scale,
} from './ballots';
export {
  checkCriterion,
  criteriaTable,
  describeCounterexample,
  searchCounterexample,
  type Counterexample,
  type SearchOutcome,
} from './counterexamples';
export { criterionNames, type CriterionName } from './criteria';
export { blindDictatorial, informedDictatorial, misinformedDictatorial, randomOrder } from './dictators';
export { copeland, kemenyYoung, minimax, rankedPairs, schulze } from './pairwise-rules';
export { approval, majority, plurality, unanimous } from './plain-rules';
export { RankingProfile } from './profile';
export {
  borda,
  bucklin,
  coombs,
  dowdall,
  firstPreferencePlurality,
  instantRunoff,
  nanson,
  rankingRule,
  scoringRule,
} from './ranking-rules';
export {
  cumulative,
  cumulativeOf,
  majorityJudgement,
  range,
  rated,
  star,
  type RatingRule,
} from './rating-rules';
export { byScores, type Election, type Result, type Rule } from './rule';
export { rankingRules, ruleByName, rules } from './rules';
export { simulatedBallot } from './simulated-ballot';
export { readProfile, writeOrder, writeTotals } from './written';
export { breakTies, type TieBreak } from './ties';
