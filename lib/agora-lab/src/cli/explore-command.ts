import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { homeFolder } from 'agora-core/internal';
import { readCollaborations, readRun, recorded, type Recorded } from 'agora-core/transcripts';
import { transcript } from 'agora-report';
import { pageOf, type Served, serveExplorer, sourcesOf } from 'agora-report/internal';
import { AgoraError } from 'agora-voting';

export interface ExploreCommandOptions {
  readonly out?: string;
  readonly port?: number;
  readonly most?: number;
  readonly text?: number;
}

/**
 * `agora explore`: writes the explorer of some runs as one file, or serves it until it is stopped. Returns the place.
 */
export async function exploreCommand(
  names: readonly string[],
  { out, port = 0, most = Infinity }: ExploreCommandOptions,
): Promise<{ readonly text: string; readonly served: Served | null }> {
  const sources = sourcesOf(names.map(namedRun), { most });
  if (out === undefined) {
    const served = await serveExplorer(sources, port);
    return { text: `The explorer is at ${served.address}\nStop it with Ctrl+C.`, served };
  }
  const runs = sources.map(({ run }) => run);
  const title = runs.map(({ name }) => name).join(' and ');
  const page = pageOf({ title, runs, view: '' }, sources);
  try {
    writeFileSync(out, page);
  } catch (error) {
    throw new AgoraError('folder', `${out} cannot be written: ${(error as Error).message}`);
  }
  const text = `${resolve(out)} (${(Buffer.byteLength(page) / 1e6).toFixed(1)} MB) opens in any browser, without a network.`;
  return { text, served: null };
}

/**
 * `agora explore RUN --text 540`: one collaboration as text.
 * @throws AgoraError 'command' for several runs, 'collaboration' for a number that the run does not have
 */
export function textOf(names: readonly string[], index: number): string {
  const [name = '', more] = names;
  if (more !== undefined)
    throw new AgoraError('command', `agora explore --text prints of one run, got ${names.join(', ')}`);
  const named = namedRun(name);
  if (!('folder' in named)) return transcript(named.get(index)).text;
  for (const one of readCollaborations(named.folder)) if (one.index === index) return transcript(one).text;
  throw new AgoraError('collaboration', `${named.name} has no finished collaboration ${index}`);
}

/** A run by its folder or by the folder's name in .agora/runs, or recorded collaborations by their name. */
export function namedRun(
  name: string,
): { readonly name: string; readonly evidence: string; readonly folder: string } | Recorded {
  const folder = [resolve(name), join(homeFolder(), 'runs', name)].find((path) =>
    existsSync(join(path, 'run.json')),
  );
  if (folder === undefined) {
    if (/[\\/]/.test(name)) readRun(resolve(name));
    return recorded(name);
  }
  const { name: own, model } = readRun(folder);
  return { name: own, evidence: model.evidence, folder };
}
