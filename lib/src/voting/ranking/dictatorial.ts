import { AgoraError } from '../../agora-error';
import { formNames, nameWith, type BallotForms } from '../more/ballot-forms';
import { preferentialRule } from '../preferential-rule';
import type { RankingProfile } from '../ranking-profile';
import type { RankingRule } from '../rule-types';
import { decideByBallot } from './decide-by-ballot';

/** What a dictator was shown before ranking: the ballots of the others, or ballots made up at random. */
export type DictatorKind = 'informed' | 'mis-informed';

/**
 * Dictatorship with counsel: the dictator's own ballot is the decision. Whose it is: `help.dictator`, a place among
 * the profile's ballots counted from 0; left out, the last ballot. In a profile that RankingProfile put together the
 * place is still that of the ballot as it was handed in.
 * Source: GEDI, section 4.2. The two kinds are counted alike; they differ in what the dictator saw, which is the
 * protocol's business (`protocols/election`), and so here only in name.
 *
 * The criteria are those of a dictator who is the same voter throughout.
 * @throws AgoraError 'missing-help' from `count` when there is no ballot at the place
 */
export function dictatorialMethod(kind: DictatorKind, forms: BallotForms = {}): RankingRule {
  const name = nameWith(`${kind} dictatorial`, formNames(forms));
  const seen = kind === 'informed' ? 'the rankings of all others' : 'rankings made up at random';
  return preferentialRule({
    ...forms,
    name,
    source: 'GEDI, section 4.2',
    explanation: `Every agent ranks all proposals from best to worst. One agent, the dictator, ranks them after reading ${seen}, and this ranking is the decision.`,
    meets: [
      ...(['monotonicity', 'consistency', 'independence of irrelevant alternatives'] as const),
      ...(['participation', 'clone independence', 'reversal symmetry', 'pareto'] as const),
    ],
    decide: (profile, { dictator }) => decideByBallot(profile, rowOfDictator(name, profile, dictator)),
  });
}

function rowOfDictator(name: string, profile: RankingProfile, dictator: number | undefined): number {
  const { handedIn, weights } = profile;
  if (dictator === undefined) {
    let last = handedIn - 1;
    while (weights[profile.rowOf(last)] === 0) last--;
    return profile.rowOf(last);
  }
  if (!Number.isInteger(dictator) || dictator < 0 || dictator >= handedIn)
    throw new AgoraError(
      'missing-help',
      `${name} needs as help.dictator a place among its ${handedIn} ballots, 0 to ${handedIn - 1}, got ${dictator}`,
    );
  const row = profile.rowOf(dictator);
  if (weights[row] === 0)
    throw new AgoraError(
      'missing-help',
      `${name} got ${dictator} as help.dictator, a ballot that nobody holds`,
    );
  return row;
}

export const informedDictatorial: RankingRule = dictatorialMethod('informed');
export const misinformedDictatorial: RankingRule = dictatorialMethod('mis-informed');
