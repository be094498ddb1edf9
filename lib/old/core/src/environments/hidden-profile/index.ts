export { hiddenProfile, type HiddenProfileEnvironment, type HiddenProfileSettings } from './hidden-profile';
export type {
  Fact,
  HiddenProfileCase,
  HiddenProfileInstance,
  HiddenProfileScore,
  ProfileInformation,
} from './types';
