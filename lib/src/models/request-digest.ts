import { hash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '../json';
import type { CallIdentity, ChatModel, ChatRequest } from './chat-model';

/**
 * What was asked, in 16 hexadecimal digits: messages, sampling and the name of the answer's format.
 * The model and the call's identity are not in it.
 */
export function requestDigest(request: ChatRequest): string {
  const messages = request.messages.map(({ role, content }) => [role, content]);
  const sampling = canonicalJson((request.sampling ?? {}) as JsonObject);
  return hash('sha256', JSON.stringify([messages, sampling, request.answer?.name ?? null])).slice(0, 16);
}

/** Everything that an answer depends on, as SHA-256: the model, the whole question, and which call it is. */
export function callKey(model: Pick<ChatModel, 'name' | 'settings'>, request: ChatRequest): string {
  const { answer, call } = request;
  const parts = [
    model.name,
    canonicalJson(model.settings),
    request.messages.map(({ role, content }) => [role, content]),
    canonicalJson((request.sampling ?? {}) as JsonObject),
    answer === undefined ? null : [answer.name, canonicalJson(answer.schema())],
    [call.run, call.seed, call.collaboration, call.round, call.phase, call.agent, call.repeat, call.attempt],
  ];
  return hash('sha256', JSON.stringify(parts));
}

/** A call's place, for messages: "collaboration 3, round 2, phase vote, agent Ann". */
export function describeCall(call: CallIdentity): string {
  const { collaboration, round, phase, agent, repeat, attempt } = call;
  const more = `${repeat > 0 ? `, repeat ${repeat}` : ''}${attempt > 0 ? `, attempt ${attempt}` : ''}`;
  return `collaboration ${collaboration}, round ${round}, phase ${phase}, agent ${agent}${more}`;
}
