import { hasCode } from 'agora-voting';
import { check, settings, text, whole } from 'agora-voting/internal';
import { aModel, wrap, type ChatModel } from './chat-model';
import { largerContext, leastRoom, shorterPrompts } from './context-room';
import { countMessages } from './count-tokens';
import { contextError } from './openai-error';

/** Tokens that an endpoint reports over those that we count, at the least, before a reply has told. */
const leastRatio = 0.85;

/** From so many counted tokens on an endpoint's figure says something; below this share of it the prompt was cut. */
const fewestTokens = 300;
const cutShare = 0.6;

/** A token has so many characters at the least where it matters (English, JSON with numbers): fewer need no counting. */
const charactersPerToken = 3;

/**
 * Counts prompts before they are sent: one that leaves no room for an answer in the model's context is not sent, and fails
 * with an error that names both sizes and what to do. An answer needs 64 tokens, or `maxTokens` where that is less; a larger
 * `maxTokens` is sent as it is, and an answer may end with the context. One that had less room, and was cut off, is the same
 * error, and no answer. Our count is by one encoding, and models have others: a prompt is held back only
 * where it does not fit by the lowest ratio of reported over counted tokens that was seen. Where the endpoint reports far
 * fewer tokens than the prompt has, it has cut the prompt without saying so: that is an incident ('prompt cut').
 * @param contextTokens - the most tokens that prompt and answer may have together; undefined: learnt from the first refusal
 * @param shorter - how prompts become shorter, for the error
 * @example
 * const model = models.withContext(models.simulated(), 4096);
 */
export function withContext(model: ChatModel, contextTokens?: number, shorter = shorterPrompts): ChatModel {
  check('withContext', aModel, model);
  const known = settings({ contextTokens: whole(1).optional(), shorter: text() });
  check('withContext', known, { contextTokens, shorter });
  const larger = largerContext(model);
  let limit = contextTokens;
  let lowest: number | undefined;
  return wrap(model, async (inner, request, options) => {
    const characters = request.messages.reduce((sum, { content }) => sum + content.length, 0);
    // No text has more tokens than characters, but for what stands around messages.
    const room = leastRoom(request);
    const mayNotFit = limit !== undefined && characters + 8 * request.messages.length + room > limit;
    const before = mayNotFit ? countMessages(request.messages) : undefined;
    const tooLong = (promptTokens: number, size: string, said: string) => {
      const details = limit === undefined ? { promptTokens } : { promptTokens, contextTokens: limit };
      const who = model.name;
      return contextError({ who, promptTokens: size, contextTokens: limit, said, larger, shorter, details });
    };
    if (limit !== undefined && before !== undefined && before * (lowest ?? leastRatio) + room > limit)
      throw tooLong(before, `about ${before.toLocaleString('en')}`, 'counted before it was sent');
    try {
      const reply = await inner.chat(request, options);
      const { inputTokens, counted: by } = reply.usage;
      if (by !== 'reported' || reply.cached) return reply;
      const mayBeCut = inputTokens * charactersPerToken < cutShare * characters;
      if (limit !== undefined && reply.finish === 'length' && inputTokens + room > limit) {
        lowest = Math.min(lowest ?? Infinity, inputTokens / (before ?? countMessages(request.messages)));
        throw tooLong(inputTokens, inputTokens.toLocaleString('en'), 'its answer was cut off');
      }
      const counted = before ?? (mayBeCut ? countMessages(request.messages) : 0);
      if (counted < fewestTokens) return reply;
      if (inputTokens < cutShare * counted) {
        const text =
          `${model.name} read ${inputTokens.toLocaleString('en')} tokens of a prompt that has about ` +
          `${counted.toLocaleString('en')}: it seems to cut prompts without saying so. ${larger}, ` +
          `or ${shorter}.`;
        options?.watch?.({ kind: 'prompt cut', text });
      } else lowest = Math.min(lowest ?? Infinity, inputTokens / counted);
      return reply;
    } catch (error) {
      const told = hasCode(error, 'request-failed') ? error.details['contextTokens'] : undefined;
      if (typeof told === 'number') limit ??= told;
      throw error;
    }
  });
}
