import { hasCode } from 'agora-voting';
import { check, settings, text, whole } from 'agora-voting/internal';
import { aModel, wrap, type ChatModel } from './chat-model';
import { largerContext, leastRoom, shorterPrompts } from './context-room';
import { countMessages } from './count-tokens';
import { contextError } from './openai-error';

/** The lowest ratio of reported to counted tokens that is assumed before the first reply. */
const leastRatio = 0.85;

/**
 * The fewest counted tokens at which an endpoint's figure is compared; below this share of the count the prompt was
 * cut.
 */
const fewestTokens = 300;
const cutShare = 0.6;

/**
 * The fewest characters per token that occur in practice (English, JSON with numbers). Shorter prompts need no
 * counting.
 */
const charactersPerToken = 3;

/**
 * Counts prompts before they are sent. A prompt that leaves no space for an answer in the model's context is not
 * sent: it fails with an error that gives both sizes and advice. An answer needs 64 tokens, or `maxTokens` if that is
 * smaller. A larger `maxTokens` is sent unchanged, and the answer may end where the context ends. An answer that had
 * less space than needed and was cut off fails with the same error. We count with one encoding, but models have
 * others: a prompt is held back only if it does not fit by the lowest ratio of reported to counted tokens so far. If
 * the endpoint reports far fewer tokens than the prompt has, it has cut the prompt silently: that is an incident
 * ('prompt cut').
 * @param contextTokens - the most tokens that prompt and answer may have together; undefined: learnt from the first
 * error
 * @param shorter - how to shorten prompts, for the error
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
    // A text never has more tokens than characters, apart from the overhead of messages.
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
