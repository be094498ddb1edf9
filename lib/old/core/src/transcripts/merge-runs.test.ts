import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasCode, majority } from 'agora-voting';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchangeEconomy } from '../environments';
import { experiment, Run, type Shard } from '../experiment';
import { simulated } from '../models';
import { roundTable } from '../protocols';
import { mergeRuns } from './merge-runs';
import { lockRun } from './run-lock';

const collaborations = 10;
let home: string;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'agora-merge-'));
  await play('whole');
  for (const part of [1, 2, 3]) await play(`part-${part}`, { part, of: 3 });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function play(folder: string, shard?: Shard, seed = 7, size = collaborations): Promise<Run> {
  return experiment({
    environment: exchangeEconomy(),
    protocol: roundTable({ rule: majority, rounds: 2 }),
    model: simulated(),
    collaborations: size,
    seed,
    folder: at(folder),
    progress: 'none',
    ...(shard === undefined ? {} : { shard }),
  });
}

const at = (name: string): string => join(home, name);
const parts = (): string[] => ['part-1', 'part-2', 'part-3'].map(at);
const bytes = (folder: string, file: string): string => readFileSync(join(at(folder), file), 'utf8');

/** What a promise is rejected with. */
async function problem(promise: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await promise;
  } catch (error) {
    return error as { code: string; message: string };
  }
  throw new Error('nothing was thrown');
}

describe('the parts of a run', () => {
  it('known: parts take turns, and a part is a run of its own', () => {
    const part = Run.open(at('part-2'));
    expect([...part].map(({ index }) => index)).toEqual([1, 4, 7]);
    expect([part.finished, part.requested, part.stopped]).toEqual([3, 3, null]);
  });

  it('contract: a folder that holds one part takes no other', async () => {
    const { code, message } = await problem(play('part-2', { part: 1, of: 3 }));
    expect(code).toBe('stale-run');
    expect(message).toContain('contains part 2/3 of this run, and part 1/3 was requested');
    expect((await problem(play('part-9', { part: 4, of: 3 }))).code).toBe('setting');
  });
});

