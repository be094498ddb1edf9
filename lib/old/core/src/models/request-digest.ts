import { hash } from 'node:crypto';
import { canonicalJson, type JsonObject } from 'agora-voting/internal';
import type { CallIdentity, ChatModel, ChatRequest } from './chat-model';

/**
 * A digest of the question in 16 hexadecimal digits: messages, sampling, the name of the answer's format, tools and
 * scoring. It does not include the model or the call's identity.
 */
export function requestDigest(request: ChatRequest): string {
  return questionHash(request).slice(0, 16);
}

/** The SHA-256 of all that an answer depends on: the model, the whole question, and the call's identity. */
export function callKey(model: Pick<ChatModel, 'name' | 'settings'>, request: ChatRequest): string {
  const { answer } = request;
  const schema = answer === undefined ? '' : JSON.stringify(answer.schema);
  return hash('sha256', `${questionKey(model, request)}\n${schema}`);
}

/** Like `callKey`, but without the answer's schema, which is determined by the prompt and the name of the format. */
export function questionKey(model: Pick<ChatModel, 'name' | 'settings'>, request: ChatRequest): string {
  const { run, seed, collaboration, round, phase, agent, repeat, attempt } = request.call;
  const call = [run, seed, collaboration, round, phase, agent, repeat, attempt];
  const settings = canonicalJson(model.settings);
  return hash('sha256', JSON.stringify([model.name, settings, questionHash(request), call]));
}

/** A call's identity in words, for messages: "collaboration 3, round 2, phase vote, agent Ann". */
export function describeCall(call: CallIdentity): string {
  const { collaboration, round, phase, agent, repeat, attempt } = call;
  const more = `${repeat > 0 ? `, repeat ${repeat}` : ''}${attempt > 0 ? `, attempt ${attempt}` : ''}`;
  return `collaboration ${collaboration}, round ${round}, phase ${phase}, agent ${agent}${more}`;
}

/**
 * SHA-256 of messages, sampling, the name of the answer's format, tools and scoring. They are hashed as one text. Its
 * heading contains the length of every piece, so that two different questions never give the same text.
 */
function questionHash({ messages, sampling, answer, tools, scoring }: ChatRequest): string {
  const pieces = [
    sampling === undefined ? '{}' : canonicalJson(sampling as JsonObject),
    answer === undefined ? '' : `=${answer.name}`,
    ...messages.flatMap(({ role, content, toolCalls, toolCallId }) => [
      role,
      content,
      ...(toolCalls === undefined ? [] : [JSON.stringify(toolCalls)]),
      ...(toolCallId === undefined ? [] : [toolCallId]),
    ]),
    ...(tools === undefined ? [] : [JSON.stringify(tools)]),
    ...(scoring === undefined ? [] : [JSON.stringify(scoring)]),
  ];
  const lengths = pieces.map(({ length }) => `${length} `).join('');
  return hash('sha256', `${lengths}\n${pieces.join('')}`);
}
