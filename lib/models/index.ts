/** Who answers: language models, and the simulated agent that stands in for them. */
export { fromEnvironment } from './from-environment';
export { local, type LocalOptions } from './local';
export type { Message, Model, Reply, Request, Sampling, Usage } from './model';
export { openai, type OpenaiOptions } from './openai';
export { simulated, type SimulatedOptions } from './simulated';
