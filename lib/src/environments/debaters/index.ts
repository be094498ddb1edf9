export { debaterBehaviour } from './behaviour';
export { debaterParameters, debaterProfiles, defaultDebaterProfile, type DebaterProfile } from './parameters';
export { DebaterTaskError, type DebaterQuestion, type DebaterTask } from './task';
