import { check, settings } from '../../check';
import type { Finding } from './finding';
import { gediDictatorClaims } from './gedi-dictator-claims';
import { gediDifferences } from './gedi-differences';
import { gediDocument } from './gedi-document';
import { gediProfileClaims } from './gedi-profile-claims';
import { auditRandomBaseline, gediRandomClaims, optionCountsGiven } from './gedi-random-baseline';
import { gediSubjectClaims } from './gedi-subject-claims';
import { gediVotingClaims } from './gedi-voting-claims';

/** What the audit of GEDI can use besides the paper. */
export interface GediAuditData {
  /** Options of each of the first 100 questions of each discipline of MMLU-Pro. Without them one finding is left out. */
  readonly mmluProOptions?: readonly number[];
}

/** Every statement of GEDI that its own printed numbers can check, and one that the questions of MMLU-Pro can. */
export function auditGedi(data: GediAuditData = {}): readonly Finding[] {
  check('auditGedi', settings({ mmluProOptions: optionCountsGiven.optional() }), data);
  const { mmluProOptions } = data;
  return [
    ...gediDifferences(),
    ...gediVotingClaims(),
    ...gediDictatorClaims(),
    ...gediRandomClaims(),
    ...(mmluProOptions === undefined ? [] : [auditRandomBaseline(mmluProOptions)]),
    ...gediProfileClaims(),
    ...gediSubjectClaims(),
    ...gediDocument(),
  ];
}
