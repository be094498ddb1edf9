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
   * A name of the catalogue (`npx agora models` lists it), a path to a .gguf file, or "hf:OWNER/REPOSITORY/FILE.gguf".
   * Default: the first of the catalogue.
   */
  readonly weights?: string;
  /** The most tokens that a prompt and its answer may have together. Default 8192, or what the model was trained on. */
  readonly context?: number;
  /** How many calls are answered at once. More are faster together and slower each. Default 4. */
  readonly sequences?: number;
  /**
   * Processor threads. Default "measured": as many as are fastest, found by trying once a machine (some seconds), and
   * fewer as long as other programs need the processors.
   */
  readonly threads?: number | 'measured';
  /** Whether to use a graphics processor, where node-llama-cpp has a build for it. Default false. */
  readonly gpu?: boolean;
  /** A chat template in Jinja, for weights that hold none. */
  readonly chatTemplate?: string;
  /**
   * How answers are drawn, over what a protocol says. What nobody says: temperature 0.7; top-p 0.95, top-k 40 and min-p
   * 0.05, as in llama.cpp.
   */
  readonly sampling?: Sampling;
  /** The longest that one call may take once it is begun, in seconds. Default 600. */
  readonly timeout?: number;
  /** How to ask again after the process of the model crashed; false leaves that to the caller ('no-answer'). */
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

/** The child processes of this one: models with the same weights and settings share one. */
const processes = new Map<string, LocalProcess>();

/**
 * A language model in a child process of this one, by node-llama-cpp: no server, no key. The weights are loaded at the
 * first call. A crash of the model fails calls, not the run.
 *
 * The same request gives the same reply with one sequence only. With more, what is computed together changes the
 * numbers a little, on one machine too.
 * @throws AgoraError 'setting' when a setting makes no sense
 * @throws AgoraError 'weights' when they are not there, cut off, of another format or not what the catalogue has
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
            schema: request.answer?.schema() ?? null,
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

/** What a reply depends on. Threads are not in it: they are measured, and recorded among the facts. */
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

/** The compiled child; the source has it in the compiled library beside it. */
function childProgram(): string {
  const beside = join(__dirname, 'child.js');
  if (existsSync(beside)) return beside;
  const compiled = beside.replace(`${sep}src${sep}`, `${sep}dist${sep}`);
  if (existsSync(compiled)) return compiled;
  throw new AgoraError('setting', `models.local needs the compiled library (${compiled}): npm run build`);
}
