import { basename } from 'node:path';
import { inWords } from '../entries';
import { readRun, type RunDescription } from 'agora-core/transcripts';
import type { Explorable } from './sources';

/**
 * A name for each run. Equal names are followed by the settings in which the runs differ ("rule: dowdall"), or else by
 * the folder or the place in the list.
 */
export function namesOf(all: readonly Explorable[]): string[] {
  const own = all.map(({ name = 'collaborations' }) => name);
  return all.map((_, place) => {
    const name = own[place]!;
    if (own.filter((each) => each === name).length === 1) return name;
    const alike = all.filter((_, at) => own[at] === name).map(wordsOf);
    const differs = Object.entries(wordsOf(all[place]!)).filter(([key, value]) =>
      alike.some((parts) => parts[key] !== value),
    );
    const told = differs.map(([key, value]) => `${key}: ${value}`).join(', ');
    const isTold = told !== '' && told.length <= 80;
    const twins = alike.filter((parts) => differs.every(([key, value]) => parts[key] === value));
    const folder = folderOf(all[place]!);
    const where = folder === null ? `${place + 1}` : basename(folder);
    const after = [...(isTold ? [told] : []), ...(isTold && twins.length === 1 ? [] : [where])];
    return `${name} (${after.join(', ')})`;
  });
}

const folderOf = (one: Explorable): string | null => ('folder' in one ? one.folder : null);

/** How a run was made, by the names of its settings. */
function partsOf(one: Explorable): ReadonlyMap<string, unknown> {
  const folder = folderOf(one);
  if (folder === null) return new Map();
  const { environment, protocol, model, stop, sampling, seed }: RunDescription = readRun(folder);
  const parts = Object.entries({ protocol, environment, model, stop }).flatMap(([kind, part]) => [
    [kind, part?.name] as const,
    ...Object.entries(part?.settings ?? {}),
  ]);
  return new Map([...parts, ...Object.entries(sampling), ['seed', seed] as const]);
}

const wordsOf = (one: Explorable): Record<string, string> =>
  Object.fromEntries([...partsOf(one)].map(([key, value]) => [key, inWords(value)]));

/** How much of a setting is told. */
const longest = 120;

/** Of each run, the settings in which they differ; a setting that a run does not have is a dash. */
export function differencesOf(all: readonly Explorable[]): Record<string, string | number>[] {
  const parts = all.map(partsOf);
  const names = [...new Set(parts.flatMap((own) => [...own.keys()]))];
  const differing = names.filter((name) => new Set(parts.map((own) => inWords(own.get(name)))).size > 1);
  return parts.map((own) =>
    Object.fromEntries(
      differing.map((name) => {
        const value = own.get(name);
        return [name, typeof value === 'number' ? value : inWords(value).slice(0, longest)];
      }),
    ),
  );
}
