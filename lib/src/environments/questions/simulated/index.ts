export { raterBehaviour } from './behaviour';
export { defaultRaterProfile, raterParameters, raterProfiles, type RaterParameter } from './parameters';
