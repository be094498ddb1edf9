import { check, settings, whole } from '../check';
import { hasCode } from '../agora-error';
import { aModel, wrap, type ChatModel } from './chat-model';
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
 * Counts prompts before they are sent: one that cannot fit into the model's context is not sent, and fails with an error
 * that names both sizes and what to do. Our count is by one encoding, and models have others: a prompt is held back only
 * where it does not fit by the lowest ratio of reported over counted tokens that was seen. Where the endpoint reports far
 * fewer tokens than the prompt has, it has cut the prompt without saying so: that is an incident ('prompt cut').
 * @param contextTokens - the most tokens that prompt and answer may have together; undefined: learnt from the first refusal
 * @example
 * const model = models.withContext(models.simulated(), 4096);
 */
export function withContext(model: ChatModel, contextTokens?: number): ChatModel {
  check('withContext', aModel, model);
  check('withContext', settings({ contextTokens: whole(1).optional() }), { contextTokens });
  let limit = contextTokens;
  let lowest: number | undefined;
  return wrap(model, async (request, options) => {
    const characters = request.messages.reduce((sum, { content }) => sum + content.length, 0);
    // No text has more tokens than characters, but for what stands around messages.
    const mayNotFit = limit !== undefined && characters + 8 * request.messages.length > limit;
    const before = mayNotFit ? countMessages(request.messages) : undefined;
    if (limit !== undefined && before !== undefined && before * (lowest ?? leastRatio) > limit) {
      const size = `about ${before.toLocaleString('en')}`;
      const details = { promptTokens: before, contextTokens: limit };
      throw contextError(model.name, size, limit, 'counted before it was sent', details);
    }
    try {
      const reply = await model.chat(request, options);
      const { inputTokens, counted: by } = reply.usage;
      if (by !== 'reported' || reply.cached) return reply;
      const mayBeCut = inputTokens * charactersPerToken < cutShare * characters;
      const counted = before ?? (mayBeCut ? countMessages(request.messages) : 0);
      if (counted < fewestTokens) return reply;
      if (inputTokens < cutShare * counted) {
        const text =
          `${model.name} read ${inputTokens.toLocaleString('en')} tokens of a prompt that has about ` +
          `${counted.toLocaleString('en')}: it seems to cut prompts without saying so. Give it a larger context, or let ` +
          'agents remember less (the protocol\'s setting "memory").';
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
