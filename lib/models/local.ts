import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '../environments/environment';
import { AgoraError, knownOptions, wholeNumber } from '../error';
import { answerOf } from './json';
import type { Model, Reply, Request, Sampling } from './model';
import { refuseProbabilities } from './probabilities';

export interface LocalOptions {
  /**
   * The maximum number of tokens in a prompt and its reply together. Default 4,096. It cannot exceed the context for
   * which the model was trained.
   */
  readonly context?: number;
  /**
   * The number of questions to answer in parallel, at most 256. Default 1. If it is more than 1, identical questions
   * may get different answers.
   */
  readonly parallel?: number;
  /** Sampling settings that override those of the protocol. */
  readonly sampling?: Sampling;
}

/**
 * The number of prompts whose evaluation is kept. An agent's next prompt usually begins like its previous prompt, so
 * only the rest is evaluated.
 */
const sequencesKept = 6;

/** The maximum number of sequences in a context of node-llama-cpp. */
const mostParallel = 256;

/** The command that installs the version of node-llama-cpp for which this file was written. */
const installLine = 'npm install node-llama-cpp@3';

/** The parts of node-llama-cpp that this file uses. The package is optional, so its types may not be installed. */
interface Library {
  getLlama(options: object): Promise<{
    loadModel(options: { modelPath: string }): Promise<{
      readonly trainContextSize: number;
      createContext(options: object): Promise<{ totalSequences: number; getSequence(): Sequence }>;
      tokenize(text: string): readonly unknown[];
    }>;
    createGrammarForJsonSchema(schema: JsonObject): Promise<unknown>;
  }>;
  LlamaChatSession: new (options: { contextSequence: Sequence; autoDisposeSequence: boolean }) => {
    setChatHistory(history: readonly object[]): void;
    promptWithMeta(
      text: string,
      options: object,
    ): Promise<{ response: readonly unknown[]; responseText: string; stopReason: string }>;
    dispose(): void;
  };
}

interface Sequence {
  readonly tokenMeter: {
    getState(): object;
    diff(before: object): { readonly usedInputTokens: number; readonly usedOutputTokens: number };
  };
}

/**
 * Creates a language model that runs in this process. The node-llama-cpp package loads the weights from a GGUF file
 * when the first question is asked. A grammar makes JSON answers follow their schema. Only the 40 most probable tokens
 * are sampled, as in llama.cpp, and repetition is not penalised. Agents cannot use tools.
 */
export function local(file: string, options: LocalOptions = {}): Model {
  knownOptions('models.local', options, ['context', 'parallel', 'sampling']);
  const { sampling } = options;
  const context = wholeNumber('context', options.context ?? 4096, 1);
  const parallel = wholeNumber('parallel', options.parallel ?? 1, 1, mostParallel);
  let loading: Promise<Engine> | undefined;
  return {
    name: file.replace(/^.*[/\\]/, '').replace(/\.gguf$/, ''),
    evidence: 'live',
    ...(sampling !== undefined && { sampling }),
    async chat(request, signal) {
      refuseProbabilities('models.local', request);
      loading ??= load(file, context, parallel).catch((error: unknown) => {
        loading = undefined; // the next question tries again
        throw error;
      });
      const engine = await loading;
      return engine.chat({ ...request, sampling: { ...sampling, ...request.sampling } }, signal);
    },
  };
}

interface Engine {
  chat(request: Request, signal: AbortSignal | undefined): Promise<Reply>;
}

/**
 * Checks that a file begins like a GGUF file, before a native library reads it.
 *
 * @throws AgoraError if there is no such file, or if it has another format
 */
function requireWeights(file: string): void {
  const path = resolve(file);
  if (!existsSync(path))
    throw new AgoraError(
      `There are no weights at ${path}. Check the path. To download a small model, run: npx agora data qwen2.5-coder-0.5b`,
      'data',
    );
  if (!statSync(path).isFile())
    throw new AgoraError(`${path} is not a file. Pass the path of a .gguf file.`, 'data');
  const start = Buffer.alloc(4);
  try {
    const opened = openSync(path, 'r');
    readSync(opened, start, 0, 4, 0);
    closeSync(opened);
  } catch (error) {
    throw new AgoraError(
      `The weights at ${path} cannot be read: ${firstLine(error)}. Check the file.`,
      'data',
    );
  }
  if (start.toString('latin1') !== 'GGUF')
    throw new AgoraError(
      `${path} is not a file in the GGUF format. Download the GGUF version of the model, or convert its weights.`,
      'data',
    );
}

