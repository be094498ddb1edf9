import { AgoraError } from 'agora-voting';
import { missingPackage } from '../../optional-package';
import type { EmbeddingModel } from './embedding-model';
import type { Embedded, EmbeddingBackend } from './sentence-embedder';

/** Texts in a batch. On 600 messages, sizes 4 and 8 took 10% less processor time than 16 and 32, and no more than size 1. */
const BATCH = 8;
/** Characters of a text that are read at all: many times `maxTokens`, unless it is one endless word. */
const LONGEST = 20_000;

/** What is used of a tensor of @huggingface/transformers, and of its feature-extraction pipeline. */
interface Tensor<Data> {
  readonly type: string;
  readonly dims: readonly number[];
  readonly data: Data;
}
interface Extractor {
  (texts: readonly string[], options: { pooling: 'mean'; normalize: boolean }): Promise<Tensor<Float32Array>>;
  model: (inputs: Inputs) => Promise<Outputs>;
  tokenizer: Tokenizer | ((texts: readonly string[], options: object) => Inputs);
}
interface Tokenizer {
  (texts: readonly string[], options: object): Inputs;
  encode(text: string): readonly number[];
  model_max_length: number;
  readonly sep_token_id?: number;
}
/** Both texts x tokens. */
interface Inputs {
  readonly input_ids: Tensor<BigInt64Array>;
  readonly attention_mask: Tensor<BigInt64Array>;
}
type Outputs = Readonly<Record<string, Tensor<Float32Array>>>;

/**
 * An embedding model on this machine's processor: the feature-extraction pipeline of @huggingface/transformers, with
 * the mean over tokens and without normalising. Nothing is loaded before there is a text to embed.
 * @param threads - inside one matrix product
 */
export function pipelineBackend(model: EmbeddingModel, threads: number): EmbeddingBackend {
  let loaded: Promise<Embed> | undefined;
  return {
    name: model.name,
    fingerprint: model.fingerprint,
    dimensions: model.dimensions,
    maxTokens: model.maxTokens,
    async embed(texts, deliver) {
      loaded ??= loadPipeline(model, threads);
      const embed = await loaded.catch((error: unknown) => {
        loaded = undefined;
        throw error;
      });
      for (const places of batchesByLength(texts, model.oneByOne ? 1 : BATCH))
        deliver(await embed(texts, places));
    },
    close() {
      loaded = undefined;
    },
  };
}

type Embed = (texts: readonly string[], places: readonly number[]) => Promise<Embedded[]>;

/** @throws AgoraError 'embedding-model-missing' when the model is not here, or a hub model could not be fetched */
async function loadPipeline(model: EmbeddingModel, threads: number): Promise<Embed> {
  const { env, pipeline } = await import('@huggingface/transformers').catch((error: unknown) => {
    throw missingPackage('sentenceEmbedder', ['@huggingface/transformers'], error);
  });
  env.allowRemoteModels = model.remote;
  env.allowLocalModels = !model.remote;
  if (model.remote) env.cacheDir = model.folder;
  else env.localModelPath = model.folder;
  const extractor = (await pipeline('feature-extraction', model.id, {
    dtype: 'fp32',
    device: 'cpu',
    session_options: { intraOpNumThreads: threads, interOpNumThreads: 1 },
  }).catch((error: unknown) => {
    throw new AgoraError(
      'embedding-model-missing',
      `The embedding model "${model.name}" could not be loaded (${messageOf(error)}). ` +
        (model.remote
          ? 'It comes from its hub, which needs the network; the default model, which "npm run setup" brings, does not'
          : '"npm run setup" brings the default model'),
    );
  })) as unknown as Extractor;
  const tokenizer = extractor.tokenizer as Tokenizer;
  tokenizer.model_max_length = model.maxTokens;
  extractor.tokenizer = (texts, options) => closeCutTexts(tokenizer(texts, options), tokenizer.sep_token_id);
  const network = extractor.model;
  extractor.model = async (inputs) => lastHiddenState(model, inputs, await network(inputs));
  return async (texts, places) => {
    const batch = places.map((place) => texts[place]!.slice(0, LONGEST));
    const { data } = await extractor(batch, { pooling: 'mean', normalize: false });
    const size = model.dimensions;
    return batch.map((text, row) => ({
      index: places[row]!,
      vector: data.slice(row * size, (row + 1) * size),
      tokens: tokenizer.encode(text).length,
    }));
  };
}

/**
 * The pipeline cuts a long text and its closing token with it, which sentence-transformers keeps: here it takes the
 * place of the last token that is left. Texts that were not cut end with it already.
 */
function closeCutTexts(inputs: Inputs, closing: number | undefined): Inputs {
  if (closing === undefined) return inputs;
  const { input_ids, attention_mask } = inputs;
  const [rows, length] = input_ids.dims as [number, number];
  for (let row = 1; row <= rows; row++) {
    const last = row * length - 1;
    if (attention_mask.data[last] === 1n) input_ids.data[last] = BigInt(closing);
  }
  return inputs;
}

/** The pipeline asks for an output of this name, and models call it what they like. */
function lastHiddenState(
  { name, dimensions }: EmbeddingModel,
  { input_ids }: Inputs,
  outputs: Outputs,
): Outputs {
  const wanted = [...input_ids.dims, dimensions].join();
  const found = Object.values(outputs).find(({ type, dims }) => type === 'float32' && dims.join() === wanted);
  if (found !== undefined) return { last_hidden_state: found };
  const shapes = Object.values(outputs).map(({ type, dims }) => `${type}[${dims.join()}]`);
  throw new AgoraError('embedding-failed', `"${name}" gave ${shapes.join(', ')}; needed float32[${wanted}]`);
}

/** Places of the texts in batches of like length, so that there is little to pad; the longest first. */
export function batchesByLength(texts: readonly string[], size: number): number[][] {
  const places = texts.map((_, place) => place);
  places.sort((a, b) => texts[b]!.length - texts[a]!.length);
  const batches: number[][] = [];
  for (let begin = 0; begin < places.length; begin += size) batches.push(places.slice(begin, begin + size));
  return batches;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
