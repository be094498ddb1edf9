export { readJointCases } from './read-official';
export type { Assignment, Information, JointCase, JointScore, Menu, State, View } from './types';
