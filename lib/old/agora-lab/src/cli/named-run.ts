import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { homeFolder, recordedNames, runsMeant, visible } from 'agora-core/internal';
import { readRun, recorded, type Recorded } from 'agora-core/transcripts';
import { AgoraError } from 'agora-voting';
import { closest } from 'agora-voting/internal';

/** The most runs that a message names. */
const mostNamed = 8;

/** The folders of the runs in .agora/runs, in the order of their names. */
export function runFolders(root = join(homeFolder(), 'runs')): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .sort()
    .map((name) => join(root, name))
    .filter(isRun);
}

/**
 * The folder of the run that a text means: a folder's path, or a run of .agora/runs by its name as `agora status` prints
 * it, its id, its folder's name, or the beginning of one of these that no other run has.
 * @throws AgoraError 'no-run' naming the runs that may be meant; for a path, what is wrong with it
 */
export function runFolderNamed(given: string): string {
  return folderMeant(given) ?? refuse(given, 'run', namesOfRuns());
}

/**
 * A run by its folder or name, as `runFolderNamed` takes it, or recorded collaborations by their name. A recorded set of
 * this very name comes before a run whose folder is called otherwise.
 * @throws AgoraError 'no-run' naming the run or recorded set that may be meant
 */
export function namedRun(
  given: string,
): { readonly name: string; readonly evidence: string; readonly folder: string } | Recorded {
  const isSet = recordedNames.includes(given);
  const folder = isSet ? folderAt(given) : folderMeant(given);
  if (folder === null)
    return isSet
      ? recorded(given)
      : refuse(given, 'run or recorded set', [...namesOfRuns(), ...recordedNames]);
  const { name, model } = readRun(folder);
  return { name: name, evidence: model.evidence, folder: folder };
}

function isRun(folder: string): boolean {
  return existsSync(join(folder, 'run.json'));
}

/** A run's folder by its path, or by its whole name in .agora/runs. */
function folderAt(given: string): string | null {
  const paths = [resolve(given), join(homeFolder(), 'runs', given)];
  return paths.find(isRun) ?? null;
}

function folderMeant(given: string): string | null {
  const at = folderAt(given);
  if (at !== null) return at;
  const folders = runsMeant(given, runFolders(), namesOf);
  if (folders.length > 1) {
    const names = folders.slice(0, mostNamed).map((folder) => basename(folder));
    const more = folders.length > mostNamed ? ` and ${folders.length - mostNamed} more` : '';
    throw new AgoraError(
      'no-run',
      `"${visible(given)}" may be any of ${folders.length} runs: ${names.join(', ')}${more}. Give one of these folders' names.`,
    );
  }
  const [folder = null] = folders;
  if (folder === null && /[\\/]/.test(given)) readRun(resolve(given)); // says what is wrong with the path
  return folder;
}

/** The names of a run. A run whose record cannot be read has the name of its folder. */
function namesOf(folder: string): string[] {
  try {
    const { name, id } = readRun(folder);
    return [name, visible(name), id, basename(folder)];
  } catch {
    return [basename(folder)];
  }
}

function namesOfRuns(): string[] {
  return runFolders().flatMap(namesOf);
}

function refuse(given: string, what: string, names: readonly string[]): never {
  const meant = closest(given, names);
  const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`;
  throw new AgoraError(
    'no-run',
    `No ${what} is called ${visible(JSON.stringify(given))}${hint}; "npx agora status" lists runs.`,
  );
}
