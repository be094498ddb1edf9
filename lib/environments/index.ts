export { questions, type Answer, type QuestionCase, type QuestionOptions, type QuestionSetName } from './questions';
export { readLetter } from './answers';
export { readMath, sameMath } from './math-answer';
export { discharge, factCheck, type DischargeOptions, type EvidenceInstance, type EvidenceOptions } from './evidence';
export type { EvidenceCase } from './evidence-case';
export { readClaims, readDischargeNotes } from './evidence-files';
