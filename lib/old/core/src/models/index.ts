export type { Budget } from './budget-account';
export { batched, type BatchedSettings } from './batch/batched';
export { byAgent, type ModelsByAgent } from './by-agent';
export {
  wrap,
  type BatchedRun,
  type BatchPlace,
  type CallIdentity,
  type ChatMessage,
  type ChatModel,
  type ChatOptions,
  type ChatReply,
  type ChatRequest,
  type FinishReason,
  type Incident,
  type IncidentKind,
  type ModelEvidence,
  type ModelFacts,
  type Sampling,
  type Scoring,
  type AnsweringAgent,
  type SimulatedAnswer,
  type Tool,
  type ToolCall,
  type Usage,
} from './chat-model';
export { countTokens } from './count-tokens';
export { fromEnvironment, parseModel } from './from-environment';
export { local, type LocalSettings } from './local/local';
export { openai, type OpenaiSettings, type Variables } from './openai';
export type { Prices } from './prices';
export { recorded, type RecordedSettings } from './recorded';
export { simulated } from './simulated';
export type { SimulatedBehaviour, SimulatedSettings } from './simulated-settings';
export { withBudget, type BudgetSettings } from './with-budget';
export { withCache, type CacheSettings } from './with-cache';
export { withContext } from './with-context';
export { withLimit } from './with-limit';
export { withToolsInPrompt } from './with-tools-in-prompt';
export { withRetries, type RetrySettings } from './with-retries';
export { pool, type PoolSettings } from './pool';