describe('mergeRuns', () => {
  it('law: merged in any order, the parts are byte for byte what one process writes', async () => {
    const merged = await mergeRuns(parts().reverse(), at('merged'));
    expect(merged).toMatchObject({ finished: collaborations, unfinished: [], missing: [], twice: [] });
    for (const file of ['events.jsonl', 'prompts.jsonl'])
      expect(bytes('merged', file)).toBe(bytes('whole', file));
    const description = (folder: string): object => ({
      ...(JSON.parse(bytes(folder, 'run.json')) as object),
      created: '',
    });
    expect(description('merged')).toEqual(description('whole'));
  });

  it('known: what is missing or unfinished is named, and the merged run plays it', async () => {
    cpSync(at('part-3'), at('cut'), { recursive: true });
    const lines = bytes('cut', 'events.jsonl').trimEnd().split('\n');
    writeFileSync(join(at('cut'), 'events.jsonl'), `${lines.slice(0, -1).join('\n')}\n`);
    const merged = await mergeRuns([at('part-1'), at('cut')], at('partial'));
    expect(merged).toMatchObject({ finished: 6, unfinished: [8], missing: [1, 4, 7] });
    const run = await play('partial');
    expect(run.finished).toBe(collaborations);
    const sorted = (folder: string): string[] => bytes(folder, 'events.jsonl').split('\n').sort();
    expect(sorted('partial')).toEqual(sorted('whole'));
  });

  it('known: what several folders hold is kept once where it is equal', async () => {
    const merged = await mergeRuns([...parts(), at('whole'), at('part-1')], at('overlap'));
    expect(merged.twice).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(bytes('overlap', 'events.jsonl')).toBe(bytes('whole', 'events.jsonl'));
  });

  it('known: answers that contradict each other are named, and nothing is written', async () => {
    cpSync(at('part-2'), at('other'), { recursive: true });
    const changed = bytes('other', 'events.jsonl').replace(
      /("type":"reply","collaboration":4,.*?"text":")/,
      '$1Not this. ',
    );
    writeFileSync(join(at('other'), 'events.jsonl'), changed);
    const { code, message } = await problem(mergeRuns([...parts(), at('other')], at('never')));
    expect(code).toBe('merge');
    expect(message).toMatch(/contradict each other about collaboration 4: the reply of Agent \w in round 1/);
    expect(() => bytes('never', 'run.json')).toThrow('ENOENT');
  });

  it('contract: other versions and details are told, and facts that contradict each other are refused', async () => {
    /** A copy of a part whose run.json says something else. */
    const copyOf = (part: string, folder: string, more: object): string => {
      cpSync(at(part), at(folder), { recursive: true });
      const description = { ...(JSON.parse(bytes(folder, 'run.json')) as object), ...more };
      writeFileSync(join(at(folder), 'run.json'), JSON.stringify(description));
      return at(folder);
    };
    expect((await mergeRuns(parts(), at('alike'))).dropped).toEqual([]);
    const described = { versions: { 'agora-lab': '0.1.0', node: '22.0.0' }, code: 'aaaa' };
    const one = copyOf('part-1', 'one', {
      ...described,
      facts: { contextTokens: 4096, details: { threads: 4 } },
    });
    const two = copyOf('part-2', 'two', {
      ...described,
      code: 'bbbb',
      facts: { contextTokens: 4096, details: { threads: 8 } },
    });
    const three = copyOf('part-3', 'three', described);
    const merged = await mergeRuns([one, two, three], at('versions'));
    expect(merged.dropped).toEqual([
      'The parts were played by different versions, of which run.json keeps the first: ' +
        `agora-lab 0.1.0, node 22.0.0, code aaaa (${one}, ${three}); agora-lab 0.1.0, node 22.0.0, code bbbb (${two})`,
      `The parts differ in details of the model, of which run.json keeps those of ${one}; dropped: ${two} {"threads":8}`,
    ]);
    expect(merged.description).toMatchObject({ code: 'aaaa', facts: { details: { threads: 4 } } });
    const other = copyOf('part-3', 'other-facts', { ...described, facts: { contextTokens: 8192 } });
    const { code, message } = await problem(mergeRuns([one, other], at('never')));
    expect(code).toBe('merge');
    expect(message).toContain(
      `${one} and ${other} have asked models whose facts contradict each other: contextTokens (4096 and 8192).`,
    );
  });

  it('contract: other settings, other sizes, damaged and locked parts, and full folders are refused', async () => {
    await play('seed', { part: 1, of: 3 }, 8);
    await play('size', { part: 1, of: 3 }, 7, 4);
    mkdirSync(at('full'));
    appendFileSync(join(at('full'), 'something'), 'here');
    const seed = await problem(mergeRuns([at('part-1'), at('seed')], at('never')));
    expect(seed).toMatchObject({ code: 'merge' });
    expect(seed.message).toContain('They differ in: seed.');
    const size = await problem(mergeRuns([at('part-1'), at('size')], at('never')));
    expect(size.message).toContain('a run of 10 collaborations');
    expect((await problem(mergeRuns(parts(), at('full')))).code).toBe('folder');
    expect((await problem(mergeRuns([at('nowhere')], at('never')))).code).toBe('no-run');
    expect((await problem(mergeRuns([], at('never')))).code).toBe('setting');
    cpSync(at('part-1'), at('damaged'), { recursive: true });
    appendFileSync(join(at('damaged'), 'events.jsonl'), '{"type":"reply"}\n');
    expect(hasCode(await problem(mergeRuns([at('damaged')], at('never'))), 'corrupt-record')).toBe(true);
    const unlock = lockRun(at('part-1'));
    try {
      expect((await problem(mergeRuns(parts(), at('never')))).code).toBe('run-locked');
    } finally {
      unlock();
    }
  });
});
