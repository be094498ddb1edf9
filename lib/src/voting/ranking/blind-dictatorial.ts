import { AgoraError } from '../../agora-error';
import { formNames, nameWith, type BallotForms } from '../more/ballot-forms';
import { preferentialRule } from '../preferential-rule';
import type { RankingProfile } from '../ranking-profile';
import type { RankingRule } from '../rule-types';
import { decideByBallot } from './decide-by-ballot';

/**
 * Blind dictatorship, or random ballot: one voter is drawn, and the whole ballot of this voter is the decision.
 * Source: GEDI, section 4.2; Aziz, Brandt and Brill (2013). Every voter is as likely as any other.
 *
 * What it meets is left open: the winner hangs on the draw, and criteria speak of winners that the ballots settle.
 * @throws AgoraError 'missing-help' from `count` without `help.random`
 */
export function blindDictatorialMethod(forms: BallotForms = {}): RankingRule {
  const name = nameWith('blind dictatorial', formNames(forms));
  return preferentialRule({
    ...forms,
    name,
    source: 'GEDI, section 4.2 (Aziz et al. 2013)',
    explanation:
      'Every agent ranks all proposals from best to worst. One agent is drawn at random, and this ranking is the decision.',
    meets: [],
    decide(profile, { random }) {
      if (random === undefined)
        throw new AgoraError('missing-help', `${name} draws a ballot: it needs help.random, got none`);
      return decideByBallot(profile, rowOfVoter(profile, random.below(profile.voters)));
    },
  });
}

/** The ballot of a voter, the voters counted through from 0 in the order of their ballots. */
function rowOfVoter({ weights, size }: RankingProfile, voter: number): number {
  let passed = 0;
  for (let row = 0; row < size; row++) {
    passed += weights[row] as number;
    if (voter < passed) return row;
  }
  return size - 1;
}

export const blindDictatorial: RankingRule = blindDictatorialMethod();
