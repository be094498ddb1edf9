import type OpenAI from 'openai';
import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { chatCompletionBody } from './chat-completion';
import type { ChatMessage, ChatReply, ChatRequest, Scoring } from './chat-model';
import { countMessages } from './count-tokens';

/** The most tokens per position whose probabilities an endpoint reports. */
const mostTold = 20;

export interface EndpointForScoring {
  readonly signal?: AbortSignal;
  readonly official: boolean;
  readonly address: string;
  /** Converts an error of the client. */
  readonly asError: (error: unknown) => Error;
}

const count = z.number().int().nonnegative();
const told = z.object({
  choices: z
    .array(
      z.object({
        logprobs: z
          .object({
            content: z
              .array(
                z.object({
                  top_logprobs: z.array(z.object({ token: z.string(), logprob: z.number() })),
                }),
              )
              .nullish(),
          })
          .nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(null),
});

/**
 * How probable a model behind an endpoint finds some options, from the probabilities (`logprobs`) of the first token
 * of its answer. Endpoints do not accept the first words of an answer, so the prompt asks for the option alone. They
 * report the 20 most probable tokens; an option outside them gets probability 0.
 * @throws AgoraError 'setting' when the endpoint reports no probabilities, or two options begin with the same token
 */
export async function scoreByLogprobs(
  client: OpenAI,
  model: string,
  request: ChatRequest,
  { options }: Scoring,
  endpoint: EndpointForScoring,
): Promise<ChatReply> {
  const { answer: _, ...asked } = request;
  const messages = withOptionAlone(request.messages, options);
  const sampling = { ...request.sampling, maxTokens: 1, temperature: 0 };
  const body = {
    ...chatCompletionBody(model, { ...asked, messages }, sampling, 'text', endpoint.official),
    logprobs: true,
    top_logprobs: mostTold,
  };
  const started = performance.now();
  const text = await answerOf(client, body, endpoint);
  const tokens = firstTokens(text, endpoint.address);
  const alone = sharesOf(options, tokens.top, endpoint.address);
  const together = alone.reduce((sum, one) => sum + one, 0);
  if (together === 0)
    throw new AgoraError(
      'request-failed',
      `${endpoint.address}: none of ${options.join(', ')} is among the ${tokens.top.length} most probable beginnings of the answer (${tokens.top
        .slice(0, 5)
        .map(({ token }) => JSON.stringify(token))
        .join(', ')}, …)`,
    );
  return {
    text: options[alone.indexOf(Math.max(...alone))] ?? '',
    finish: 'stop',
    usage: tokens.usage ?? { inputTokens: countMessages(messages), outputTokens: 1, counted: 'tokenizer' },
    latencyMs: Math.round((performance.now() - started) * 1000) / 1000,
    cached: false,
    probabilities: Object.fromEntries(options.map((option, at) => [option, (alone[at] ?? 0) / together])),
    probabilityOfOptions: Math.min(1, together),
  };
}

async function answerOf(
  client: OpenAI,
  body: object,
  { signal, address, asError }: EndpointForScoring,
): Promise<string> {
  try {
    const response = await client.chat.completions
      .create(
        body as OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming,
        signal === undefined ? {} : { signal },
      )
      .asResponse();
    return await response.text();
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    const { status, message } = error as { status?: number; message?: string };
    if (status === 400 && /logprob/i.test(message ?? '')) throw noProbabilities(address);
    throw asError(error);
  }
}

function withOptionAlone(messages: readonly ChatMessage[], options: readonly string[]): ChatMessage[] {
  const how = `Do not write JSON now. Answer with one of these and nothing else: ${options.join(', ')}`;
  const last = messages.at(-1);
  if (last?.role !== 'user') return [...messages, { role: 'user', content: how }];
  return [...messages.slice(0, -1), { role: 'user', content: `${last.content}\n\n${how}` }];
}

interface TopToken {
  readonly token: string;
  readonly logprob: number;
}

function firstTokens(body: string, address: string) {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new AgoraError('malformed-answer', `${address} answered with a body that is not JSON`);
  }
  const read = told.safeParse(value);
  if (!read.success)
    throw new AgoraError('malformed-answer', `${address} answered with something that is no completion`);
  const { choices, usage } = read.data;
  const top = choices[0]?.logprobs?.content?.[0]?.top_logprobs ?? [];
  if (top.length === 0) throw noProbabilities(address);
  return {
    top,
    usage:
      usage == null
        ? null
        : {
            inputTokens: usage.prompt_tokens,
            outputTokens: usage.completion_tokens,
            counted: 'reported' as const,
          },
  };
}

/** The probability that the answer begins like each option. */
function sharesOf(options: readonly string[], top: readonly TopToken[], address: string): number[] {
  const alone = options.map(() => 0);
  for (const { token, logprob } of top) {
    const begins = token.trim().replace(/^["']/, '');
    if (begins === '') continue;
    const meant = options.filter((option) => option.startsWith(begins) || begins === option);
    if (meant.length > 1)
      throw new AgoraError(
        'setting',
        `${address} gives the probabilities of first tokens only, and ${meant.map((option) => JSON.stringify(option)).join(' and ')} ` +
          `both begin with ${JSON.stringify(begins)}: give the options names that begin differently (A, B, …), or use a local model`,
      );
    const place = options.indexOf(meant[0] ?? '');
    if (place >= 0) alone[place] = (alone[place] ?? 0) + Math.exp(logprob);
  }
  return alone;
}

function noProbabilities(address: string): AgoraError {
  return new AgoraError(
    'setting',
    `${address} gives no probabilities (logprobs), but ask: 'probabilities' needs them: use ask: 'answers', another endpoint or a local model`,
  );
}
