import { check } from '../check';
import { aModel, type ChatModel } from './chat-model';
import type { PricedModel } from './prices';
import { ReplyCache, type ReplyCacheSettings } from './reply-cache';
import { callKey } from './request-digest';
import { wrap } from './wrap';

/**
 * Answers a call from a folder when the very same call (model, settings, question, and every part of its identity)
 * was answered before. Such a reply comes back with `cached: true` and the latency that it had when it was made.
 *
 * Every reply is kept, those cut at their length and refusals too: they were paid for, and the same question under
 * the same settings is not owed a second draw. Errors are never kept.
 */
export function withCache(
  model: PricedModel,
  folder: string | ReplyCache,
  settings?: ReplyCacheSettings,
): ChatModel {
  check('withCache', aModel, model);
  const cache = typeof folder === 'string' ? new ReplyCache(folder, settings) : folder;
  return wrap(model, async (request, options) => {
    options?.signal?.throwIfAborted();
    const key = callKey(model, request);
    const stored = cache.get(key, request.call);
    if (stored !== undefined) return { ...stored, cached: true };
    const reply = await model.chat(request, options);
    if (!reply.cached) cache.put(key, request.call, reply);
    return reply;
  });
}
