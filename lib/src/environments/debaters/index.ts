export { debaterBehaviour } from './behaviour';
export { debaterParameters, debaterProfiles, defaultDebaterProfile, type DebaterProfile } from './parameters';
export { type DebaterQuestion, type DebaterTask } from './task';
