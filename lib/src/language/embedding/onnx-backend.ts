import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { EmbeddingModel } from './embedding-model';
import { startEmbeddingProcess, type EmbeddingProcess } from './embedding-process';
import { loadRuntime, type Runtime } from './onnx-runtime';
import type { Embedded, EmbeddingBackend } from './sentence-embedder';

export interface OnnxSettings {
  /**
   * Tokens in a batch, padding included. Default 512: small batches stay in the processor's cache, which is worth
   * more than long ones (measured by lib/bench/embedding.bench.mjs). 8-bit models take one text at a time.
   */
  readonly batchTokens?: number;
  /**
   * Processes that embed side by side, each with the weights in its memory and one thread. Default one a core, at most
   * 8. 0 embeds in this process, which then answers nothing else meanwhile.
   */
  readonly processes?: number;
}

/** Texts that one process takes at a time. */
const CHUNK = 64;
/** A process with nothing to do for so long is ended; the next text starts another (under a second). */
const IDLE_MS = 60_000;
const program = join(__dirname, 'embedding-program.js');

/** An embedding model on this machine's processor. Nothing is loaded or started before there is a text to embed. */
export function onnxBackend(model: EmbeddingModel, settings: OnnxSettings = {}): EmbeddingBackend {
  const { batchTokens = model.oneByOne ? 1 : 512, processes = Math.min(8, availableParallelism()) } =
    settings;
  // Run from TypeScript source, there is no program to start.
  const apart = processes > 0 && existsSync(program);
  const idle: EmbeddingProcess[] = [];
  let here: Promise<Runtime> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const close = (): void => {
    clearTimeout(timer);
    for (const process of idle.splice(0)) process.end();
    here = undefined;
  };
  const restart = (): void => {
    clearTimeout(timer);
    timer = setTimeout(close, IDLE_MS).unref();
  };

  /** Calls `embed` with a process that no other caller has meanwhile, or with this one. */
  const withRuntime = async (embed: (runtime: Runtime) => Promise<void>): Promise<void> => {
    if (!apart) {
      const threads = processes > 0 ? availableParallelism() : 1;
      here ??= loadRuntime({ model, batchTokens, threads });
      return embed(
        await here.catch((error: unknown) => ((here = undefined), Promise.reject(error as Error))),
      );
    }
    const process = idle.pop() ?? (await startEmbeddingProcess(program, { model, batchTokens, threads: 1 }));
    try {
      await embed(process.embed);
      idle.push(process);
    } catch (error) {
      process.end();
      throw error;
    }
  };

  const embed = async (texts: readonly string[], deliver: (embedded: readonly Embedded[]) => void) => {
    clearTimeout(timer);
    const chunks = chunksByLength(texts);
    const work = async (runtime: Runtime): Promise<void> => {
      for (let chunk = chunks.pop(); chunk !== undefined; chunk = chunks.pop()) {
        const { vectors, tokens } = await runtime(chunk.map((index) => texts[index] as string));
        const size = model.dimensions;
        deliver(
          chunk.map((index, place) => ({
            index,
            vector: vectors.slice(place * size, (place + 1) * size),
            tokens: tokens[place] as number,
          })),
        );
      }
    };
    const workers = Math.min(chunks.length, apart ? processes : 1);
    const outcomes = await Promise.allSettled(Array.from({ length: workers }, () => withRuntime(work)));
    restart();
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  };
  const { name, fingerprint, dimensions, maxTokens } = model;
  return { name, fingerprint, dimensions, maxTokens, embed, close };
}

/** Places of the texts in chunks of like length, the shortest texts first. */
function chunksByLength(texts: readonly string[]): number[][] {
  const order = texts.map((_, index) => index);
  order.sort((a, b) => (texts[a] as string).length - (texts[b] as string).length);
  const chunks: number[][] = [];
  for (let begin = 0; begin < order.length; begin += CHUNK) chunks.push(order.slice(begin, begin + CHUNK));
  return chunks;
}
