import {
  approvalVoting,
  bordaMethod,
  bucklinMethod,
  blindDictatorialMethod,
  coombsMethod,
  copelandRule,
  cumulativeVoting,
  dictatorialMethod,
  firstPreferencePluralityMethod,
  gediRange,
  instantRunoffMethod,
  kemenyYoungMethod,
  majorityJudgementVoting,
  minimaxMethod,
  rangeVoting,
  rankedPairsMethod,
  rankedVoting,
  schulzeMethod,
  starVoting,
  fiveToOne,
  type VotingRule,
} from '..';

const forms = { truncated: true, weak: true };
const truncated = { truncated: true };
const five = { lowest: 0, highest: 5 };

/** Variants that no list of rules holds. */
export const variants = [
  ...[bordaMethod({ leftOut: 'none' }), bordaMethod({ leftOut: 'average' })],
  bordaMethod({ leftOut: 'average', weak: true }),
  ...[firstPreferencePluralityMethod(truncated), firstPreferencePluralityMethod(forms)],
  ...[bucklinMethod(truncated), bucklinMethod({ truncated: true, winners: 'by stage' })],
  ...[instantRunoffMethod(truncated), instantRunoffMethod({ ties: [...'fedcba'] })],
  instantRunoffMethod({ ties: 'parallel universes', truncated: true }),
  ...[minimaxMethod(forms), minimaxMethod({ ...forms, by: 'winning votes' })],
  minimaxMethod({ ...forms, by: 'opposition' }),
  ...[rankedPairsMethod({ ...forms, ties: 'agenda' }), rankedPairsMethod({ ties: [...'fedcba'] })],
  rankedPairsMethod({ ...truncated, strength: 'winning votes' }),
  ...[copelandRule(forms), copelandRule({ tie: 0.25 }), schulzeMethod(forms)],
  ...[schulzeMethod({ ...forms, strength: 'margins' }), kemenyYoungMethod(forms)],
  coombsMethod({ majorityStop: false, ties: 'parallel universes' }),
  ...[rankedVoting(truncated), cumulativeVoting({ budget: 'voters' }), cumulativeVoting({ budget: 10 })],
  ...[approvalVoting({ least: 2, most: 2 }), approvalVoting({ most: 3 }), approvalVoting({ least: 1 })],
  ...[rangeVoting({ lowest: 0, highest: 10 }), starVoting({ lowest: 0, highest: 10 })],
  majorityJudgementVoting(five),
  ...[blindDictatorialMethod(forms), dictatorialMethod('informed', forms)],
  ...[gediRange, fiveToOne],
] as readonly VotingRule[];
