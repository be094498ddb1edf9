export { answers, type AnswerColumnSettings, type AnswerScoring } from './answers';
export { failures, usage } from './calls';
export { debates } from './debates';
export { deliberations } from './deliberations';
export { economy, type EconomyColumnSettings } from './economy';
export { elections, type ElectionColumnSettings } from './elections';
export { of } from './fitting';
export { tags, type TagColumnSettings } from './tags';
export { ratings, type RatingColumnSettings } from './ratings';
