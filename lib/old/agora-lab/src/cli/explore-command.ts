import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Collaboration, readCollaborations } from 'agora-core/transcripts';
import { transcript } from 'agora-report';
import { hasUnknownEnd, pageOf, type Served, serveExplorer, sourcesOf } from 'agora-report/internal';
import { AgoraError } from 'agora-voting';
import { namedRun } from './named-run';

export interface ExploreCommandOptions {
  readonly out?: string;
  readonly port?: number;
  readonly most?: number;
  readonly text?: number | 'undecided';
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
 * `agora explore RUN --text 540`: one collaboration as text; `--text undecided`: the first that ended without a decision,
 * under the numbers of all such.
 * @throws AgoraError 'command' for several runs or a file to write, 'collaboration' for a number that the run does not
 * have, or where all are decided
 */
export function textOf(names: readonly string[], which: number | 'undecided', out?: string): string {
  if (out !== undefined)
    throw new AgoraError('command', '--text prints, and --out writes a page: leave one of them out');
  const [name = '', more] = names;
  if (more !== undefined)
    throw new AgoraError('command', `agora explore --text prints of one run, got ${names.join(', ')}`);
  const named = namedRun(name);
  const all = 'folder' in named ? readCollaborations(named.folder) : named;
  if (which === 'undecided') return undecidedText(named.name, all);
  if (!('folder' in named)) return transcript(named.get(which)).text;
  for (const one of all) if (one.index === which) return transcript(one).text;
  throw new AgoraError('collaboration', `${named.name} has no finished collaboration ${which}`);
}

/** The most numbers that are told. */
const mostNumbers = 20;

function undecidedText(name: string, all: Iterable<Collaboration>): string {
  const numbers: number[] = [];
  const ends = new Map<string, number>();
  let first: Collaboration | undefined;
  for (const one of all)
    if (one.finished?.outcome === null && !hasUnknownEnd(one.events, one.finished)) {
      first ??= one;
      numbers.push(one.index);
      const { cause } = one.finished;
      ends.set(cause, (ends.get(cause) ?? 0) + 1);
    }
  if (first === undefined)
    throw new AgoraError('collaboration', `${name} has no collaboration that ended without a decision`);
  const more = numbers.length > mostNumbers ? ', …' : '';
  const byEnd = [...ends].map(([cause, count]) => `  ${count} ended: ${cause}`).join('\n');
  const told = `${numbers.length} collaborations of ${name} ended without a decision: ${numbers.slice(0, mostNumbers).join(', ')}${more}`;
  return `${told}\n${byEnd}\n\n${transcript(first).text}`;
}
