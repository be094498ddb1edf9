export { range, rangeScale, rangeVoting, scoreVoting } from './range';
export { gediRange, gediRangeCounterexample } from './gedi-range';
export { star, starScale, starVoting } from './star';
export { majorityJudgement, majorityJudgementVoting } from './majority-judgement';
