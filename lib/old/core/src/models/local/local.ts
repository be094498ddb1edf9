import { existsSync } from 'node:fs';
import { hash } from 'node:crypto';
import { join, sep } from 'node:path';
import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import {
  check,
  either,
  flag,
  type JsonObject,
  number,
  oneOf,
  settings as shape,
  text,
  whole,
} from 'agora-voting/internal';
import { callSeed } from '../call-seed';
import { samplingSettings, type ChatModel, type Sampling } from '../chat-model';
import { unlessAborted } from '../on-abort';
import { freeOfCharge } from '../prices';
import { withRetries, type RetrySettings } from '../with-retries';
import { withToolsInPrompt } from '../with-tools-in-prompt';
import { LocalProcess, type ProcessSettings } from './local-process';
import { rememberThreads, rememberedThreads } from './remembered-threads';
import { checkWeights } from './weights/check-weights';
import { namedWeights } from './weights/weights';

export interface LocalSettings {
  /**
   * A name of the catalogue (`npx agora models` lists it), a path to a .gguf file, or
   * "hf:OWNER/REPOSITORY/FILE.gguf". Default: the first entry of the catalogue.
   */
  readonly weights?: string;
  /**
   * The most tokens that a prompt and its answer may have together. Default 8192, or the model's training context if
   * smaller.
   */
  readonly context?: number;
  /**
   * How many calls are answered at once, and how many conversations are remembered. A higher number gives more answers
   * per minute, but each call takes longer. A run keeps as many collaborations open as their agents have room. Default 4.
   */
  readonly sequences?: number;
  /**
   * Processor threads. Default "measured": the fastest number, found by a measurement of some seconds once per
   * machine; fewer while other programs need the processors.
   */
  readonly threads?: number | 'measured';
  /** Whether to use a graphics processor, if node-llama-cpp has a build for it. Default false. */
  readonly gpu?: boolean;
  /** A chat template in Jinja, for weights without one. */
  readonly chatTemplate?: string;
  /**
   * How answers are sampled; takes precedence over the protocol. What neither sets: temperature 0.7; top-p 0.95,
   * top-k 40 and min-p 0.05, as in llama.cpp.
   */
  readonly sampling?: Sampling;
  /** The longest time for one call from its start, in seconds. Default 600. */
  readonly timeout?: number;
  /** How to ask again after the model's process crashed; false leaves this to the caller ('no-answer'). */
  readonly retries?: RetrySettings | false;
  /** The program of the child process; for tests. */
  readonly program?: string;
}

const known = shape({
  weights: text(4000).optional(),
  context: whole(64, 1e7).optional(),
  sequences: whole(1, 256).optional(),
  threads: either(
    'a number of threads from 1 to 1024, or "measured"',
    whole(1, 1024),
    oneOf('measured'),
  ).optional(),
  gpu: flag.optional(),
  chatTemplate: text(1e6).optional(),
  sampling: samplingSettings.optional(),
  timeout: number(0.001, 1e6).optional(),
  retries: z.unknown().optional(),
  program: text(4000).optional(),
});

/** The child processes of this process. Models with the same weights and settings share one. */
const processes = new Map<string, LocalProcess>();

/**
 * A language model in a child process, run by node-llama-cpp: no server, no key. The first call loads the weights. If
 * the model crashes, calls fail, but the run continues.
 *
 * The same request gives the same reply only with one sequence. With several, the results differ slightly depending
 * on which calls are computed together, even on one machine.
 * @throws AgoraError 'setting' when a setting is invalid
 * @throws AgoraError 'weights' when the file is missing, cut off, of another format, or differs from the catalogue
 * @example
 * const model = () => models.local({ weights: 'qwen2.5-coder-0.5b' }); // once "npx agora models get" brought them
 */
export function local(settings: LocalSettings = {}): ChatModel {
  check('local', known, settings);
  const { context = 8192, sequences = 4, threads = 'measured', gpu = false, timeout = 600 } = settings;
  const { sampling = {} } = settings;
  const weights = namedWeights(settings.weights);
  const sha256 = checkWeights(weights);
  const load: ProcessSettings['load'] = {
    file: weights.file,
    context,
    sequences,
    threads,
    gpu,
    chatTemplate: settings.chatTemplate ?? null,
  };
  const program = settings.program ?? childProgram();
  const child = sharedProcess(weights.name, sha256, load, program);

  const raw: ChatModel = {
    name: weights.name,
    evidence: 'live',
    settings: identity(weights.name, sha256, load, sampling),
    ...(settings.sampling === undefined ? {} : { sampling }),
    conversations: sequences,
    largerContext: 'Give the model a larger context (models.local({ context: … }))',
    pricesOf: () => freeOfCharge,
    facts: async (options) => {
      const loaded = unlessAborted(child.facts(), options?.signal);
      const { contextTokens, threads: used, details } = await loaded;
      return {
        contextTokens,
        repeatable: sequences === 1,
        details: { ...details, threads: used, sequences },
      };
    },
    chat: async (request, options) => {
      const answer = await child.ask(
        {
          question: {
            conversation: JSON.stringify([request.call.run, request.call.collaboration, request.call.agent]),
            messages: request.messages,
            sampling: { ...sampling, ...request.sampling },
            seed: request.sampling?.seed ?? sampling.seed ?? callSeed(request.call),
            schema: request.answer?.schema ?? null,
            scoring: request.scoring ?? null,
          },
          key: JSON.stringify(request.call),
          run: request.call.run,
          timeout,
        },
        options,
      );
      const { text, finish, inputTokens, outputTokens, milliseconds } = answer;
      return {
        text,
        finish,
        usage: { inputTokens, outputTokens, counted: 'reported' },
        latencyMs: Math.round(milliseconds * 1000) / 1000,
        cached: false,
        ...(answer.probabilities === undefined ? {} : { probabilities: answer.probabilities }),
        ...(answer.probabilityOfOptions === undefined
          ? {}
          : { probabilityOfOptions: answer.probabilityOfOptions }),
      };
    },
  };
  const model = withToolsInPrompt(raw);
  return settings.retries === false ? model : withRetries(model, settings.retries);
}

/** What a reply depends on. Threads are not included: they are measured, and recorded among the facts. */
function identity(
  name: string,
  sha256: string,
  load: ProcessSettings['load'],
  sampling: Sampling,
): JsonObject {
  const { context, sequences, gpu, chatTemplate } = load;
  return {
    weights: name,
    sha256,
    context,
    sequences,
    gpu,
    ...(chatTemplate === null ? {} : { chatTemplate: hash('sha256', chatTemplate) }),
    sampling: sampling as JsonObject,
  };
}

function sharedProcess(
  name: string,
  sha256: string,
  load: ProcessSettings['load'],
  program: string,
): LocalProcess {
  const key = JSON.stringify([sha256, load, program]);
  let found = processes.get(key);
  if (found === undefined) {
    found = new LocalProcess({
      name,
      load,
      program,
      rememberedThreads: () => rememberedThreads(sha256),
      rememberThreads: (threads) => rememberThreads(sha256, threads),
    });
    processes.set(key, found);
  }
  return found;
}

/** The compiled child program. The sources use the one in the compiled library. */
function childProgram(): string {
  const beside = join(__dirname, 'child.js');
  if (existsSync(beside)) return beside;
  const compiled = beside.replace(`${sep}src${sep}`, `${sep}dist${sep}`);
  if (existsSync(compiled)) return compiled;
  throw new AgoraError('setting', `models.local needs the compiled library (${compiled}): npm run build`);
}
