import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { roomFault, rooms } from './rooms.mjs';

const source = join('/', 'project', 'lib', 'src');
const fault = (file, wanted) => roomFault(join(source, ...file.split('/')), wanted, source);

describe('roomFault', () => {
  it('known: within a room, in its row, the shared files, and packages', () => {
    expect(fault('voting/borda.ts', './profile')).toBeUndefined();
    expect(fault('protocols/debate/stage.ts', '../../models')).toBeUndefined();
    expect(fault('protocols/debate/stage.ts', '../prompt')).toBeUndefined();
    expect(fault('random/random.ts', '../json')).toBeUndefined();
    expect(fault('random/random.ts', 'pure-rand')).toBeUndefined();
    expect(fault('cli/main.ts', '../report/table')).toBeUndefined();
    expect(fault('index.ts', './report')).toBeUndefined();
  });

  it('known: another room, the library as a whole, a file outside', () => {
    expect(fault('voting/borda.ts', '../models')).toContain('voting/ may import only random/');
    expect(fault('experiment/experiment.ts', '../report/table')).toContain('not "../report/table"');
    expect(fault('voting/borda.ts', '../index')).toContain('voting/');
    expect(fault('voting/borda.ts', '..')).toContain('voting/');
    expect(fault('voting/borda.ts', '../../bench/x')).toContain('voting/');
    expect(fault('voting/json/x.ts', '../../jsonp')).toContain('voting/');
  });

  it('contract: a room that is not in the table is named', () => {
    expect(fault('lottery/draw.ts', '../random')).toContain('"lottery" is not in the table');
  });

  it('law: no room depends on itself through others', () => {
    const reaches = (room, goal, seen = new Set()) =>
      Array.isArray(rooms[room]) &&
      rooms[room].some((next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))));
    for (const room of Object.keys(rooms)) expect(reaches(room, room), room).toBe(false);
  });
});
