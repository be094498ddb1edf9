export { oneRater, recordedRules, recordedWays, rulesOnRankings } from './recorded-ways';
export { ruleTable, wayResults, wayTable, waysFigure, type WayResult } from './way-table';
export { compareWays, majorityVote, stoppedBy, usualWays, type Way, type WaysSettings } from './ways';
