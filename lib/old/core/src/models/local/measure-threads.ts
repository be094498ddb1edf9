import { availableParallelism } from 'node:os';
import type { LlamaModel } from 'node-llama-cpp';

export interface ThreadSpeeds {
  readonly best: number;
  /** How long the same short conversation took, by number of threads. */
  readonly secondsByThreads: Readonly<Record<string, number>>;
}

const promptTokens = 64;
const answerTokens = 12;

/**
 * Finds the number of threads with which a short conversation is fastest. It tries 1, 2, 4, ... up to the number of
 * processors. More threads are not always faster: on a busy machine, threads wait for the slowest of them.
 */
export async function measureThreads(model: LlamaModel): Promise<ThreadSpeeds> {
  const secondsByThreads: Record<string, number> = {};
  let best = 1;
  for (const threads of candidates(availableParallelism())) {
    const seconds = await secondsWith(model, threads);
    secondsByThreads[threads] = Math.round(seconds * 1000) / 1000;
    if (seconds < (secondsByThreads[best] ?? Infinity)) best = threads;
    // Beyond the best number, more threads are only slower.
    else if (threads > best * 2) break;
  }
  return { best, secondsByThreads };
}

/** 1, 2, 4, ... and the number of processors itself. */
export function candidates(processors: number): number[] {
  const found: number[] = [];
  for (let threads = 1; threads < processors; threads *= 2) found.push(threads);
  return [...found, processors];
}

async function secondsWith(model: LlamaModel, threads: number): Promise<number> {
  const context = await model.createContext({ contextSize: 256, batchSize: promptTokens, threads });
  try {
    const sequence = context.getSequence();
    const words = model.tokenize('Each of the raters says what the group should do, and why. '.repeat(20));
    const prompt = words.slice(0, promptTokens);
    // The first evaluation reads the weights from the disk, so it is not counted.
    await sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(0, 4));
    const started = performance.now();
    let given = 0;
    for await (const _ of sequence.evaluate(prompt, { temperature: 0, yieldEogToken: true }))
      if (++given >= answerTokens) break;
    return (performance.now() - started) / 1000;
  } finally {
    await context.dispose();
  }
}
