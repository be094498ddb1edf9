export {
  conversationSources,
  readEliminationGames,
  readLlmAgora,
  readMadDebates,
  type ConversationImporter,
  type ConversationSource,
} from './conversation-sources';
export { importEliminationGame } from './elimination-game';
export { importLlmAgora } from './llm-agora';
export { importMadDebate } from './mad-debate';
export { promptEcho, type PromptEcho } from './prompt-echo';
export { readModelDictionary, type DictionaryReading } from './model-dictionary';
export { readPythonLiteral, type QuoteReading } from './python-literal';
export { ConversationImportError } from './source-text';
