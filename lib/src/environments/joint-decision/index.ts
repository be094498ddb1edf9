export { readJointCases } from './read-official';
export type { CaseOptions } from './select';
export type { Assignment, Information, JointCase, JointScore, Menu, State, View } from './types';