async function load(file: string, contextSize: number, parallel: number): Promise<Engine> {
  requireWeights(file);
  const library = await loadLibrary();
  /** The errors that the native library logs during loading. They are more informative than its exceptions. */
  let complaints: string[] | undefined = [];
  const llama = await library
    .getLlama({
      build: 'never',
      skipDownload: true,
      progressLogs: false,
      logLevel: 'error',
      logger: (_: string, message: string) =>
        complaints === undefined
          ? console.error(`node-llama-cpp: ${message.trim()}`)
          : complaints.push(message),
      maxThreads: availableParallelism(),
    })
    .catch((error: unknown) => {
      throw new AgoraError(
        `Could not start node-llama-cpp: ${withoutPeriod(firstLine(error))}. Install it again: ${installLine}`,
        'endpoint',
      );
    });
  const model = await llama.loadModel({ modelPath: resolve(file) }).catch(async (error: unknown) => {
    await sleep(100); // the library's log arrives after its exception

    const reason = complaints?.find((line) => line.includes('error loading model: ')) ?? firstLine(error);
    throw new AgoraError(
      `Could not load the weights at ${resolve(file)}: ` +
        `${withoutPeriod(reason.replace(/^.*error loading model: /s, ''))}. ` +
        'Download the file again if it is incomplete. Otherwise, use a model that node-llama-cpp 3 supports.',
      'data',
    );
  });
  if (contextSize > model.trainContextSize)
    throw new AgoraError(
      `A context of ${contextSize} tokens is too large: the model was trained for ${model.trainContextSize}. ` +
        'Lower the `context` option.',
    );
  const create = (sequences: number) => model.createContext({ contextSize, sequences });
  const context = await create(Math.max(parallel, sequencesKept))
    .catch(() => create(parallel))
    .catch((error: unknown) => {
      const wanted = parallel === 1 ? `${contextSize} tokens` : `${parallel} × ${contextSize} tokens`;
      throw new AgoraError(
        `There is not enough memory for a context of ${wanted}: ${withoutPeriod(firstLine(error))}. ` +
          'Lower the `context` or `parallel` option.',
        'endpoint',
      );
    });
  complaints = undefined;
  const idle = Array.from({ length: context.totalSequences }, () => ({
    sequence: context.getSequence(),
    holds: '',
  }));
  let answering = 0;
  const waiting: (() => void)[] = [];

  const grammars = new Map<string, Promise<unknown>>();
  const grammarOf = (schema: JsonObject): Promise<unknown> => {
    const key = JSON.stringify(schema);
    let grammar = grammars.get(key);
    if (grammar === undefined) {
      // If a schema cannot be converted to a grammar, the answer is not constrained. The reply is checked in any case.
      grammar = llama.createGrammarForJsonSchema(grammarSchema(schema)).catch(() => undefined);
      if (grammars.size >= 200) grammars.clear();
      grammars.set(key, grammar);
    }
    return grammar;
  };

  return {
    async chat(request, signal) {
      if (answering === parallel) await new Promise<void>((resume) => waiting.push(resume));
      else answering++;
      const prompt = request.messages.map(({ role, content }) => `${role}: ${content}\n`).join('');
      const place = idle.splice(bestPlace(idle, prompt), 1)[0]!;
      try {
        signal?.throwIfAborted();
        const reply = await answer(place.sequence, request, signal);
        if (reply.finish !== 'refused') place.holds = `${prompt}assistant: ${reply.text}\n`;
        return reply;
      } finally {
        idle.push(place);
        const next = waiting.shift();
        if (next === undefined) answering--;
        else next();
      }
    },
  };

  async function answer(
    sequence: Sequence,
    request: Request,
    signal: AbortSignal | undefined,
  ): Promise<Reply> {
    const { messages, seed, schema, sampling } = request;
    const { temperature = 0.7, topP = 0.95, maxTokens } = sampling;
    const prompt = messages.map(({ content }) => content).join('\n');
    const input = model.tokenize(prompt).length + 8 * messages.length;
    if (input >= contextSize)
      return {
        text: `The prompt has ${input} tokens, but the context holds ${contextSize}.`,
        finish: 'refused',
        usage: { input: 0, output: 0 },
      };
    const session = new library.LlamaChatSession({ contextSequence: sequence, autoDisposeSequence: false });
    try {
      const history = messages.map(({ role, content }) =>
        role === 'assistant'
          ? { type: 'model', response: [content] }
          : { type: role === 'system' ? 'system' : 'user', text: content },
      );
      session.setChatHistory(history.slice(0, -1));
      const before = sequence.tokenMeter.getState();
      const grammar = schema === undefined ? undefined : await grammarOf(schema);
      const { response, responseText, stopReason } = await session.promptWithMeta(
        messages.at(-1)?.content ?? '',
        {
          temperature,
          topP,
          seed,
          repeatPenalty: false, // the package penalises repetition by default, unlike endpoints
          ...(maxTokens !== undefined && { maxTokens }),
          ...(grammar !== undefined && { grammar }),
          ...(signal !== undefined && { signal }),
        },
      );
      const thoughts = response
        .filter((part): part is { text: string } => typeof (part as { text?: unknown }).text === 'string')
        .map(({ text }) => text);
      const parted = answerOf(responseText);
      const evaluated = sequence.tokenMeter.diff(before);
      const reasoning = [...thoughts, parted.reasoning].filter(Boolean).join('\n');
      return {
        text: parted.text,
        ...(reasoning !== '' && { reasoning }),
        finish: stopReason === 'maxTokens' ? 'length' : 'stop',
        usage: {
          input,
          output: evaluated.usedOutputTokens,
          cached: Math.max(0, input - evaluated.usedInputTokens),
        },
      };
    } finally {
      session.dispose();
    }
  }
}

