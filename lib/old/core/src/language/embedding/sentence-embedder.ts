import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { callable, check, either, having, settings as settingsOf, text, whole } from 'agora-voting/internal';
import { withLock } from '../../file-lock';
import { homeFolder, makeFolder } from '../../project';
import { findEmbeddingModel, type EmbeddingModelName } from './embedding-model';
import { pipelineBackend } from './pipeline-backend';
import { VectorFile, type StoredVector } from './vector-file';

/** One embedded text. */
export interface Embedded {
  /** Its place among the texts that were asked for. */
  readonly index: number;
  readonly vector: Float32Array;
  /** The number of tokens of the whole text, also if it was truncated. */
  readonly tokens: number;
}

/**
 * A model that turns texts into vectors, without a cache. Implement it to use a model of your own. `sentenceEmbedder`
 * asks for each distinct text once, for several at a time.
 */
export interface EmbeddingBackend {
  /** Identifies the vectors: two backends with the same name and fingerprint give the same vectors. */
  readonly name: string;
  /** What else the vectors depend on (weights, longest text). It is part of the name of the cache folder. */
  readonly fingerprint: string;
  readonly dimensions: number;
  /** The most tokens of a text that are read. */
  readonly maxTokens: number;
  /** Calls `deliver` with some texts at a time, in any order. Each text is delivered once. */
  embed(texts: readonly string[], deliver: (embedded: readonly Embedded[]) => void): Promise<void>;
  /** Frees its memory. It may be used again. */
  close(): void;
}

/** Turns texts into vectors, one for each text in the same order. Information distance needs nothing else. */
export interface SentenceEmbedder {
  readonly name: string;
  readonly dimensions: number;
  embed(texts: readonly string[]): Promise<Float32Array[]>;
}

/** What an embedder has done since it was created. */
export interface EmbeddingReport {
  readonly model: string;
  /** The number of requested texts, repeats included. */
  readonly texts: number;
  readonly distinct: number;
  /** The number of distinct texts that the model computed; the others came from the cache. */
  readonly computed: number;
  /** The number of distinct texts with more than `maxTokens` tokens. Their rest was not read. */
  readonly truncated: number;
  readonly maxTokens: number;
}

export interface ReportingEmbedder extends SentenceEmbedder {
  report(): EmbeddingReport;
  /** Frees the model. The embedder may be used again. */
  close(): void;
}

export interface SentenceEmbedderSettings {
  /**
   * A model by name, or the path of a folder. Default `auto`: AGORA_EMBEDDING_MODEL, else the model that the set-up
   * installs.
   */
  readonly model?: EmbeddingModelName | 'auto' | (string & {});
  /** Where vectors are kept: a folder, or false for memory only. Default `cache/embeddings` in AGORA_HOME. */
  readonly cache?: string | false;
  /** Called while texts are embedded; not for cached ones. */
  readonly onProgress?: (done: number, of: number) => void;
  /** Threads of the model. Default 1; more are slower if the machine is busy. */
  readonly threads?: number;
  /** A model of your own, instead of `model`. */
  readonly backend?: EmbeddingBackend;
}

const embedderSettings = settingsOf({
  model: text(4096).optional(),
  cache: either('a folder or false', text(4096), z.literal(false)).optional(),
  onProgress: callable.optional(),
  backend: having('an embedding backend', {
    name: 'string',
    fingerprint: 'string',
    dimensions: 'number',
    maxTokens: 'number',
    embed: 'function',
    close: 'function',
  }).optional(),
  threads: whole(1, 256).optional(),
});

/**
 * Sentence embeddings: the mean over the tokens of a BERT model's last layer, as sentence-transformers computes them,
 * without normalising (a cosine needs none). RoundTable (Appendix D.8) used paraphrase-MiniLM-L6-v2. The default here
 * is paraphrase-MiniLM-L3-v2, whose weights the set-up can install without the hub. Its vectors and distances differ
 * from those of the paper's model. A text has the same vector in any batch, except for float noise
 * (below 1e-5 for numbers of about 0.3). Each distinct text is computed once: vectors are cached in memory and on disk.
 * If several processes embed with one model, one works while the others wait and then read its vectors. At most the
 * first 20,000 characters of a text are read.
 * @throws AgoraError 'embedding-model-missing' when the model is not on this machine
 * @example
 * const backend = {
 *   name: 'lengths', fingerprint: '1', dimensions: 1, maxTokens: 100, close: () => {},
 *   embed: async (texts, deliver) => deliver(texts.map((text, index) => ({ index, vector: Float32Array.of(text.length), tokens: 1 }))),
 * };
 * const embedder = language.sentenceEmbedder({ backend, cache: false });
 * await embedder.embed(['Yes', 'No', 'Yes']);
 * embedder.report().computed; // => 2
 */
