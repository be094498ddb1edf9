import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { AgoraError } from 'agora-voting';
import { homeFolder, projectFolder } from '../../project';

/** The models that have a name. Any other text is the path of a folder. */
export type EmbeddingModelName =
  'paraphrase-MiniLM-L6-v2' | 'paraphrase-MiniLM-L3-v2' | 'all-MiniLM-L6-v2-int8';

/** The place of a model's files, and the facts that are known before they are read. */
export interface EmbeddingModel {
  readonly name: string;
  /** The folder that holds the model's folder; for a hub model, where its files are kept. */
  readonly folder: string;
  /** The model's folder within, or its name on the hub. */
  readonly id: string;
  readonly remote: boolean;
  readonly dimensions: number;
  readonly maxTokens: number;
  readonly fingerprint: string;
  /** Its results depend on the other texts of a batch (8-bit weights), so each text is embedded alone. */
  readonly oneByOne: boolean;
}

/** The model that the paper used; no Python package carries it, so it comes from its hub or not at all. */
const paperModel = 'paraphrase-MiniLM-L6-v2';
const hubId = `Xenova/${paperModel}`;
const bySetup = ['paraphrase-MiniLM-L3-v2', 'all-MiniLM-L6-v2-int8'];

/**
 * Finds a model. `auto` is the one that AGORA_EMBEDDING_MODEL names, else paraphrase-MiniLM-L3-v2, which the set-up
 * brings: a smaller sister of the paper's L6 model (3 layers instead of 6), and not the same numbers.
 * @throws AgoraError 'embedding-model-missing' naming the missing folder
 */
export function findEmbeddingModel(wanted = 'auto'): EmbeddingModel {
  const name = wanted === 'auto' ? process.env['AGORA_EMBEDDING_MODEL'] || 'paraphrase-MiniLM-L3-v2' : wanted;
  if (name === paperModel) {
    const folder = join(resolve(homeFolder()), 'cache', 'models');
    return {
      name,
      folder,
      id: hubId,
      remote: true,
      dimensions: 384,
      maxTokens: 128,
      fingerprint: 'hub',
      oneByOne: false,
    };
  }
  if (bySetup.includes(name)) return inFolder(setupFolder(name), name);
  if (isAbsolute(name) || /[\\/]/.test(name)) return inFolder(resolve(name), basename(resolve(name)));
  const names = [paperModel, ...bySetup].join(', ');
  throw new AgoraError(
    'embedding-model-missing',
    `There is no embedding model "${name}". There are: ${names}; or give the path of a folder (with a slash in it)`,
  );
}

/** Below the project that runs, or else the one that this library lies in. */
function setupFolder(name: string): string {
  const [first, ...others] = [projectFolder(), projectFolder(__dirname)].map((project) =>
    join(project, '.venv', 'agora-models', name),
  ) as [string, string];
  return [first, ...others].find((folder) => existsSync(folder)) ?? first;
}

function inFolder(path: string, name: string): EmbeddingModel {
  const weights = join(path, 'onnx', 'model.onnx');
  const tokenizer = join(path, 'tokenizer.json');
  for (const file of [weights, tokenizer, join(path, 'tokenizer_config.json'), join(path, 'config.json')])
    if (!existsSync(file))
      throw new AgoraError(
        'embedding-model-missing',
        `The embedding model "${name}" is missing (looked for ${file}). "npm run setup" installs it if the network ` +
          'allows; or set AGORA_EMBEDDING_MODEL to the folder of another one',
      );
  const maxTokens = whole(join(path, 'sentence_bert_config.json'), 'max_seq_length', 128);
  return {
    name,
    folder: resolve(path, '..'),
    id: basename(path),
    remote: false,
    dimensions: whole(join(path, 'config.json'), 'hidden_size'),
    maxTokens,
    fingerprint: fingerprintOf(weights, tokenizer, maxTokens),
    oneByOne: name.endsWith('int8'),
  };
}

/** A positive whole number in a JSON file. */
function whole(file: string, key: string, otherwise?: number): number {
  const settings = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)
    : {};
  const value = settings[key] ?? otherwise;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw new AgoraError(
    'embedding-model-missing',
    `${file} needs a positive whole number "${key}", got ${JSON.stringify(value) ?? 'none'}`,
  );
}

/** Tells weights apart without reading all of them: their size, beginning and end, and the whole tokenizer. */
function fingerprintOf(weights: string, tokenizer: string, maxTokens: number): string {
  const edge = 65_536;
  const { size } = statSync(weights);
  const file = openSync(weights, 'r');
  try {
    const ends = [0, Math.max(0, size - edge)].map((from) => {
      const bytes = Buffer.alloc(edge);
      return bytes.subarray(0, readSync(file, bytes, 0, edge, from));
    });
    const hash = createHash('sha256').update(`${size} ${maxTokens} `);
    for (const bytes of [...ends, readFileSync(tokenizer)]) hash.update(bytes);
    return hash.digest('hex').slice(0, 8);
  } finally {
    closeSync(file);
  }
}
