import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { AgoraError, knownOptions } from '../error';
import { projectFolder } from '../experiment/data-folder';
import { AnswerFile } from './answer-file';

/** Turns texts into vectors of equal length: one vector per text, in the same order. */
export type Embedder = (texts: readonly string[]) => Promise<number[][]>;

/**
 * Embeds texts as word counts, without a model or a network. Two texts that share no word have a cosine similarity of
 * 0. Distances are larger than with sentence embeddings, so compare how distances change over rounds, not their
 * absolute values. Vectors from different calls cannot be compared.
 */
export const wordCounts: Embedder = (texts) => {
  const places = new Map<string, number>();
  const tokens = texts.map((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  for (const word of tokens.flat()) if (!places.has(word)) places.set(word, places.size);
  const vectors = tokens.map((words) => {
    const counts = new Array<number>(places.size).fill(0);
    for (const word of words) {
      const place = places.get(word) as number;
      counts[place] = (counts[place] as number) + 1;
    }
    return counts;
  });
  return Promise.resolve(vectors);
};

/**
 * Returns a map from each text to its vector. Each distinct text is embedded once. If a vector is missing or invalid,
 * the error quotes the text.
 */
export async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
): Promise<Map<string, number[]>> {
  const distinct = [...new Set(texts)];
  const vectors = distinct.length === 0 ? [] : await embedder(distinct);
  const found = new Map<string, number[]>();
  for (const [place, text] of distinct.entries()) {
    const vector = vectors[place];
    const size = vectors[0]?.length;
    if (vector === undefined)
      throw new AgoraError(
        `The embedder returned ${vectors.length} vectors for ${distinct.length} texts. ${quote(text)} has no vector.`,
      );
    if (vector.length !== size)
      throw new AgoraError(
        `The embedder returned ${vector.length} numbers for ${quote(text)}, but ${size} for ${quote(distinct[0] as string)}.`,
      );
    if (!Array.from(vector).every((value) => Number.isFinite(value)))
      throw new AgoraError(`For ${quote(text)}, the embedder returned a value that is not a finite number.`);
    found.set(text, vector);
  }
  return found;
}

const quote = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

export interface SentenceEmbedderOptions {
  /**
   * A model folder, or the name of a model on the Hugging Face hub, such as "Xenova/paraphrase-MiniLM-L6-v2" (the
   * paper's model). A model from the hub is downloaded. Default: the value of the environment variable AGORA_EMBEDDER.
   * If the variable is not set, the embedder uses the paper's model if it is in .venv/agora-models. Otherwise, it uses
   * the smaller model paraphrase-MiniLM-L3-v2, which setup installs in this folder.
   */
  readonly model?: string;
  /** A file that caches vectors, or false to disable the cache. Default: .agora/embeddings.jsonl in the project. */
  readonly cache?: string | false;
}

/**
 * Returns an embedder for sentences. A vector is the mean of the token vectors in the model's last layer, as in
 * sentence-transformers. RoundTable (Appendix D.8) uses paraphrase-MiniLM-L6-v2. With the smaller
 * paraphrase-MiniLM-L3-v2, which setup installs, vectors and distances differ from the paper's.
 *
 * The model is loaded only when a text is not in the cache. It runs on the CPU and takes about 5 ms per message. It
 * reads only the beginning of a text (128 tokens for these models).
 */
export function sentenceEmbedder(options: SentenceEmbedderOptions = {}): Embedder {
  knownOptions('sentenceEmbedder', options, ['model', 'cache']);
  const source = findModel(options.model);
  const { cache = join(projectFolder(), '.agora', 'embeddings.jsonl') } = options;
  const known = new AnswerFile(cache === false ? undefined : cache);
  let loading: Promise<(text: string) => Promise<Float32Array>> | undefined;
  const embedder: Embedder = async (texts) => {
    const vectors: number[][] = [];
    for (const text of texts) {
      const key = createHash('sha256').update(`${source.fingerprint}\n${text}`).digest('hex');
      const stored = known.get(key);
      if (stored !== undefined) {
        vectors.push(decode(stored));
        continue;
      }
      loading ??= loadModel(source);
      const embed = await loading;
      const encoded = encode(await embed(text));
      if (known.get(key) === undefined) known.set(key, encoded);
      vectors.push(decode(encoded));
    }
    return vectors;
  };
  return Object.defineProperty(embedder, 'name', { value: basename(source.name) });
}

const encode = (vector: Float32Array): string =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');

function decode(encoded: string): number[] {
  const bytes = Buffer.from(encoded, 'base64');
  return Array.from({ length: bytes.length / 4 }, (_, place) => bytes.readFloatLE(4 * place));
}

interface Source {
  /** The model's folder, or the model's name on the hub. */
  readonly name: string;
  readonly isRemote: boolean;
  readonly maxTokens: number;
  /** Two models with the same fingerprint give the same vectors. */
  readonly fingerprint: string;
}

const defaultModels = ['paraphrase-MiniLM-L6-v2', 'paraphrase-MiniLM-L3-v2'];
const weightsIn = (folder: string): string => join(folder, 'onnx', 'model.onnx');

function findModel(wanted: string | undefined): Source {
  const named = wanted ?? process.env['AGORA_EMBEDDER'];
  const installed = defaultModels.map((name) => join(projectFolder(), '.venv', 'agora-models', name));
  const candidates = named === undefined ? installed : [named];
  const folder = candidates.find((candidate) => existsSync(weightsIn(candidate)));
  if (folder !== undefined) {
    const maxTokens = maxTokensOf(join(folder, 'sentence_bert_config.json'));
    const { size } = statSync(weightsIn(folder));
    return {
      name: resolve(folder),
      isRemote: false,
      maxTokens,
      fingerprint: `${basename(resolve(folder))} ${size} ${maxTokens}`,
    };
  }
  if (named !== undefined && /^[\w.-]+\/[\w.-]+$/.test(named) && !existsSync(named))
    return { name: named, isRemote: true, maxTokens: 128, fingerprint: `hub ${named} 128` };
  throw new AgoraError(
    `There is no embedding model in ${candidates.join(' or ')}. Install one with "npm run setup", set AGORA_EMBEDDER to ` +
      'another model folder, or use language.wordCounts, which needs no model.',
    'data',
  );
}

function maxTokensOf(file: string): number {
  if (!existsSync(file)) return 128;
  const { max_seq_length: length } = JSON.parse(readFileSync(file, 'utf8')) as { max_seq_length?: unknown };
  return typeof length === 'number' && Number.isSafeInteger(length) && length > 0 ? length : 128;
}

/** The maximum number of characters to read. Models read far fewer characters than this. */
const longestText = 20_000;

/** A tensor from @huggingface/transformers, reduced to the fields that this file uses: shape and values. */
interface Tensor<Values> {
  readonly dims: readonly number[];
  readonly data: Values;
}

/** The feature-extraction pipeline, reduced to the fields that this file uses. */
interface Extractor {
  readonly tokenizer: ((text: string, options: object) => { readonly input_ids: Tensor<BigInt64Array> }) & {
    readonly sep_token_id?: number;
  };
  readonly model: (inputs: object) => Promise<Readonly<Record<string, Tensor<Float32Array>>>>;
}

/**
 * Loads a model that embeds one text at a time. Batches are not faster on a CPU, and within a batch, a text's vector
 * would depend on the other texts.
 */
async function loadModel(source: Source): Promise<(text: string) => Promise<Float32Array>> {
  const { tokenizer, model } = await loadPipeline(source);
  return async (text) => {
    const truncated = { truncation: true, max_length: source.maxTokens };
    const inputs = tokenizer(text.slice(0, longestText), truncated);
    // The tokenizer drops the closing token of a truncated text. sentence-transformers keeps this token, so restore it.
    const ids = inputs.input_ids.data;
    if (tokenizer.sep_token_id !== undefined) ids[ids.length - 1] = BigInt(tokenizer.sep_token_id);
    const outputs = Object.values(await model(inputs));
    const hidden = outputs.find(({ dims }) => dims.length === 3 && dims[1] === ids.length);
    if (hidden === undefined)
      throw new AgoraError(
        `${source.name} does not return token vectors, so it cannot embed texts. Use another model.`,
        'data',
      );
    return meanOverTokens(hidden);
  };
}

async function loadPipeline({ name, isRemote }: Source): Promise<Extractor> {
  try {
    const { env, pipeline } = await import('@huggingface/transformers');
    env.allowRemoteModels = isRemote;
    env.allowLocalModels = !isRemote;
    if (!isRemote) env.localModelPath = dirname(name);
    const extractor = await pipeline('feature-extraction', isRemote ? name : basename(name), {
      dtype: 'fp32',
      device: 'cpu',
      session_options: { intraOpNumThreads: 1, interOpNumThreads: 1 },
    });
    return extractor;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AgoraError(
      `Could not load the embedding model ${name}. Check that the package @huggingface/transformers is installed. Reason: ${reason}`,
      'data',
    );
  }
}

function meanOverTokens({ dims, data }: Tensor<Float32Array>): Float32Array {
  const [, tokens, size] = dims as [number, number, number];
  const sum = new Float64Array(size);
  for (let token = 0; token < tokens; token++)
    for (let place = 0; place < size; place++)
      sum[place] = (sum[place] as number) + (data[token * size + place] as number);
  return Float32Array.from(sum, (value) => value / tokens);
}