/**
 * Returns the index of the place in which to evaluate a prompt. A place qualifies if the prompt begins with at least
 * the first half of the text that the place holds. Among the qualifying places, returns the one whose text shares the
 * longest beginning with the prompt. If no place qualifies, returns the first, which is the least recently used.
 */
export function bestPlace(places: readonly { readonly holds: string }[], prompt: string): number {
  let best = 0;
  let most = 0;
  places.forEach(({ holds }, index) => {
    const common = commonStart(holds, prompt);
    if (common > most && common >= holds.length / 2) [best, most] = [index, common];
  });
  return best;
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

async function loadLibrary(): Promise<Library> {
  const name = 'node-llama-cpp';
  try {
    return (await import(name)) as Library;
  } catch (error) {
    // In a user's own project, the package is installed next to the script, not next to this file.
    const beside = pathToFileURL(resolve('package.json'));
    try {
      const { createRequire } = await import('node:module');
      return (await import(pathToFileURL(createRequire(beside).resolve(name)).href)) as Library;
    } catch {
      throw new AgoraError(
        `models.local needs node-llama-cpp (${firstLine(error)}). Install it: ${installLine}`,
        'endpoint',
      );
    }
  }
}

/**
 * Returns the part of a JSON schema that grammars can express. Replaces `anyOf` with `oneOf`, and omits limits on
 * numbers.
 */
export function grammarSchema(schema: JsonObject): JsonObject {
  const { type, properties, required, items, additionalProperties } = schema;
  const alternatives = (schema['anyOf'] ?? schema['oneOf']) as JsonObject[] | undefined;
  if (alternatives !== undefined) return { oneOf: alternatives.map(grammarSchema) };
  for (const key of ['const', 'enum']) if (key in schema) return { [key]: schema[key]! };
  if (Array.isArray(type))
    return { oneOf: (type as string[]).map((one) => grammarSchema({ ...schema, type: one })) };
  if (type === 'object') {
    const fields = Object.entries((properties ?? {}) as Record<string, JsonObject>);
    const isSchema = typeof additionalProperties === 'object' && additionalProperties !== null;
    return {
      type,
      properties: Object.fromEntries(fields.map(([name, field]) => [name, grammarSchema(field)])),
      ...(required !== undefined && { required }),
      additionalProperties: isSchema
        ? grammarSchema(additionalProperties as JsonObject)
        : additionalProperties === true,
    };
  }
  const kept: Record<string, JsonObject[string]> = type === undefined ? {} : { type };
  if (type === 'array' && items !== undefined) kept['items'] = grammarSchema(items as JsonObject);
  for (const key of ['minItems', 'maxItems']) if (type === 'array' && key in schema) kept[key] = schema[key]!;
  return kept;
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]!.trim();

const withoutPeriod = (text: string): string => text.trim().replace(/\.$/, '');
