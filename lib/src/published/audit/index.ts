import { acrossTables } from './across-tables';
import type { Finding } from './finding';
import { metricDefinitions } from './metric-definitions';
import { textClaims } from './text-claims';

/** Every statement of RoundTable on the exchange economy that its own printed numbers can check. */
export function auditRoundTable(): readonly Finding[] {
  return [...metricDefinitions(), ...textClaims(), ...acrossTables()];
}

export { auditGedi, type GediAuditData } from './gedi';
export { auditLanguage } from './language';
export { auditRecommendation } from './recommendation';
export { auditS2Mad } from './s2-mad';
export { auditStopping } from './stopping';
export type { Finding } from './finding';
export { evenSplitShare } from './even-split';
