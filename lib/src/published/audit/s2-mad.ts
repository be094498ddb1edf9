import { check, object } from '../../check';
import { s2mad, s2MadGiven, type S2MadPaper } from '../s2-mad';
import type { Finding } from './finding';
import { s2MadAblationClaims } from './s2-mad-ablation-claims';
import { s2MadCostClaims } from './s2-mad-cost-claims';
import { s2MadDocument } from './s2-mad-document';
import { s2MadGainClaims } from './s2-mad-gain-claims';
import { s2MadGroupClaims } from './s2-mad-group-claims';
import { s2MadLossClaims } from './s2-mad-loss-claims';
import { s2MadSavingClaims } from './s2-mad-saving-claims';

/** Every statement of S2-MAD that its own printed numbers can check. */
export function auditS2Mad(paper: S2MadPaper = s2mad): readonly Finding[] {
  check('auditS2Mad', object('arguments', { paper: s2MadGiven }), { paper });
  return [
    ...s2MadSavingClaims(paper),
    ...s2MadCostClaims(paper),
    ...s2MadLossClaims(paper),
    ...s2MadGainClaims(paper),
    ...s2MadGroupClaims(paper),
    ...s2MadAblationClaims(paper),
    ...s2MadDocument(paper),
  ];
}
