/** Models that answer questions: language models and simulated agents. */
export { aiSdk, type AiSdkModel, type AiSdkOptions } from './ai-sdk';
export { fromEnvironment } from './from-environment';
export { local, type LocalOptions } from './local';
export type { Message, Model, Reply, Request, Sampling, Usage } from './model';
export { openai, type OpenaiOptions } from './openai';
export { simulated, type SimulatedOptions } from './simulated';
