import type { JsonObject } from '../json';
import type { ChatRequest, Sampling } from './chat-model';

/** How the answer's shape is asked for: by schema, as some JSON object, or in the prompt alone. */
export type AnswerShape = 'schema' | 'object' | 'text';

/** The next simpler shape, for endpoints that refuse this one. */
export const simplerShape: Readonly<Record<AnswerShape, AnswerShape | undefined>> = {
  schema: 'object',
  object: 'text',
  text: undefined,
};

/**
 * A request in the words of the chat-completions protocol.
 * @param official - whether this is the protocol's own endpoint, which renamed `max_tokens`; others know that name
 */
export function chatCompletionBody(
  model: string,
  request: ChatRequest,
  sampling: Sampling,
  shape: AnswerShape,
  official: boolean,
): JsonObject {
  const { temperature, topP, maxTokens, seed, stop } = sampling;
  return {
    model,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(maxTokens === undefined ? {} : { [official ? 'max_completion_tokens' : 'max_tokens']: maxTokens }),
    ...(seed === undefined ? {} : { seed }),
    ...(stop === undefined ? {} : { stop: [...stop] }),
    ...responseFormat(request, shape),
  };
}

function responseFormat({ answer }: ChatRequest, shape: AnswerShape): JsonObject {
  if (answer === undefined || shape === 'text') return {};
  if (shape === 'object') return { response_format: { type: 'json_object' } };
  // Endpoints take letters, digits, _ and - in a schema's name, up to 64.
  const name = answer.name.replace(/[^\w-]+/g, '_').slice(0, 64) || 'answer';
  return {
    response_format: {
      type: 'json_schema',
      json_schema: { name, schema: answer.schema(), strict: false },
    },
  };
}
