import { check, object, whole } from '../check';
import { Random } from '../random';
import type { BallotKind, CountHelp, VotingRule } from '../voting-rule';
import { votingRule } from '../rule-setting';

type Counted<Kind extends BallotKind> = Parameters<VotingRule<Kind>['count']>[0];

/**
 * Makes a dictatorial or random rule deterministic, so that criteria can be tested on it. The same voter is always the
 * dictator, and every draw among several takes the same place: a blind dictatorship draws this voter. Other random
 * numbers come from a seeded stream that restarts at every count.
 *
 * Findings are about this fixed rule. A dictatorial rule is judged as the rule of one voter, as in GEDI's Table 1; a
 * random rule is judged by one draw. Criteria apply to the result of that draw, not to its probabilities.
 * @param settings.dictator - place of the dictator's ballot, from 0. Default 0
 * @example
 * voting.searchCounterexample(voting.asDeterministic(voting.blindDictatorial), 'majority').kind; // => 'violated'
 */
export function asDeterministic<Kind extends BallotKind>(
  rule: VotingRule<Kind>,
  settings: { readonly dictator?: number } = {},
): VotingRule<Kind> {
  const { dictator = 0 } = settings;
  check('asDeterministic', object('arguments', { rule: votingRule, dictator: whole() }), { rule, dictator });
  const help = (): CountHelp => ({ dictator, random: fixedDraws(dictator) });
  return Object.freeze({
    ...rule,
    count: (profile: Counted<Kind>) => rule.count(profile, help()),
    ...(rule.steps && { steps: (profile: Counted<Kind>) => rule.steps?.(profile, help()) ?? [] }),
  });
}

/** A stream that always draws the same place, or the last one where there are fewer. */
function fixedDraws(place: number): Random {
  return Object.assign(Random.from(1, 'as deterministic'), {
    below: (size: number) => Math.min(place, size - 1),
  });
}
