export { recommendationBehaviour } from './behaviour';
export { recommendationAgentParameters, type RecommendationAgentParameter } from './parameters';
