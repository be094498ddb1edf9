import { AgoraError } from '../../agora-error';
import type { EmbeddingModel } from './embedding-model';

export interface RuntimeSettings {
  readonly model: EmbeddingModel;
  /** Tokens in a batch, padding included. */
  readonly batchTokens: number;
  /** Threads inside one matrix product. */
  readonly threads: number;
}

/** Vectors of some texts, one after the other, and the length of each text in tokens. */
export interface RuntimeVectors {
  readonly vectors: Float32Array;
  readonly tokens: readonly number[];
}

export type Runtime = (texts: readonly string[]) => Promise<RuntimeVectors>;

interface Array3 {
  readonly type: string;
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

/** Characters of a text that are read at all: many times `maxTokens`, unless it is one endless word. */
const longest = 20_000;

/**
 * Loads a model into this process, through @huggingface/transformers and its ONNX runtime, which are first loaded here.
 * Cuts a text after `maxTokens` tokens, special ones included, as sentence-transformers does, and takes the mean over
 * the last layer's tokens. Vectors are not normalised.
 * @throws AgoraError 'embedding-model-missing' when a hub model could not be fetched
 */
export async function loadRuntime({ model, batchTokens, threads }: RuntimeSettings): Promise<Runtime> {
  const { AutoModel, AutoTokenizer, Tensor, env } = await import('@huggingface/transformers');
  env.allowRemoteModels = model.remote;
  env.allowLocalModels = !model.remote;
  if (model.remote) env.cacheDir = model.folder;
  else env.localModelPath = model.folder;
  const load = () =>
    Promise.all([
      AutoTokenizer.from_pretrained(model.id),
      AutoModel.from_pretrained(model.id, {
        dtype: 'fp32',
        device: 'cpu',
        session_options: { intraOpNumThreads: threads, interOpNumThreads: 1 },
      }),
    ]);
  const [tokenizer, network] = await load().catch((error: unknown) => {
    throw new AgoraError(
      'embedding-model-missing',
      `The embedding model "${model.name}" could not be loaded (${messageOf(error)}). ` +
        (model.remote
          ? 'It comes from its hub, which needs the network; the default model, which "npm run setup" brings, does not'
          : '"npm run setup" brings the default model'),
    );
  });

  const run = async (ids: readonly (readonly number[])[], length: number): Promise<Array3> => {
    const shape = [ids.length, length];
    const input = new BigInt64Array(ids.length * length);
    const mask = new BigInt64Array(ids.length * length);
    ids.forEach((text, row) =>
      text.forEach((id, place) => {
        input[row * length + place] = BigInt(id);
        mask[row * length + place] = 1n;
      }),
    );
    const outputs = (await network({
      input_ids: new Tensor('int64', input, shape),
      attention_mask: new Tensor('int64', mask, shape),
    })) as Record<string, Array3>;
    const wanted = [ids.length, length, model.dimensions].join();
    const found = Object.values(outputs).find(
      ({ type, dims }) => type === 'float32' && dims.join() === wanted,
    );
    if (found !== undefined) return found;
    const shapes = Object.values(outputs).map(({ type, dims }) => `${type}[${dims.join()}]`);
    throw new AgoraError(
      'embedding-failed',
      `"${model.name}" gave ${shapes.join(', ')}; needed float32[${wanted}]`,
    );
  };

  return async (texts) => {
    const whole = texts.map((text) => tokenizer.encode(text.slice(0, longest)));
    const tokens = whole.map((ids) => ids.length);
    // The last token, [SEP], closes a text that was cut as well.
    const cut = whole.map((ids) =>
      ids.length > model.maxTokens ? [...ids.slice(0, model.maxTokens - 1), ...ids.slice(-1)] : ids,
    );
    const vectors = new Float32Array(texts.length * model.dimensions);
    const lengths = cut.map((ids) => ids.length);
    for (const { places, length } of tokenBatches(lengths, batchTokens)) {
      const rows = places.map((place) => cut[place] as number[]);
      const { data } = await run(rows, length);
      places.forEach((place, row) => {
        const begin = place * model.dimensions;
        const used = data.subarray(row * length * model.dimensions);
        meanOfRows(used, lengths[place] as number, vectors.subarray(begin, begin + model.dimensions));
      });
    }
    return { vectors, tokens };
  };
}

/** The mean of the first `count` rows, each as long as `mean`, which it is written into. */
function meanOfRows(rows: Float32Array, count: number, mean: Float32Array): void {
  const { length } = mean;
  for (let column = 0; column < length; column++) {
    let sum = 0;
    for (let row = 0; row < count; row++) sum += rows[row * length + column] as number;
    mean[column] = sum / count;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Some texts of about one length, to go through the model together. */
export interface TokenBatch {
  /** Places in the list that was cut. */
  readonly places: readonly number[];
  /** The longest of them, which the others are padded to. */
  readonly length: number;
}

/**
 * Cuts texts into batches of neighbours in length, shortest first, so that there is little to pad. A batch holds at
 * most `budget` tokens, padding included, and at least one text.
 * @param lengths - tokens of each text
 */
export function tokenBatches(lengths: readonly number[], budget: number): TokenBatch[] {
  const order = lengths.map((length, place) => ({ length, place })).sort((a, b) => a.length - b.length);
  const batches: TokenBatch[] = [];
  let places: number[] = [];
  let longest = 0;
  for (const { length, place } of order) {
    if (places.length > 0 && (places.length + 1) * length > budget) {
      batches.push({ places, length: longest });
      places = [];
    }
    places.push(place);
    longest = length;
  }
  if (places.length > 0) batches.push({ places, length: longest });
  return batches;
}
