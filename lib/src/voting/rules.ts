import { AgoraError } from '../agora-error';
import { cumulative } from './cumulative';
import { majority } from './majority';
import {
  antiPlurality,
  approval,
  baldwin,
  baldwinUniverses,
  black,
  coombs,
  coombsToTheLast,
  coombsUniverses,
  copeland,
  kemenyYoung,
  llull,
  nanson,
  nansonWeak,
  schulze,
  schulzeMargins,
} from './more';
import { plurality } from './plurality';
import { ranked } from './ranked';
import {
  blindDictatorial,
  borda,
  bucklin,
  bucklinComplete,
  bucklinSimplified,
  firstPreferencePlurality,
  gediRankedPairs,
  informedDictatorial,
  instantRunoff,
  instantRunoffOneByOne,
  instantRunoffUniverses,
  minimax,
  minimaxOpposition,
  minimaxWinningVotes,
  misinformedDictatorial,
  randomOrder,
  rankedPairs,
  rankedPairsFirstBallot,
  rankedPairsTieBroken,
} from './ranking';
import { rated } from './rated';
import { majorityJudgement, range, star } from './rating';
import type { RankingRule } from './rule-types';
import { unanimous } from './unanimous';
import type { VotingRule } from './voting-rule';

/** The six rules that RoundTable compares, in its order (Table 1). */
export const roundTableRules: readonly VotingRule[] = Object.freeze<VotingRule[]>([
  unanimous,
  majority,
  plurality,
  rated,
  ranked,
  cumulative,
]);

/** The rules on rankings that treat all options and all voters alike. */
export const rankingRules: readonly RankingRule[] = Object.freeze<RankingRule[]>([
  firstPreferencePlurality,
  ...[borda, bucklin, bucklinSimplified, bucklinComplete],
  ...[instantRunoff, instantRunoffUniverses],
  ...[minimax, minimaxWinningVotes, minimaxOpposition, rankedPairs],
  ...[antiPlurality, copeland, llull, schulze, schulzeMargins, kemenyYoung, black],
  ...[coombs, coombsToTheLast, coombsUniverses, baldwin, baldwinUniverses, nanson, nansonWeak],
]);

/** Every rule that treats all options and all voters alike; add a rule here and the sweep tests its laws. */
export const evenRules: readonly VotingRule[] = Object.freeze<VotingRule[]>([
  ...roundTableRules,
  ...rankingRules,
  ...[approval, range, star, majorityJudgement],
]);

/** Rules that break ties by the order of options or ballots, ask for a dictator, or draw. */
export const unevenRules: readonly VotingRule[] = Object.freeze<VotingRule[]>([
  ...[instantRunoffOneByOne, rankedPairsTieBroken, rankedPairsFirstBallot, gediRankedPairs],
  ...[blindDictatorial, informedDictatorial, misinformedDictatorial, randomOrder],
]);

/** Every rule that has a name of its own. */
export const rules: readonly VotingRule[] = Object.freeze<VotingRule[]>([...evenRules, ...unevenRules]);

/** @throws AgoraError 'unknown-rule' listing the rules that exist, and the one that was probably meant */
export function ruleByName(name: string): VotingRule {
  const found = rules.find((rule) => rule.name === name);
  if (found) return found;
  const names = rules.map((rule) => rule.name);
  const [closest] = names
    .map((known) => ({ known, distance: editDistance(name.toLowerCase(), known) }))
    .sort((a, b) => a.distance - b.distance);
  const guess =
    closest && closest.distance <= Math.max(2, closest.known.length / 3)
      ? `; did you mean ${JSON.stringify(closest.known)}?`
      : '';
  throw new AgoraError(
    'unknown-rule',
    `there is no voting rule ${JSON.stringify(name)}: the rules are ${names.join(', ')}${guess}`,
  );
}

/** How many letters must be changed, added or dropped to turn one word into the other (Levenshtein 1966). */
function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const here = [row];
    for (let column = 1; column <= to.length; column++)
      here.push(
        Math.min(
          (above[column] ?? 0) + 1,
          (here[column - 1] ?? 0) + 1,
          (above[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1),
        ),
      );
    above = here;
  }
  return above[to.length] ?? 0;
}
