import { AgoraError } from 'agora-voting';
import { closest } from 'agora-voting/internal';
import { claimSets } from './claims';
import { conversations } from './conversations';
import type { Dataset } from './dataset';
import { liveSets } from './live';
import { llmVoting } from './llm-voting';
import { ml100k } from './ml-100k';
import { questionSets } from './question-sets';
import { recordedSets } from './recorded';

/**
 * All data sets. To add one, add an entry.
 */
export const datasets: readonly Dataset[] = [
  ml100k,
  ...conversations,
  llmVoting,
  ...questionSets,
  ...claimSets,
  ...recordedSets,
  ...liveSets,
];

/**
 * A data set by name.
 * @throws AgoraError naming those that exist
 */
export function dataset(name: string): Dataset {
  const found = datasets.find((each) => each.name === name);
  if (found !== undefined) return found;
  const known = datasets.map((each) => each.name);
  const meant = closest(name, known);
  throw new AgoraError(
    'setting',
    `There is no data set "${name}"${meant === undefined ? '' : ` (did you mean ${meant}?)`}. Known: ${known.join(', ')}`,
  );
}
