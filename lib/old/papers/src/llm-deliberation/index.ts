export { dealIn } from './deal';
export { bestDeal, columns } from './endings';
export type { Deal, Seat } from './game';
export { told, type Telling } from './told';
export { toldRates, type TellingRate, type ToldRate } from './told-rates';
