import { mergeRuns, type Merged } from 'agora-core/transcripts';
import { runFolderNamed } from './named-run';
import { exitCodes } from './run-command';

/** `agora merge`: joins parts of a run, each given by its folder or name. Returns the exit code: 0 for a whole run. */
export async function mergeCommand(parts: readonly string[], out: string): Promise<number> {
  const merged = await mergeRuns(parts.map(runFolderNamed), out);
  for (const line of reportOf(merged)) console.log(line);
  return merged.finished === merged.description.collaborations ? 0 : exitCodes.incomplete;
}

function reportOf(merged: Merged): string[] {
  const { folder, description, finished, unfinished, missing, twice, dropped } = merged;
  const lines = [
    `${finished} of ${description.collaborations} collaborations of "${description.name}" are in ${folder}`,
  ];
  for (const line of dropped) lines.push(line);
  if (twice.length > 0) lines.push(`In several folders, equal, and kept once: ${ranges(twice)}`);
  if (unfinished.length > 0) lines.push(`Begun and not finished: ${ranges(unfinished)}`);
  if (missing.length > 0) lines.push(`Missing: ${ranges(missing)}`);
  if (unfinished.length + missing.length > 0)
    lines.push(
      'Finish the parts and merge again, or run the experiment with this folder to play what is left.',
    );
  return lines;
}

/** Numbers in ascending order, neighbours as a range: "2, 5-9". */
export function ranges(numbers: readonly number[]): string {
  const parts: string[] = [];
  for (let at = 0; at < numbers.length;) {
    let end = at;
    while (numbers[end + 1] === numbers[end]! + 1) end++;
    parts.push(end === at ? `${numbers[at]}` : `${numbers[at]}-${numbers[end]}`);
    at = end + 1;
  }
  return parts.join(', ');
}