export function sentenceEmbedder(settings: SentenceEmbedderSettings = {}): ReportingEmbedder {
  check('sentenceEmbedder', embedderSettings, settings);
  const { cache, onProgress, threads = 1 } = settings;
  const backend = settings.backend ?? pipelineBackend(findEmbeddingModel(settings.model), threads);
  const { name, dimensions, maxTokens } = backend;
  const place = `${name}-${backend.fingerprint}`.replace(/[^\w.-]+/g, '_');
  const folder = cache === false ? undefined : join(resolve(cache ?? defaultCache()), place);
  const store = new VectorStore(folder, dimensions);
  const seen = new Set<string>();
  let asked = 0;
  let computed = 0;

  /** Those distinct texts that no vector is known of. */
  const unknown = (texts: ReadonlyMap<string, string>): [key: string, text: string][] =>
    [...texts].filter(([key]) => store.get(key) === undefined);

  const compute = async (texts: ReadonlyMap<string, string>): Promise<void> => {
    store.refresh();
    const wanted = unknown(texts);
    if (wanted.length === 0) return;
    let done = 0;
    const deliver = (embedded: readonly Embedded[]): void => {
      const entries = embedded.map(({ index, vector, tokens }) => {
        const [key, text] = wanted[index] as [string, string];
        checkVector(backend, vector, text);
        return [key, { vector: vector.slice(), tokens }] as const;
      });
      store.add(entries);
      computed += entries.length;
      onProgress?.((done += entries.length), wanted.length);
    };
    const wantedTexts = wanted.map(([, text]) => text);
    await backend.embed(wantedTexts, deliver);
  };

  let last: Promise<void> = Promise.resolve();
  const embed = async (texts: readonly string[]): Promise<Float32Array[]> => {
    const keys = texts.map(keyOf);
    const byKey = new Map(keys.map((key, place) => [key, texts[place] as string]));
    if (unknown(byKey).length > 0) store.refresh();
    if (unknown(byKey).length > 0) {
      // Calls that come together take turns, so that the second finds what the first computed.
      const mine = last.then(() => store.alone(() => compute(byKey)));
      last = mine.catch(() => {});
      await mine;
    }
    asked += texts.length;
    return keys.map((key) => {
      const stored = store.get(key);
      if (stored === undefined)
        throw new AgoraError(
          'embedding-failed',
          `"${name}" gave no vector for ${quote(byKey.get(key) as string)}`,
        );
      seen.add(key);
      return stored.vector.slice();
    });
  };

  const report = (): EmbeddingReport => {
    const truncated = [...seen].filter((key) => (store.get(key)?.tokens ?? 0) > maxTokens).length;
    return { model: name, texts: asked, distinct: seen.size, computed, truncated, maxTokens };
  };
  return { name, dimensions, embed, report, close: () => backend.close() };
}

const defaultCache = (): string => join(homeFolder(), 'cache', 'embeddings');

/** The vectors that are known, in memory and, given a folder, in a file that other processes share. */
class VectorStore {
  private readonly memory = new Map<string, StoredVector>();
  private readonly file: VectorFile | undefined;

  constructor(
    private readonly folder: string | undefined,
    dimensions: number,
  ) {
    this.file = folder === undefined ? undefined : new VectorFile(join(folder, 'vectors.bin'), dimensions);
  }

  get(key: string): StoredVector | undefined {
    return this.memory.get(key);
  }

  /** Learns what others have added since. */
  refresh(): void {
    for (const [key, stored] of this.file?.news() ?? []) this.memory.set(key, stored);
  }

  /** Only within `alone`. */
  add(entries: readonly (readonly [key: string, stored: StoredVector])[]): void {
    this.file?.append(entries);
    for (const [key, stored] of entries) this.memory.set(key, stored);
  }

  /** Works while nobody else adds to the same file. */
  alone<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.folder === undefined) return work();
    makeFolder(this.folder);
    return withLock(join(this.folder, 'lock'), work);
  }
}

/** The cache key of a text. @throws AgoraError 'setting' when it is not a text */
function keyOf(text: unknown): string {
  if (typeof text === 'string') return createHash('sha256').update(text).digest('hex');
  throw new AgoraError('setting', `An embedder needs texts, got ${JSON.stringify(text) ?? String(text)}`);
}

/** A number that is no number would silently spoil every mean that it enters. @throws AgoraError 'embedding-failed' */
function checkVector(backend: EmbeddingBackend, vector: Float32Array, text: string): void {
  const { name, dimensions } = backend;
  if (vector.length !== dimensions)
    throw new AgoraError(
      'embedding-failed',
      `"${name}" gave ${vector.length} numbers, not ${dimensions}, for ${quote(text)}`,
    );
  if (!vector.every(Number.isFinite))
    throw new AgoraError('embedding-failed', `"${name}" gave a number that is not finite for ${quote(text)}`);
}

const quote = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
