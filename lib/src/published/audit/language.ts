import { actRatios } from './act-ratios';
import type { Finding } from './finding';
import { informationDistance } from './information-distance';
import { messageFeatures } from './message-features';
import { ratioDenominator } from './ratio-denominator';

/** Every statement of section 6 and Appendix E.3 that Tables 8 and 9 can check. */
export function auditLanguage(): readonly Finding[] {
  return [...messageFeatures(), ...informationDistance(), ...actRatios(), ...ratioDenominator()];
}
