import { AgoraError } from '../agora-error';
import { closest } from '../check';
import type { VotingRule } from '../voting-rule';
import { antiPlurality } from './anti-plurality';
import { approval } from './approval';
import { baldwin, nanson } from './baldwin';
import { black } from './black';
import { borda } from './borda';
import { bucklin } from './bucklin';
import { coombs } from './coombs';
import { copeland } from './copeland';
import { cumulative } from './cumulative';
import { blindDictatorial, informedDictatorial, misinformedDictatorial, randomOrder } from './dictatorial';
import { instantRunoff } from './instant-runoff';
import { kemenyYoung } from './kemeny-young';
import { majority, unanimous } from './majority';
import { majorityJudgement } from './majority-judgement';
import { minimax } from './minimax';
import { plurality } from './plurality';
import { range, star } from './range';
import { dowdall } from './dowdall';
import { rankedPairs } from './ranked-pairs';
import { schulze } from './schulze';

export { antiPlurality, approval, baldwin, black, blindDictatorial, borda, bucklin, coombs, copeland };
export { cumulative, informedDictatorial, instantRunoff, kemenyYoung, majority, majorityJudgement, minimax };
export { misinformedDictatorial, nanson, plurality, randomOrder, range, dowdall, rankedPairs, schulze, star };
export { unanimous };

const universes = { ties: 'parallel universes' } as const;
const onRankings = plurality({ on: 'rankings' });
const rated = range({ scale: { lowest: 1, highest: 5 } });

/**
 * The rules on rankings that treat all options and all voters alike.
 * @example
 * voting.rankingRules.every(({ ballot }) => ballot === 'ranking'); // => true
 */
export const rankingRules: readonly VotingRule<'ranking'>[] = Object.freeze([
  onRankings,
  borda,
  bucklin,
  bucklin({ winners: 'all that pass' }),
  bucklin({ winners: 'by stage' }),
  instantRunoff,
  instantRunoff(universes),
  minimax,
  minimax({ by: 'winning votes' }),
  minimax({ by: 'opposition' }),
  rankedPairs,
  antiPlurality,
  copeland,
  copeland({ tie: 1 }),
  schulze,
  schulze({ strength: 'margins' }),
  kemenyYoung,
  black,
  coombs,
  coombs({ majorityStop: false }),
  coombs(universes),
  baldwin,
  baldwin(universes),
  nanson,
  nanson({ leave: 'up to average' }),
]);

/** Every rule that treats all options and all voters alike. Add a rule here, and the sweep tests its laws. */
export const evenRules: readonly VotingRule[] = Object.freeze<VotingRule[]>([
  unanimous,
  majority,
  plurality,
  rated,
  dowdall,
  cumulative,
  ...rankingRules,
  approval,
  range,
  star,
  majorityJudgement,
]);

/**
 * Every rule that has a name of its own. The last ones break ties by the order of options or ballots, need a dictator,
 * or draw at random.
 * @example
 * voting.rules.some(({ name }) => name === 'coombs (parallel universes)'); // => true
 */
export const rules: readonly VotingRule[] = Object.freeze<VotingRule[]>([
  ...evenRules,
  instantRunoff({ ties: 'agenda' }),
  rankedPairs({ ties: 'agenda' }),
  rankedPairs({ ties: 'first ballot' }),
  blindDictatorial,
  informedDictatorial,
  misinformedDictatorial,
  randomOrder,
]);

/** Names that earlier records may contain, with the present name. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['ranked', 'dowdall'],
  ['ranked (truncated)', 'dowdall (truncated)'],
]);

/**
 * Finds a rule by the name that run records use.
 * @throws AgoraError 'unknown-rule' with all names, and the most similar one
 * @example
 * voting.ruleByName('ranked pairs') === voting.rankedPairs; // => true
 */
export function ruleByName(name: string): VotingRule {
  const found = rules.find((rule) => rule.name === name);
  if (found !== undefined) return found;
  const now = renamed.get(name);
  if (now !== undefined)
    throw new AgoraError(
      'unknown-rule',
      `there is no voting rule ${JSON.stringify(name)}: RoundTable's ranked voting is called ${now} here`,
    );
  const names = rules.map((rule) => rule.name);
  const near = closest(String(name), names);
  throw new AgoraError(
    'unknown-rule',
    `there is no voting rule ${JSON.stringify(name)}: the rules are ${names.join(', ')}${near === undefined ? '' : `; did you mean ${near}?`}. A rule of your own is given as a value, not by a name (voting.preferentialRule)`,
  );
}
