export { discharge } from './discharge';
export { readDischargeNotes } from './discharge-notes';
export type { EvidenceSettings } from './evidence';
export { factCheck } from './fact-check';
export { readClaims } from './read-claims';
export type { Evidence, EvidenceCase, EvidenceInstance, EvidenceScore } from './types';
