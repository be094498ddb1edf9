export type { Assignment, Information, JointCase, JointScore, Menu, State, View } from './types';
