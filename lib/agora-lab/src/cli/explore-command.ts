import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readCollaborations } from 'agora-core/transcripts';
import { transcript } from 'agora-report';
import { pageOf, type Served, serveExplorer, sourcesOf } from 'agora-report/internal';
import { AgoraError } from 'agora-voting';
import { namedRun } from './named-run';

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
  const named = names.map(namedRun);
  const open = () => sourcesOf(named, { most });
  if (out === undefined) {
    // A run on disk may go on while it is read; recorded sets stay as they are.
    const isGoingOn = named.some((one) => 'folder' in one);
    const served = await serveExplorer(isGoingOn ? open : open(), port);
    return { text: `The explorer is at ${served.address}\nStop it with Ctrl+C.`, served };
  }
  const sources = open();
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
