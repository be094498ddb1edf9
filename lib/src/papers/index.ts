export * as gedi from './gedi';
export * as llmVoting from './llm-voting';
