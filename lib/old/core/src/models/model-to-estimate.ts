import { AgoraError, hasCode } from 'agora-voting';
import type { ChatModel } from './chat-model';
import { parseModel } from './from-environment';
import { freeOfCharge } from './prices';
import type { Variables } from './openai';

/**
 * The model that a text names, for an estimate. One whose key or weights are missing is given all the same, and says so as
 * `unready`: an estimate plays with simulated agents, and needs to ask nothing.
 * @throws AgoraError 'setting' when the text names no model
 */
export function modelToEstimate(text: string, env: Variables = process.env): ChatModel {
  try {
    return parseModel(text, env);
  } catch (error) {
    const isKeyMissing = text.trim().startsWith('openai:') && !env['OPENAI_API_KEY']?.trim();
    if (isKeyMissing) return unready(parseModel(text, { ...env, OPENAI_API_KEY: 'none' }), error as Error);
    if (!hasCode(error, 'weights')) throw error;
    const [, weights = 'local'] = text.split('local:');
    return unready({ name: weights.trim(), settings: {}, pricesOf: () => freeOfCharge }, error);
  }
}

/** A model that has a name and prices, and cannot be asked. */
function unready(
  { name, settings, pricesOf }: Pick<ChatModel, 'name' | 'settings' | 'pricesOf'>,
  { message }: Error,
): ChatModel {
  return {
    name: name,
    evidence: 'live',
    settings: settings,
    ...(pricesOf === undefined ? {} : { pricesOf: pricesOf }),
    // The first sentence says what is missing.
    unready: message.replace(/\. .*/, ''),
    chat: () => Promise.reject(new AgoraError('model-unavailable', message)),
  };
}
