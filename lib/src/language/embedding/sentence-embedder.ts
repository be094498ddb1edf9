import { join, resolve } from 'node:path';
import { AgoraError } from '../../agora-error';
import { homeFolder } from '../../project';
import { checkVector, quote } from './check-vector';
import type { Embedded, EmbeddingBackend } from './embedding-backend';
import { findEmbeddingModel, type EmbeddingModelName } from './embedding-model';
import { onnxBackend, type OnnxSettings } from './onnx-backend';
import { keyOf, VectorStore } from './vector-store';

/** Turns texts into vectors, one per text in the same order. All that information distance needs. */
export interface SentenceEmbedder {
  readonly name: string;
  readonly dimensions: number;
  embed(texts: readonly string[]): Promise<Float32Array[]>;
}

/** What an embedder has done since it was made. */
export interface EmbeddingReport {
  readonly model: string;
  /** Texts that it was asked for, repeats included. */
  readonly texts: number;
  readonly distinct: number;
  /** Distinct texts that went through the model; the others came from the cache. */
  readonly computed: number;
  /** Distinct texts that are longer than `maxTokens`; what comes after that was not read. */
  readonly truncated: number;
  readonly maxTokens: number;
}

export interface ReportingEmbedder extends SentenceEmbedder {
  report(): EmbeddingReport;
  /** Ends the processes that it keeps ready. It may be used again. */
  close(): void;
}

export interface SentenceEmbedderSettings extends OnnxSettings {
  /** A model by name, or the path of a folder. Default `auto`: AGORA_EMBEDDING_MODEL, else what the set-up brings. */
  readonly model?: EmbeddingModelName | 'auto' | (string & {});
  /** Where vectors are kept: a folder, or false for memory only. Default `cache/embeddings` in AGORA_HOME. */
  readonly cache?: string | false;
  /** Called as texts are embedded; not for those that the cache had. */
  readonly onProgress?: (done: number, of: number) => void;
  /** A model of your own, instead of `model`. */
  readonly backend?: EmbeddingBackend;
}

/**
 * Sentence embeddings: the mean over the tokens of a BERT model's last layer, as sentence-transformers computes them,
 * without normalising (a cosine needs none). RoundTable (Appendix D.8) used paraphrase-MiniLM-L6-v2. The default here
 * is paraphrase-MiniLM-L3-v2, whose weights the set-up can bring without the hub; vectors and distances differ from the
 * paper's model. A text has the same vector whatever else is embedded with it, but for float noise (below 1e-5 a
 * number, of about 0.3). Each distinct text is computed once: vectors are kept in memory and on disk, and of several
 * processes that want to embed with one model, one does while the others wait and then read what it found.
 * @throws AgoraError 'embedding-model-missing' when the model is not on this machine
 */
export function sentenceEmbedder(settings: SentenceEmbedderSettings = {}): ReportingEmbedder {
  const { cache, onProgress } = settings;
  checkCounts(settings);
  const backend = settings.backend ?? onnxBackend(findEmbeddingModel(settings.model), settings);
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

function checkCounts({ batchTokens, processes }: OnnxSettings): void {
  for (const [key, value, least] of [
    ['batchTokens', batchTokens, 1],
    ['processes', processes, 0],
  ] as const)
    if (value !== undefined && (!Number.isSafeInteger(value) || value < least))
      throw new AgoraError('setting', `${key} is a whole number from ${least}, got ${value}`);
}
