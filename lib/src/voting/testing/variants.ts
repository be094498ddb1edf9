import {
  approval,
  blindDictatorial,
  borda,
  bucklin,
  coombs,
  copeland,
  cumulative,
  informedDictatorial,
  instantRunoff,
  kemenyYoung,
  majorityJudgement,
  minimax,
  plurality,
  range,
  ranked,
  rankedPairs,
  schulze,
  star,
  type VotingRule,
} from '..';

const forms = { truncated: true, weak: true };
const truncated = { truncated: true };
const ten = { scale: { lowest: 0, highest: 10 } };

/** Variants that no list of rules holds. */
export const variants = [
  ...[borda({ leftOut: 'none' }), borda({ leftOut: 'average' }), borda({ leftOut: 'average', weak: true })],
  ...[plurality({ on: 'rankings', truncated: true }), plurality({ on: 'rankings', ...forms })],
  ...[bucklin(truncated), bucklin({ truncated: true, winners: 'by stage' })],
  ...[instantRunoff(truncated), instantRunoff({ ties: [...'fedcba'] })],
  instantRunoff({ ties: 'parallel universes', truncated: true }),
  ...[minimax(forms), minimax({ ...forms, by: 'winning votes' }), minimax({ ...forms, by: 'opposition' })],
  ...[rankedPairs({ ...forms, ties: 'agenda' })],
  ...[copeland(forms), copeland({ tie: 0.25 }), schulze(forms), schulze({ ...forms, strength: 'margins' })],
  ...[kemenyYoung(forms), coombs({ majorityStop: false, ties: 'parallel universes' })],
  ...[ranked(truncated), cumulative({ budget: 'voters' }), cumulative({ budget: 10 })],
  ...[approval({ least: 2, most: 2 }), approval({ most: 3 }), approval({ least: 1 })],
  ...[range(ten), star(ten), majorityJudgement({ scale: { lowest: 0, highest: 5 } })],
  ...[blindDictatorial(forms), informedDictatorial(forms)],
] as readonly VotingRule[];
