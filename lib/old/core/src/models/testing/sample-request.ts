import type { CallIdentity, ChatModel, ChatReply, ChatRequest } from '../chat-model';

/** A request for tests. Name the parts that matter; the rest is filled in. */
export function sampleRequest(
  parts: Partial<Omit<ChatRequest, 'call'>> & { readonly call?: Partial<CallIdentity> } = {},
): ChatRequest {
  const { call, ...rest } = parts;
  return {
    messages: [{ role: 'user', content: 'How much?' }],
    ...rest,
    call: {
      run: 'test',
      seed: 1,
      collaboration: 0,
      round: 1,
      phase: 'propose',
      agent: 'Ann',
      repeat: 0,
      attempt: 0,
      ...call,
    },
  };
}

/** A reply for tests. */
export function sampleReply(parts: Partial<ChatReply> = {}): ChatReply {
  return {
    text: 'ok',
    finish: 'stop',
    usage: { inputTokens: 10, outputTokens: 5, counted: 'reported' },
    latencyMs: 1,
    cached: false,
    ...parts,
  };
}

/** A model for tests that answers as the function says, and counts how often it was asked. */
export function sampleModel(
  chat: ChatModel['chat'] | ChatReply = sampleReply(),
  parts: Partial<Omit<ChatModel, 'chat'>> = {},
): ChatModel & { readonly asked: ChatRequest[] } {
  const asked: ChatRequest[] = [];
  return {
    name: 'sample',
    evidence: 'live',
    settings: { flavour: 'plain' },
    ...parts,
    asked,
    chat: (request, options) => {
      asked.push(request);
      return typeof chat === 'function' ? chat(request, options) : Promise.resolve(chat);
    },
  };
}
