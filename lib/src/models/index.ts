export { BudgetAccount, type Budget, type Spending } from './budget-account';
export { byAgent, type ModelsByAgent } from './by-agent';
export type {
  CallIdentity,
  ChatMessage,
  ChatModel,
  ChatOptions,
  ChatReply,
  ChatRequest,
  FinishReason,
  ModelEvidence,
  Sampling,
  SimulatedAnswer,
  SimulationProfile,
  Usage,
} from './chat-model';
export { countMessages, countTokens } from './count-tokens';
export { fromEnvironment, parseModel } from './from-environment';
export { openai, type OpenaiSettings, type Variables } from './openai';
export type { AnswerShape } from './openai-request';
export { costOf, freeOfCharge, knownPrices, pricesOf, type PricedModel, type Prices } from './prices';
export { recorded, type RecordedSettings } from './recorded';
export { ReplyCache, type ReplyCacheSettings } from './reply-cache';
export { callKey, requestDigest } from './request-digest';
export { simulated, type SimulatedSettings } from './simulated';
export { withBudget, type BudgetSettings } from './with-budget';
export { withCache } from './with-cache';
export { withLimit } from './with-limit';
export { withRetries, type RetrySettings } from './with-retries';
