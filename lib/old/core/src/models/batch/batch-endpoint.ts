import type OpenAI from 'openai';
import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import type { Endpoint } from '../openai-endpoint';
import { modelError } from '../openai-error';
import { batchedPath } from './batch-lines';

/** The largest file that is fetched, in bytes: a longer text would crash the process. */
export const largestFile = 500_000_000;

const batch = z.object({
  id: z.string(),
  status: z.string(),
  created_at: z.number().nullish(),
  completed_at: z.number().nullish(),
  output_file_id: z.string().nullish(),
  error_file_id: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish().catch(null),
  request_counts: z.object({ completed: z.number(), failed: z.number() }).nullish().catch(null),
  errors: z
    .object({
      data: z.array(z.object({ code: z.string().nullish(), message: z.string().nullish() })).nullish(),
    })
    .nullish()
    .catch(null),
});
/** A batch as the endpoint describes it. Times are in seconds since 1970. */
export type BatchState = z.infer<typeof batch>;

const file = z.object({ id: z.string() });
const page = z.object({ data: z.array(batch), has_more: z.boolean().nullish() });

/** The key of a batch's metadata that tells which plan it is. */
const planKey = 'agora_plan';

/** The most pages of an account's batches that are looked through, of 100 batches each. */
const mostPages = 100;
/** The endpoint's clock and ours may differ by this much, in milliseconds. */
const clockDifferenceMs = 24 * 3_600_000;

/**
 * The batch requests of an endpoint. They throw what `modelError` makes of the endpoint's errors: 'no-answer' for
 * temporary ones. Malformed answers throw 'malformed-answer'.
 * @param timeout - of one request, in seconds
 */
export class BatchEndpoint {
  constructor(
    private readonly client: OpenAI,
    private readonly endpoint: Endpoint,
    private readonly model: string,
    private readonly timeout: number,
  ) {}

  /** @returns the file's id */
  async upload(lines: string, name: string, signal: AbortSignal): Promise<string> {
    // The package's own upload is a stream, which would be sent in pieces and without its length.
    const boundary = `agora-${name}`;
    const part = (head: string, body: string): string =>
      `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
    const body =
      part('name="purpose"', 'batch') +
      part(`name="file"; filename="${name}.jsonl"\r\nContent-Type: application/jsonl`, lines) +
      `--${boundary}--\r\n`;
    const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
    const answer = await this.asking(() => this.client.post('/files', { body, headers, signal }));
    return this.read(file, answer).id;
  }

  async create(fileId: string, plan: string, signal: AbortSignal): Promise<BatchState> {
    const body = {
      input_file_id: fileId,
      endpoint: batchedPath,
      completion_window: '24h',
      metadata: { [planKey]: plan },
    } as const;
    const headers = { 'Idempotency-Key': plan };
    return this.read(batch, await this.asking(() => this.client.batches.create(body, { headers, signal })));
  }

  async retrieve(id: string, signal: AbortSignal): Promise<BatchState> {
    return this.read(batch, await this.asking(() => this.client.batches.retrieve(id, { signal }), id));
  }

  /**
   * Finds the batch of a plan that was sent without an answer.
   * @param since - when it was planned
   * @returns undefined if the endpoint has none; also if it cannot list batches
   */
  async find(plan: string, since: Date, signal: AbortSignal): Promise<BatchState | undefined> {
    let after: string | undefined;
    for (let number = 0; number < mostPages; number++) {
      const query = { limit: 100, ...(after === undefined ? {} : { after }) };
      let answer: unknown;
      try {
        answer = await this.client.get('/batches', { query, signal });
      } catch (error) {
        if ([404, 405, 501].includes((error as { status?: number }).status ?? 0)) return undefined;
        throw this.asError(error);
      }
      const { data, has_more: hasMore } = this.read(page, answer);
      const found = data.find(({ metadata }) => metadata?.[planKey] === plan);
      const last = data.at(-1);
      if (found !== undefined || last === undefined || hasMore !== true) return found;
      // The latest batches come first.
      const isOlder = (last.created_at ?? Infinity) * 1000 < since.getTime() - clockDifferenceMs;
      if (isOlder) return undefined;
      after = last.id;
    }
    return undefined;
  }

  /** The text of a file. */
  async download(id: string, signal: AbortSignal): Promise<string> {
    const response = await this.asking(() => this.client.files.content(id, { signal }), id);
    return response.text();
  }

  /** @param sought - the id of what must exist */
  private async asking<T>(ask: () => Promise<T>, sought?: string): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (sought !== undefined && (error as { status?: number }).status === 404)
        throw new AgoraError('unknown-batch', `${this.endpoint.address} does not know ${sought}`);
      throw this.asError(error);
    }
  }

  private asError(error: unknown): AgoraError {
    const { status } = error as { status?: number };
    if (status === 404 || status === 405)
      return new AgoraError(
        'model-unavailable',
        `${this.endpoint.address} has no batch endpoint (status ${status}). Run without batches.`,
      );
    return modelError(error, this.endpoint, this.model, { timeout: this.timeout, promptTokens: () => 0 });
  }

  private read<T>(schema: z.ZodType<T>, answer: unknown): T {
    const reading = schema.safeParse(answer);
    if (reading.success) return reading.data;
    const [issue] = reading.error.issues;
    throw new AgoraError(
      'malformed-answer',
      `${this.endpoint.address} answered about a batch with ${issue?.message} at ${issue?.path.join('.') || 'the top'}`,
    );
  }
}
