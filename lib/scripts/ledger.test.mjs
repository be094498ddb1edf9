import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ledgerText, mergeRows, readLedger, writeLedger } from './ledger.mjs';
import { places } from './project.mjs';

const row = (notebook, item, paper = 'P') => ({ notebook, item, paper });
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agora-ledger-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the ledger', () => {
  it('known: a notebook’s new rows replace its old ones, and rows without a notebook go', () => {
    const old = [row('b.ipynb', 'Table 1'), row('a', 'Table 9'), row('b', 'Table 2'), row('gone', 'Table 3')];
    expect(mergeRows(old, [row('b', 'Figure 4')], 'b', ['a', 'b'])).toEqual([
      row('b', 'Figure 4'),
      row('a', 'Table 9'),
    ]);
  });

  it('known: a table that moved to another notebook stands once', () => {
    const moved = row('b', 'Table 9');
    expect(mergeRows([row('a', 'Table 9')], [moved], 'b', ['a', 'b'])).toEqual([moved]);
  });

  it('law: the order in which notebooks finish does not show; Table 10 comes after Table 2', () => {
    const [a, b] = [
      [row('a', 'Table 10'), row('a', 'Table 1')],
      [row('b', 'Table 2'), row('b', 'Table 1', 'O')],
    ];
    const existing = ['a', 'b'];
    const oneWay = mergeRows(mergeRows([], a, 'a', existing), b, 'b', existing);
    expect(oneWay).toEqual(mergeRows(mergeRows([], b, 'b', existing), a, 'a', existing));
    expect(oneWay).toEqual([b[1], a[1], b[0], a[0]]);
  });

  it('contract: read back as written; an absent file is no rows; another file is an error', () => {
    expect(readLedger(folder)).toEqual([]);
    writeLedger(folder, []);
    expect(existsSync(join(folder, 'ledger.json'))).toBe(false);
    writeLedger(folder, [row('a', '1')]);
    expect(readLedger(folder)).toEqual([row('a', '1')]);
    for (const text of ['{"rows":', '{}']) {
      writeFileSync(join(folder, 'ledger.json'), text);
      expect(() => readLedger(folder)).toThrow('not a list of ledger rows');
    }
  });

  it('contract: a library that is not there is said so', () => {
    expect(() => ledgerText(places(folder), [])).toThrow('npm run setup');
  });
});
