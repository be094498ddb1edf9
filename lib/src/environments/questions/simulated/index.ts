export { raterBehaviour } from './behaviour';
export { defaultRaterProfile, raterParameters, raterProfiles } from './parameters';
