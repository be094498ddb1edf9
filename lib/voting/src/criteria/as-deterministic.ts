import { check, object, whole } from '../check';
import { Random } from '../random';
import type { BallotKind, CountHelp, VotingRule } from '../voting-rule';
import { votingRule } from '../rule-setting';

type Counted<Kind extends BallotKind> = Parameters<VotingRule<Kind>['count']>[0];

/**
 * Fixes what a rule leaves to a dictator or to chance, so that the same votes always give the same result and criteria
 * can be asked of it. The dictator is the voter of one ballot, the first unless said otherwise, and every draw of one
 * among several takes the same place: a blind dictatorship draws this voter. Other chance comes from a seeded stream
 * that starts afresh at every count.
 *
 * What is found holds for this fixed rule: a dictatorial rule is judged as the rule of one voter, as GEDI's Table 1
 * does, and a rule that draws as one draw of it. The criteria are said of the draw's result, not of its chances.
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
