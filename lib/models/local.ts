import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '../environments/environment';
import { AgoraError, knownOptions } from '../error';
import { answerOf } from './json';
import type { Model, Reply, Request, Sampling } from './model';
import { refuseProbabilities } from './probabilities';

export interface LocalOptions {
  /** The largest number of tokens in a prompt and its reply together. Default 4,096. */
  readonly context?: number;
  /**
   * The number of questions to answer in parallel. Default 1. With more than 1, equal questions may get different
   * answers.
   */
  readonly parallel?: number;
  /** Overrides a protocol's sampling, setting by setting. */
  readonly sampling?: Sampling;
}

/** Installs the version of node-llama-cpp that this file was written for. */
const installLine = 'npm install node-llama-cpp@3';

/** The parts of node-llama-cpp that this file uses. The package is optional, so its types may be missing. */
interface Library {
  getLlama(options: object): Promise<{
    loadModel(options: { modelPath: string }): Promise<{
      createContext(options: object): Promise<{ getSequence(): unknown }>;
      tokenize(text: string): readonly unknown[];
    }>;
    createGrammarForJsonSchema(schema: JsonObject): Promise<unknown>;
  }>;
  LlamaChatSession: new (options: { contextSequence: unknown; autoDisposeSequence: boolean }) => {
    setChatHistory(history: readonly object[]): void;
    promptWithMeta(
      text: string,
      options: object,
    ): Promise<{ response: readonly unknown[]; responseText: string; stopReason: string }>;
    dispose(): void;
  };
}

/**
 * Creates a language model that runs in this process. The weights are a file in the GGUF format, which the package
 * node-llama-cpp loads at the first question. A grammar makes JSON answers follow their schema. Agents cannot use
 * tools.
 */
export function local(file: string, options: LocalOptions = {}): Model {
  knownOptions('models.local', options, ['context', 'parallel', 'sampling']);
  const { context = 4096, parallel = 1, sampling } = options;
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

async function load(file: string, contextSize: number, parallel: number): Promise<Engine> {
  const library = await loadLibrary();
  const llama = await library
    .getLlama({
      build: 'never',
      skipDownload: true,
      progressLogs: false,
      logLevel: 'error',
      maxThreads: availableParallelism(),
    })
    .catch((error: unknown) => {
      throw new AgoraError(`Could not start node-llama-cpp: ${firstLine(error)}.`, 'endpoint');
    });
  const model = await llama.loadModel({ modelPath: resolve(file) }).catch((error: unknown) => {
    throw new AgoraError(`Could not load the weights ${file}: ${firstLine(error)}.`, 'data');
  });
  const context = await model.createContext({ contextSize, sequences: parallel });
  const free = Array.from({ length: parallel }, () => context.getSequence());
  const waiting: ((sequence: unknown) => void)[] = [];

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
      const sequence = free.pop() ?? (await new Promise<unknown>((take) => waiting.push(take)));
      try {
        signal?.throwIfAborted();
        return await answer(sequence, request, signal);
      } finally {
        const next = waiting.shift();
        if (next === undefined) free.push(sequence);
        else next(sequence);
      }
    },
  };

  async function answer(
    sequence: unknown,
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
      const grammar = schema === undefined ? undefined : await grammarOf(schema);
      const { response, responseText, stopReason } = await session.promptWithMeta(
        messages.at(-1)?.content ?? '',
        {
          temperature,
          topP,
          seed,
          ...(maxTokens !== undefined && { maxTokens }),
          ...(grammar !== undefined && { grammar }),
          ...(signal !== undefined && { signal }),
        },
      );
      const thoughts = response
        .filter((part): part is { text: string } => typeof (part as { text?: unknown }).text === 'string')
        .map(({ text }) => text);
      const parted = answerOf(responseText);
      const reasoning = [...thoughts, parted.reasoning].filter(Boolean).join('\n');
      return {
        text: parted.text,
        ...(reasoning !== '' && { reasoning }),
        finish: stopReason === 'maxTokens' ? 'length' : 'stop',
        usage: { input, output: model.tokenize(responseText + reasoning).length },
      };
    } finally {
      session.dispose();
    }
  }
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
