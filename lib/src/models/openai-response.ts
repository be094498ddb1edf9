import { z } from 'zod';
import type { Reading } from '../json';
import type { ChatReply, FinishReason, Usage } from './chat-model';

const count = z.number().int().nonnegative();
const completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({
          // Some servers send the text in parts.
          content: z
            .union([z.string(), z.array(z.object({ type: z.literal('text'), text: z.string() }))])
            .nullish(),
          refusal: z.string().nullish(),
        }),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(null),
});

/** A reply as far as the endpoint gave it; usage is null where it reported none that makes sense. */
export type Completion = Pick<ChatReply, 'text' | 'finish'> & { readonly usage: Usage | null };

/** Reads the body of a chat completion, or says what is wrong with it. */
export function readCompletion(body: string): Reading<Completion> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return { ok: false, reason: `a body that is not JSON: ${quote(body)}` };
  }
  const result = completion.safeParse(value);
  if (!result.success) {
    const issue = result.error.issues[0];
    return {
      ok: false,
      reason: `${issue?.message} at ${issue?.path.join('.') || 'the top'}: ${quote(body)}`,
    };
  }
  const { choices, usage } = result.data;
  const { message, finish_reason: reason } = choices[0]!;
  const content = Array.isArray(message.content)
    ? message.content.map(({ text }) => text).join('')
    : (message.content ?? null);
  const finish = finishOf(reason, message.refusal);
  if (content === null && finish !== 'refusal' && finish !== 'length') {
    return { ok: false, reason: `a message without content: ${quote(body)}` };
  }
  const text = finish === 'refusal' ? message.refusal || content || '' : (content ?? '');
  return { ok: true, value: { text, finish, usage: usageOf(usage) } };
}

function finishOf(reason: string | null | undefined, refusal: string | null | undefined): FinishReason {
  if (refusal || reason === 'content_filter') return 'refusal';
  return reason === 'stop' || reason === 'length' ? reason : 'other';
}

function usageOf(usage: z.infer<typeof completion>['usage']): Usage | null {
  return usage == null
    ? null
    : { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens, counted: 'reported' };
}

function quote(body: string): string {
  return body.length <= 120 ? JSON.stringify(body) : `${JSON.stringify(body.slice(0, 120))}…`;
}
