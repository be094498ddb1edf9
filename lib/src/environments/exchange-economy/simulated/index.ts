export { economyBehaviour } from './behaviour';
export {
  AgentParameterError,
  agentParameters,
  publishedSkill,
  type AgentParameter,
  type AgentParameters,
} from './parameters';
export { type Act } from './speaking';
