import { z } from 'zod';
import { AgoraError } from '../error';
import type { Request } from './model';

const candidate = z.object({ token: z.string(), logprob: z.number().nullish() });
/** Chat completions list the candidates for each token; older completions map candidates to log-probabilities. */
const reports = z.union([
  z
    .object({ content: z.tuple([z.looseObject({ top_logprobs: z.array(candidate).min(1) })], z.unknown()) })
    .transform(({ content: [first] }) =>
      first.top_logprobs.map(({ token, logprob }) => [token, logprob] as const),
    ),
  z
    .object({ top_logprobs: z.tuple([z.record(z.string(), z.number().nullish())], z.unknown()) })
    .transform(({ top_logprobs: [first] }) => Object.entries(first)),
]);

/**
 * Returns the probability of each option as the first token of an answer, from the `logprobs` of a completion. Tokens
 * that differ only in spaces, case, quotes or brackets are counted together. A null log-probability counts as a
 * probability of 0. Returns undefined if the completion reports no log-probabilities.
 */
export function probabilitiesIn(
  logprobs: unknown,
  options: readonly string[],
): Readonly<Record<string, number>> | undefined {
  const read = reports.safeParse(logprobs);
  if (!read.success) return undefined;
  const found = Object.fromEntries(options.map((option) => [option, 0]));
  for (const [token, logprob] of read.data) {
    const option = options.find((one) => bare(one) === bare(token));
    if (option !== undefined && logprob !== null && logprob !== undefined)
      found[option]! += Math.exp(logprob);
  }
  return found;
}

/** @throws AgoraError if a question asks for probabilities, which this kind of model does not report */
export function refuseProbabilities(kind: string, { among }: Request): void {
  if (among !== undefined)
    throw new AgoraError(
      `${kind} reports no probabilities. Use models.openai with an endpoint that reports them, or ballots: 'written'.`,
    );
}

/** Returns a token without surrounding marks, in lower case. "Ġ" and "▁" mark a space before a token. */
const bare = (token: string): string => token.replace(/^[\sĠ▁"'“‘(*]+|[\s"'”’).:*]+$/g, '').toLowerCase();
