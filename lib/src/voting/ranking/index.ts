import type { RankingRule } from '../rule-types';
import { blindDictatorial } from './blind-dictatorial';
import { borda } from './borda';
import { bucklin } from './bucklin';
import { informedDictatorial, misinformedDictatorial } from './dictatorial';
import { firstPreferencePlurality } from './first-preference-plurality';
import { instantRunoff } from './instant-runoff';
import { minimax } from './minimax';
import { rankedPairs } from './ranked-pairs';

export { blindDictatorial, blindDictatorialMethod } from './blind-dictatorial';
export {
  dictatorialMethod,
  informedDictatorial,
  misinformedDictatorial,
  type DictatorKind,
} from './dictatorial';
export { randomOrder } from './random-order';
export { firstPreferencePlurality, firstPreferencePluralityMethod } from './first-preference-plurality';
export { borda, bordaMethod, type BordaSettings } from './borda';
export { bucklin, bucklinComplete, bucklinMethod, bucklinSimplified, type BucklinSettings } from './bucklin';
export {
  instantRunoff,
  instantRunoffMethod,
  instantRunoffOneByOne,
  instantRunoffUniverses,
  type InstantRunoffSettings,
} from './instant-runoff';
export { minimax, minimaxMethod, minimaxOpposition, minimaxWinningVotes, type Disfavour } from './minimax';
export {
  rankedPairs,
  rankedPairsFirstBallot,
  rankedPairsMethod,
  rankedPairsTieBroken,
  type RankedPairsSettings,
} from './ranked-pairs';
export { mostUniverses } from './pair-universes';
export { gediRankedPairs, gediRankedPairsExample } from './gedi-ranked-pairs';

/** The rules on rankings that GEDI compares, in the order of its Table 2 (section 4.2). */
export const gediRules: readonly RankingRule[] = Object.freeze([
  blindDictatorial,
  informedDictatorial,
  misinformedDictatorial,
  firstPreferencePlurality,
  bucklin,
  borda,
  instantRunoff,
  minimax,
  rankedPairs,
]);
