import { z } from 'zod';
import type { JsonObject } from 'agora-voting/internal';
import type { AnswerShape } from '../chat-completion';
import type { PackageError } from '../openai-error';

/** The address that every request of a batch names, for any root of the endpoint. */
export const batchedPath = '/v1/chat/completions';

/** A request in a batch's file. */
export function requestLine(call: string, body: JsonObject): string {
  return `${JSON.stringify({ custom_id: call, method: 'POST', url: batchedPath, body })}\n`;
}

/**
 * A call's name in a batch. It follows from the call alone, so that a run that is resumed gives it the same name.
 * @param key - the call's `questionKey`
 */
export function callName(key: string, { shape, seed }: { shape: AnswerShape; seed: boolean }): string {
  return `agora-${shape}${seed ? '' : '-seedless'}-${key.slice(0, 40)}`;
}

/** The result of a batch for a call: a completion's body, or an error as the `openai` package would throw it. */
export type BatchResult =
  | { readonly kind: 'answer'; readonly body: string }
  | { readonly kind: 'error'; readonly error: PackageError }
  | { readonly kind: 'missing'; readonly code: 'no-answer' | 'malformed-answer'; readonly reason: string };

const result = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.int().nullish(), body: z.unknown() }).nullish(),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
});
const failure = z.object({
  error: z.object({
    message: z.string().nullish(),
    type: z.string().nullish(),
    code: z.string().nullish(),
    param: z.unknown().optional(),
  }),
});

/**
 * Reads the lines of a batch's output or error file, in any order.
 * @returns the results by call, the first one if there are several; and how many lines cannot be read
 */
export function readResults(...files: readonly string[]): {
  results: Map<string, BatchResult>;
  malformed: number;
} {
  const results = new Map<string, BatchResult>();
  let malformed = 0;
  for (const file of files)
    for (const text of file.split('\n')) {
      if (text.trim() === '') continue;
      const read = readLine(text);
      if (read === undefined) malformed++;
      else if (!results.has(read.call)) results.set(read.call, read.result);
    }
  return { results, malformed };
}

function readLine(text: string): { call: string; result: BatchResult } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { data } = result.safeParse(value);
  if (data === undefined) return undefined;
  const { custom_id: call, response, error } = data;
  const status = response?.status_code;
  if (response != null && status != null && status >= 200 && status < 300)
    return { call, result: { kind: 'answer', body: JSON.stringify(response.body ?? null) } };
  if (error?.code === 'batch_expired' || error?.code === 'batch_cancelled')
    return { call, result: { kind: 'missing', code: 'no-answer', reason: error.message ?? error.code } };
  const { error: said = {} } = failure.safeParse(response?.body).data ?? {};
  const message = said.message ?? error?.message ?? error?.code ?? 'an error without a message';
  return {
    call,
    result: {
      kind: 'error',
      error: {
        // An error without a status (a time limit inside the endpoint, say) is temporary.
        status: status == null || status < 300 ? 500 : status,
        message,
        code: said.code ?? error?.code ?? null,
        ...(said.param === undefined ? {} : { param: said.param }),
        error: said as NonNullable<PackageError['error']>,
      },
    },
  };
}
