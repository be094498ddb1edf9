import type { ChatModel, ChatRequest } from '../../../models';

export const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

/** A model with scripted answers. Its tokens are words, so counts are additive. It remembers what it was asked. */
export function scripted(answer: (agent: string, round: number, request: ChatRequest) => string) {
  const asked: ChatRequest[] = [];
  const model: ChatModel = {
    name: 'scripted',
    evidence: 'simulated',
    settings: {},
    chat: (request) => {
      asked.push(request);
      const text = answer(request.call.agent, request.call.round, request);
      const inputTokens = request.messages.reduce((sum, { content }) => sum + wordsIn(content), 0);
      return Promise.resolve({
        text,
        finish: text === 'REFUSED' ? 'refusal' : 'stop',
        latencyMs: 0,
        cached: false,
        usage: { inputTokens, outputTokens: wordsIn(text), counted: 'reported' },
      });
    },
  };
  return { model, asked };
}

/** A summary that states every answer that it was shown. */
export function summaryOf(request: ChatRequest): string {
  const shown = request.messages.at(-1)?.content.split('Summarise these answers')[0] ?? '';
  const stated = [...new Set([...shown.matchAll(/\([A-Z]\)/g)].map(([letter]) => letter))];
  return `In sum: ${stated.join(' ')}`;
}
