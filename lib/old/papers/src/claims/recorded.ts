import { locateDataset } from 'agora-core/datasets';
import { AgoraError } from 'agora-voting';
import { gediTests } from './gedi-recorded';
import type { RecordedTests } from './recorded-tests';
import { roundtableTests } from './roundtable-recorded';
import { s2madTests } from './s2-mad-recorded';

/** By paper, the sets that its tests need and the repository does not hold. Papers that are not here have no test. */
export const recordedNeeds = {
  roundtable: [],
  gedi: [],
  s2mad: ['du-debates-unlicensed', 'slm-debates'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/**
 * Computes a paper's recorded tests anew; takes minutes. RoundTable's need the embedding model that `npm run setup` brings.
 * @throws AgoraError 'dataset-absent' naming a set that is not here
 */
export async function recordedTests(paper: keyof typeof recordedNeeds): Promise<RecordedTests> {
  if (paper === 'gedi') return gediTests();
  if (paper === 'roundtable') return roundtableTests();
  return s2madTests({ twoRounds: folderOf('du-debates-unlicensed'), threeRounds: folderOf('slm-debates') });
}

function folderOf(name: string): string {
  const folder = locateDataset(name);
  if (folder === null) throw new AgoraError('dataset-absent', `${name} is not here: npx agora data ${name}`);
  return folder;
}
