import { statSync } from 'node:fs';
import { cpus } from 'node:os';
import { Template } from '@huggingface/jinja';
import type { Llama, LlamaContextSequence, LlamaModel } from 'node-llama-cpp';
import { AgoraError } from 'agora-voting';
import type { JsonObject } from 'agora-voting/internal';
import type { LoadedFacts, LoadSettings } from './child-messages';
import { measureThreads } from './measure-threads';
import { shortage } from './memory';
import { drawOneByOne } from './one-by-one';
import { ProcessorWatch, threadsFor } from './processor-watch';

export type Library = typeof import('node-llama-cpp');

/** A model that is ready to answer. */
export interface LoadedModel {
  readonly library: Library;
  readonly llama: Llama;
  readonly model: LlamaModel;
  readonly template: Template;
  readonly sequences: readonly LlamaContextSequence[];
  readonly facts: LoadedFacts;
}

/** The number of tokens in a block. Prompts are read block by block. */
export const block = 256;

/**
 * Checks whether weights can be used, and loads them with node-llama-cpp.
 * @throws AgoraError 'model-unavailable' when the runtime is missing, there is too little memory, or the file is
 * unsuitable
 */
export async function loadModel(settings: LoadSettings): Promise<LoadedModel> {
  const { file, sequences, gpu } = settings;
  const library = await loadLibrary();
  const llama = await startRuntime(library, gpu);
  const read = await library.readGgufFileInfo(file).catch((error: unknown) => {
    throw unavailable(`${file} cannot be read as GGUF (cut off or damaged?): ${firstLine(error)}`);
  });
  const { metadata } = read;
  const template = templateOf(file, settings.chatTemplate ?? metadata.tokenizer?.chat_template);
  const insights = await library.GgufInsights.from(read, llama);
  const contextSize = Math.min(settings.context, insights.trainContextSize ?? settings.context);
  const layers = { contextSize, modelGpuLayers: 0, sequences, batchSize: block };
  const context_ = insights.estimateContextResourceRequirements(layers).cpuRam;
  const lack = shortage(file, { weights: statSync(file).size, context: context_, contextSize, sequences });
  if (lack !== null && !gpu) throw unavailable(lack);
  const model = await llama
    .loadModel({ modelPath: file, gpuLayers: gpu ? 'auto' : 0 })
    .catch((error: unknown) => {
      throw unavailable(`${file} cannot be loaded (cut off or damaged?): ${firstLine(error)}`);
    });
  const { threads, secondsByThreads } = await chooseThreads(
    model,
    llama,
    settings.threads,
    settings.rememberedThreads,
  );
  const context = await model
    .createContext({ contextSize, sequences, batchSize: block, threads, failedCreationRemedy: false })
    .catch((error: unknown) => {
      throw unavailable(
        `There is no memory for ${sequences} conversations of ${contextSize} tokens: ${firstLine(error)}. Set fewer sequences or a smaller context`,
      );
    });
  if (sequences > 1) drawOneByOne(context);
  const details: JsonObject = {
    library: `node-llama-cpp ${await library.getModuleVersion()}`,
    'llama.cpp': llama.llamaCppRelease.release,
    gpu: llama.gpu === false ? 'none' : llama.gpu,
    processor: llama.systemInfo.replace(/\s+/g, ' ').trim(),
    architecture: metadata.general.architecture,
    trainedContext: insights.trainContextSize ?? null,
    block,
    drawn: sequences > 1 ? 'one sequence after the other' : 'one sequence',
    // Null if threads were set or remembered, or if the machine was too busy for a measurement.
    secondsByThreads,
  };
  return {
    library,
    llama,
    model,
    template,
    sequences: Array.from({ length: sequences }, () => context.getSequence()),
    facts: { contextTokens: contextSize, threads, measured: secondsByThreads !== null, details },
  };
}

/** The highest load by other programs, in processors, at which a measurement of threads is valid. */
const quiet = 0.3;
/**
 * How long the load of other programs is observed before a measurement, and the interval after it, in milliseconds.
 */
const lookMs = 300;
const lookAgainMs = 2000;

/**
 * Threads: the number that was set, or else the best number by a measurement, or else all processors if other
 * programs would disturb a measurement. Unless the number was set, it decreases while other programs need processors.
 */
async function chooseThreads(
  model: LlamaModel,
  llama: Llama,
  set: number | 'measured',
  remembered: number | null,
) {
  if (typeof set === 'number') return { threads: set, secondsByThreads: null };
  const watch = new ProcessorWatch();
  await new Promise((resolve) => setTimeout(resolve, lookMs));
  const isQuiet = watch.since().others < quiet;
  const measured = remembered === null && isQuiet ? await measureThreads(model) : null;
  const best = remembered ?? measured?.best ?? llama.cpuMathCores;
  setInterval(() => {
    const { others, processors } = watch.since();
    llama.maxThreads = threadsFor(best, processors, others);
  }, lookAgainMs).unref();
  return { threads: best, secondsByThreads: measured?.secondsByThreads ?? null };
}

async function loadLibrary(): Promise<Library> {
  try {
    return await import('node-llama-cpp');
  } catch (error) {
    throw unavailable(
      `models.local needs the package node-llama-cpp, which cannot be loaded: ${firstLine(error)}. "npm install node-llama-cpp@3.21.1" brings it`,
    );
  }
}

async function startRuntime(library: Library, gpu: boolean): Promise<Llama> {
  try {
    return await library.getLlama({
      gpu: gpu ? 'auto' : false,
      build: 'never',
      skipDownload: true,
      progressLogs: false,
      logLevel: library.LlamaLogLevel.error,
      maxThreads: cpus().length,
    });
  } catch (error) {
    throw unavailable(
      `node-llama-cpp has no prebuilt runtime for this machine (${process.platform} ${process.arch}): ${firstLine(error)}`,
    );
  }
}

function templateOf(file: string, text: unknown): Template {
  if (typeof text !== 'string' || text.trim() === '')
    throw unavailable(
      `${file} has no chat template, so the format of its prompts is unknown: use an "instruct" or "chat" model, ` +
        'or give its template in Jinja as chatTemplate of models.local',
    );
  try {
    return new Template(text);
  } catch (error) {
    throw unavailable(`The chat template of ${file} cannot be read: ${firstLine(error)}`);
  }
}

function unavailable(message: string): AgoraError {
  return new AgoraError('model-unavailable', message);
}

export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
