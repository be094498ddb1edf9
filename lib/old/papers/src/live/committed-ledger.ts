import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { shippedFolder } from 'agora-core/internal';
import { AgoraError } from 'agora-voting';
import { check, object, oneOf, text } from 'agora-voting/internal';
import { liveLedger, type LiveLedger } from './ledger';
import { openLiveRuns } from './live-runs';
import { furtherSetNames, liveSetNames, type LiveSetName } from './stored';

const setNames = [...liveSetNames, ...furtherSetNames] as const;
const given = object('arguments', { name: oneOf(...setNames), folder: text().nullable() });

/**
 * The results of the committed live runs of a model: what was played, what went wrong by phase, and each planned test.
 * @param name - the model's set in data/recorded
 * @throws AgoraError 'setting' for an unknown set, naming the known ones
 * @example
 * const { troubles } = await papers.committedLedger('live-qwen2.5-coder-1.5b');
 * report.show(report.table(troubles));
 */
export async function committedLedger(
  name: LiveSetName | (typeof furtherSetNames)[number],
  folder: string | null = shippedFolder('recorded'),
): Promise<LiveLedger> {
  check('papers.committedLedger', given, { name, folder });
  const isThere = (set: string): boolean => folder !== null && existsSync(join(folder, set, 'runs.json'));
  if (folder === null || !isThere(name)) {
    const there = setNames.filter(isThere);
    const known = there.length === 0 ? 'none is' : `there is ${there.join(', ')}`;
    throw new AgoraError('setting', `No live runs are committed as "${name}": ${known}.`);
  }
  return liveLedger(openLiveRuns(join(folder, name)));
}
