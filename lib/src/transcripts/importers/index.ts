export { conversationSources, readLlmAgora, type ConversationSource } from './conversation-sources';
