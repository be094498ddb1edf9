export { answers, type AnswerColumnSettings, type AnswerScoring } from './answers';
export { failures, usage } from './calls';
export { debates } from './debates';
export { deliberations } from './deliberations';
export { economy, type EconomyColumnSettings } from './economy';
export { hiddenProfiles } from './hidden-profiles';
export { elections, type ElectionColumnSettings } from './elections';
export { ratings, type RatingColumnSettings } from './ratings';
