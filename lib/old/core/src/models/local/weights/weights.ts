import { basename, isAbsolute, join, resolve } from 'node:path';
import { AgoraError } from 'agora-voting';
import { closest } from 'agora-voting/internal';
import { homeFolder } from '../../../project';
import listed from './catalogue.json';

/** The location of a file on a model hub. */
export interface HubSource {
  readonly repository: string;
  readonly file: string;
}

/** The parts of a file in packages of the Python registry. In each package, the largest file is the part. */
export interface RegistrySource {
  /** The names of the packages, with {} for the number of the part, from 1. */
  readonly packages: string;
  readonly version: string;
  readonly parts: number;
}

/** Weights in GGUF that the kit knows. */
export interface CatalogueEntry {
  readonly name: string;
  readonly title: string;
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly licence: string;
  readonly hub: HubSource;
  readonly registry: RegistrySource;
}

/** Weights that a setting names, and where the file is or will be. */
export interface Weights {
  readonly name: string;
  /** As an absolute path. */
  readonly file: string;
  /** The entry of the catalogue, if there is one. */
  readonly known: CatalogueEntry | null;
  /** Where to download them; null for a file of the user's own. */
  readonly hub: HubSource | null;
}

export const catalogue: readonly CatalogueEntry[] = listed;

/**
 * The folder of weights: AGORA_MODELS_DIR, which several clones may share, or models/ in AGORA_HOME (.agora in the
 * project).
 */
export function modelsFolder(): string {
  return process.env['AGORA_MODELS_DIR'] ?? join(homeFolder(), 'models');
}

const forms = `a name of the catalogue (${catalogue.map(({ name }) => name).join(', ')}), a path to a .gguf file, or "hf:OWNER/REPOSITORY/FILE.gguf"`;

/**
 * The weights that a short text names. Default: the first entry of the catalogue.
 * @throws AgoraError 'setting' listing the valid forms when the text names no weights
 */
export function namedWeights(text: string = catalogue[0]?.name ?? ''): Weights {
  const known = catalogue.find(({ name }) => name === text);
  if (known !== undefined)
    return { name: known.name, file: join(modelsFolder(), known.file), known, hub: known.hub };
  if (text.startsWith('hf:')) return hubWeights(text);
  if (text.endsWith('.gguf') || isAbsolute(text)) {
    const file = resolve(text);
    return { name: basename(file, '.gguf'), file, known: null, hub: null };
  }
  const meant = closest(
    text,
    catalogue.map(({ name }) => name),
  );
  throw new AgoraError(
    'setting',
    `${JSON.stringify(text)} names no weights: use ${forms}${meant === undefined ? '' : ` (did you mean ${meant}?)`}`,
  );
}

function hubWeights(text: string): Weights {
  const parts = text.slice('hf:'.length).split('/');
  const [owner, repository, ...path] = parts;
  const sound = parts.every((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part));
  if (!sound || owner === undefined || repository === undefined || !text.endsWith('.gguf'))
    throw new AgoraError(
      'setting',
      `${JSON.stringify(text)} names no file of the hub: use "hf:OWNER/REPOSITORY/FILE.gguf"`,
    );
  return {
    name: basename(text, '.gguf'),
    file: join(modelsFolder(), 'hf', ...parts),
    known: null,
    hub: { repository: `${owner}/${repository}`, file: path.join('/') },
  };
}
