export { economyBehaviour } from './behaviour';
export { agentParameters, publishedSkill, type AgentParameters } from './parameters';
export { type Act } from './speaking';
