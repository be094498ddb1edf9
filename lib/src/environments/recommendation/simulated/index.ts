export { recommendationBehaviour } from './behaviour';
export { recommendationAgentParameters } from './parameters';
