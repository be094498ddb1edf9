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
    const alike = all.filter((_, at) => own[at] === name).map(partsOf);
    const differs = Object.entries(partsOf(all[place]!)).filter(([key, value]) =>
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

/** How a run was made, by the names of its settings, in words. */
function partsOf(one: Explorable): Record<string, string> {
  const folder = folderOf(one);
  if (folder === null) return {};
  const { environment, protocol, model, stop, sampling, seed }: RunDescription = readRun(folder);
  const parts = Object.entries({ environment, protocol, model, stop }).flatMap(([kind, part]) => [
    [kind, part?.name] as const,
    ...Object.entries(part?.settings ?? {}),
  ]);
  const values = [...parts, ...Object.entries(sampling), ['seed', seed] as const];
  return Object.fromEntries(values.map(([key, value]) => [key, inWords(value)]));
}
