import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measure } from '../metrics';
import { failures } from '../metrics/columns';
import { simulated } from '../models';
import { experiment } from './experiment';
import { Run } from './run';
import { arithmetic } from './testing/arithmetic';
import { tinyDebate } from './testing/tiny-debate';

let folder: string;
let run: Run;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agora-run-'));
  const parts = { environment: arithmetic(), protocol: tinyDebate(), model: simulated() };
  run = await experiment({ ...parts, collaborations: 12, folder, progress: 'none' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const indices = (of: Iterable<{ index: number }>) => [...of].map(({ index }) => index);
const events = () => join(folder, 'events.jsonl');

describe('Run', () => {
  it('law: opened again, it is the run that was made', () => {
    const { name, finished, requested, totals, stopped, evidence } = Run.open(folder);
    expect({ name, finished, requested, totals: { ...totals, cost: 0 }, stopped, evidence }).toEqual({
      name: run.name,
      finished: 12,
      requested: 12,
      totals: { ...run.totals, cost: 0 },
      stopped: null,
      evidence: 'simulated',
    });
  });

  it('law: collaborations come in their order, whichever was finished first; unfinished ones are left out', () => {
    const inOrder = readFileSync(events(), 'utf8');
    const lines = inOrder.trim().split('\n');
    const of = (index: number) =>
      lines.filter(
        (line) => line.includes(`"collaboration":${index}}`) || line.includes(`"collaboration":${index},`),
      );
    const shuffled = [5, 0, 2, 1, 11, 10, 3, 4, 9].flatMap(of);
    writeFileSync(events(), `${[...shuffled, ...of(6).slice(0, -1)].join('\n')}\n`);
    const opened = Run.open(folder);
    expect(indices(opened)).toEqual([0, 1, 2, 3, 4, 5, 9, 10, 11]);
    expect([opened.finished, opened.requested]).toEqual([9, 12]);
    expect(opened.stopped?.message).toBe('stopped at 9 of 12');
    expect(() => opened.get(6)).toThrow(expect.objectContaining({ code: 'collaboration' }));
    writeFileSync(events(), inOrder);
  });

  it('known: unfinished ones come after the others where they are wanted, and columns over them count them', async () => {
    const inOrder = readFileSync(events(), 'utf8');
    const lines = inOrder.trim().split('\n');
    const last = lines.findLastIndex((line) => line.includes('"type":"finished"'));
    const { collaboration } = JSON.parse(lines[last]!) as { collaboration: number };
    const failure = {
      type: 'failure',
      collaboration,
      round: 1,
      phase: 'debate',
      agent: 'Ada',
      repeat: 0,
      kind: 'unparsed',
      reason: 'it is empty',
      text: '',
    };
    writeFileSync(events(), `${[...lines.slice(0, last), JSON.stringify(failure)].join('\n')}\n`);
    rmSync(join(folder, 'state.json'), { force: true });
    const opened = Run.open(folder);
    expect(indices(opened)).not.toContain(collaboration);
    expect(indices(opened.withUnfinished()).at(-1)).toBe(collaboration);
    const counted = await measure(opened, { ...failures(), rounds: ({ finished }) => finished!.rounds });
    const of = (name: string) => counted.find(({ column }) => column === name);
    expect(of('unparsed')).toMatchObject({ value: 1, n: 12 });
    expect(of('replies')).toMatchObject({ value: 72, n: 12 });
    expect(of('rounds')).toMatchObject({ n: 11 });
    writeFileSync(events(), inOrder);
  });

  it('known: a prompt of no event is none', () => {
    expect(run.prompt(undefined)).toBeNull();
    expect(run.temperature).toBe(0.7);
  });

  it('law: as many are read as were asked for, and nothing behind them', () => {
    const whole = readFileSync(events(), 'utf8');
    appendFileSync(events(), 'not an event\n');
    expect(indices(run)).toHaveLength(12);
    writeFileSync(events(), whole);
  });

  it('known: one by its number, some by what is true of them', () => {
    expect(run.get(3)).toEqual([...run][3]);
    expect(run[3]).toEqual(run.get(3));
    expect(indices(run.filter(({ index }) => index > 9))).toEqual([10, 11]);
    expect(() => run.get(12)).toThrow(
      'has no finished collaboration 12: 12 of 12 are finished, counted from 0',
    );
    expect(() => run.get(-1)).toThrow('run.get needs a whole number of at least 0, got -1');
    expect(() => Run.open('')).toThrow('Run.open needs a text');
  });
});
