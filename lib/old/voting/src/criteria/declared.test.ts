import { describe, expect, it } from 'vitest';
import { ratingScale } from '../ballots';
import { ballotSettings } from '../rule-setting';
import type { CriterionName, RatingScale, VotingRule } from '../voting-rule';
import { rangeAsCoded, rankedPairsAsCoded } from '../../../papers/src/gedi/as-coded';
import { borda, rules } from '../rules/rules';
import { variants } from '../testing/variants';
import { asDeterministic, searchCounterexample, type SearchLimits } from './index';
import { checkDeclared } from './testing/check-declared';

/** An order of the options settles ties only where the options are those. */
const all: readonly VotingRule[] = [...rules, ...variants, rankedPairsAsCoded, rangeAsCoded].filter(
  ({ name }) => !name.includes('stated order'),
);

/** The rule's lowest three ratings. */
function threeLevels(rule: VotingRule): RatingScale {
  const { lowest } = ballotSettings(rule, ['Amber', 'Blue'], 1).scale ?? ratingScale;
  return { lowest, highest: lowest + 2 };
}

function quick(rule: VotingRule): SearchLimits {
  if (rule.ballot === 'rating') return { maxOptions: 3, maxVoters: { 2: 3, 3: 2 }, scale: threeLevels(rule) };
  if (rule.ballot === 'approval') return { maxOptions: 3, maxVoters: { 2: 5, 3: 3 } };
  return { maxOptions: 4, maxVoters: { 2: 4, 3: rule.name.includes('dictatorial') ? 3 : 5, 4: 2 } };
}

/** Well-known breaches, by the rule's name. Sources beside them. */
const known: readonly (readonly [rule: string, criterion: CriterionName, source: string])[] = [
  ['plurality', 'condorcet', 'Condorcet (1785); GEDI, Figure 9'],
  ['plurality', 'condorcet loser', 'Borda (1781)'],
  ['plurality', 'majority loser', 'Borda (1781)'],
  ['plurality', 'independence of irrelevant alternatives', 'Arrow (1951); GEDI, Figure 8'],
  ['plurality', 'clone independence', 'Tideman (1987)'],
  ['plurality', 'reversal symmetry', 'Saari (1994)'],
  ['borda', 'majority', 'Condorcet (1785); Black (1958)'],
  ['borda', 'condorcet', 'Condorcet (1785)'],
  ['borda', 'independence of irrelevant alternatives', 'Arrow (1951)'],
  ['borda', 'clone independence', 'Tideman (1987)'],
  ['instant-runoff', 'condorcet', 'Woodall (1997)'],
  ['instant-runoff', 'consistency', 'Young (1975)'],
  ['instant-runoff', 'monotonicity', 'Smith (1973); GEDI, Figure 10'],
  ['instant-runoff', 'participation', 'Fishburn and Brams (1983)'],
  ['ranked pairs', 'consistency', 'Young and Levenglick (1978)'],
  ['ranked pairs', 'independence of irrelevant alternatives', 'Arrow (1951)'],
  ['schulze', 'consistency', 'Young and Levenglick (1978); Schulze (2011)'],
  ['kemeny-young', 'clone independence', 'Tideman (1987)'],
  ['copeland', 'clone independence', 'Tideman (1987)'],
  ['minimax', 'condorcet loser', 'Fishburn (1977)'],
  ['minimax', 'smith', 'Fishburn (1977)'],
  ['minimax', 'clone independence', 'Tideman (1987)'],
  ['bucklin', 'condorcet', 'Tideman (2006)'],
  ['anti-plurality', 'majority', 'Lepelley and Merlin (1998)'],
  ['range', 'majority', 'GEDI, Figure 11'],
  ['range', 'condorcet', 'GEDI, Figure 11'],
  ['majority judgement', 'participation', 'Felsenthal and Machover (2008)'],
  ['majority judgement', 'condorcet', 'Felsenthal and Machover (2008)'],
  ['informed dictatorial', 'majority', 'GEDI, Table 1'],
];

describe('declared criteria', () => {
  it('law: no registered rule is caught breaking what it says it meets', () => {
    let checked = 0;
    for (const rule of all)
      for (const { criterion, outcome } of checkDeclared(rule, quick(rule))) {
        expect([rule.name, criterion, outcome.kind]).toEqual([rule.name, criterion, 'none']);
        expect([rule.name, criterion, outcome.upTo.length > 0]).toEqual([rule.name, criterion, true]);
        checked++;
      }
    expect(checked).toBeGreaterThan(100);
  }, 60_000);

  it.each(known)('known: %s breaks %s (%s)', (name, criterion) => {
    const rule = all.find((one) => one.name === name);
    if (rule === undefined) throw new Error(`there is no rule ${name} any more`);
    expect(rule.meets).not.toContain(criterion);
    const outcome = searchCounterexample(asDeterministic(rule), criterion);
    expect(outcome.kind).toBe('violated');
  });

  it('contract: a false declaration is caught', () => {
    const liar = { ...borda, meets: ['majority' as const] };
    expect(checkDeclared(liar, quick(liar)).map(({ outcome }) => outcome.kind)).toEqual(['violated']);
  });
});
