import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditExampleRows } from './audit-example-rows';
import { generateRatings } from './generate';
import { movieLensGenres } from './movielens';
import { readMovieLens } from './movielens';
import prefixes from './reference/zip-prefixes.json';
import { readReal, realMovieLens, skipReason } from './testing/movielens-folder';
import { zipState } from './movielens';

const flags = (...genres: string[]) =>
  movieLensGenres.map((genre) => (genres.includes(genre) ? 1 : 0)).join('|');
const sound = {
  'u.user': '1|24|M|technician|85711\n2|53|F|other|V5A2B\n',
  'u.item':
    `1|Toy Story (1995)|01-Jan-1995||http://x/|${flags('Comedy')}\n` +
    `2|Mépris, Le (1963)|4-Feb-1971||http://x/|${flags('Drama', 'War')}\n` +
    `3|unknown||||${flags('unknown')}\n` +
    `4|Land Before Time III (1995) (V)|29-Feb-1996||http://x/|${flags("Children's")}\n`,
  'u1.base': '1\t1\t5\t874965758\n2\t2\t3\t891350399\n',
  'u1.test': '1\t2\t4\t891302400\n',
};
let folder: string;
const write = (changes: Partial<Record<keyof typeof sound, string>> = {}) => {
  for (const [file, text] of Object.entries({ ...sound, ...changes }))
    writeFileSync(join(folder, file), text, 'latin1');
};
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'agora-movielens-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('readMovieLens', () => {
  it('known: titles without years, dates as yyyymmdd in UTC, genres by flags, states by zip code', () => {
    write();
    const { users, movies, known, held, name } = readMovieLens(folder);
    expect(name).toBe('MovieLens-100k u1');
    expect(users.get(1)).toEqual({ id: 1, age: 24, gender: 'M', occupation: 'technician', state: 'AZ' });
    expect(users.get(2)?.state).toBe('other');
    expect([...movies.values()]).toEqual([
      { id: 1, title: 'Toy Story', released: 19950101, genres: ['Comedy'] },
      { id: 2, title: 'Mépris, Le', released: 19710204, genres: ['Drama', 'War'] },
      { id: 3, title: 'unknown', released: null, genres: ['unknown'] },
      { id: 4, title: 'Land Before Time III', released: 19960229, genres: ["Children's"] },
    ]);
    // by `date -u`: 31 March 1998 begins at 891302400, and 874965758 is 22 September 1997
    expect(known).toEqual([
      { user: 1, movie: 1, rating: 5, date: 19970922 },
      { user: 2, movie: 2, rating: 3, date: 19980331 },
    ]);
    expect(held).toEqual([{ user: 1, movie: 2, rating: 4, date: 19980331 }]);
  });

  it('contract: every damage is an error with file, line and what was needed', () => {
    const movie = (line: string) => ({ 'u.item': `${sound['u.item']}${line}\n` });
    const cases: [Parameters<typeof write>[0], string][] = [
      [
        { 'u.user': '1|24|M|technician\n' },
        'u.user line 1 needs 5 fields between "|", got "1|24|M|technician"',
      ],
      [{ 'u.user': '1|old|M|x|85711\n' }, 'u.user line 1 needs an age, got "old"'],
      [{ 'u.user': '1|24|X|x|85711\n' }, 'u.user line 1 needs M or F, got "X"'],
      [{ 'u.user': '1|24|M|x|85711\n1|24|M|x|85711\n' }, 'u.user line 2: id 1 is there twice'],
      [
        movie(`5|A (1990)|31-Feb-1990|||${flags()}`),
        'u.item line 5 needs a date like 01-Jan-1995, got "31-Feb-1990"',
      ],
      [
        movie(`5|A (1990)||||${flags().replace('0', '2')}`),
        'u.item line 5 needs 0 or 1 for unknown, got "2"',
      ],
      [movie(`5|  ||||${flags()}`), 'u.item line 5 needs a title'],
      [movie('5|A'), 'u.item line 5 needs 24 fields'],
      [{ 'u1.base': '1\t1\t5\n' }, 'u1.base line 1 needs 4 fields between tabs'],
      [{ 'u1.base': '1\t1\t3.5\t874965758\n' }, 'u1.base line 1 needs a rating from 1 to 5, got "3.5"'],
      [{ 'u1.base': '1\t1\t6\t874965758\n' }, 'u1.base line 1 needs a rating from 1 to 5, got "6"'],
      [{ 'u1.base': '1\t1\t5\tnow\n' }, 'u1.base line 1 needs a time in seconds, got "now"'],
      [{ 'u1.base': '1\t1\t5\t874965758\n\n1\t2\t5\t874965758\n' }, 'u1.base line 2 needs 4 fields'],
      [{ 'u1.base': '1\t1\t5\t874965758\n9\t1\t5\t874965758\n' }, 'u1.base line 2: there is no user 9'],
      [{ 'u1.test': '1\t9\t5\t874965758\n' }, 'u1.test line 1: there is no movie 9'],
      [{ 'u1.test': '1\t1\t5\t874965758\n' }, 'u1.test line 1: user 1 rated movie 1 twice'],
      [{ 'u1.base': '' }, 'u1.base is empty'],
    ];
    for (const [changes, message] of cases) {
      write(changes);
      expect(() => readMovieLens(folder), message).toThrow(message);
    }
    rmSync(join(folder, 'u.item'));
    expect(() => readMovieLens(folder)).toThrow('"npx agora data ml-100k" brings MovieLens-100k');
  });

  it.skipIf(realMovieLens === null)(`reference: the real counts ${skipReason}`, () => {
    const { users, movies, known, held } = readReal();
    expect([users.size, movies.size]).toEqual([943, 1682]);
    expect([known.length, held.length]).toEqual([80_000, 20_000]);
    const titles = [...movies.values()].map(({ title }) => title);
    expect(titles.filter((title) => /\(\d{4}\)/.test(title) || title !== title.trim())).toEqual([]);
    // u.info and u.user: 18 Canadian codes have letters
    expect([...users.values()].filter(({ state }) => state === 'other').length).toBeGreaterThanOrEqual(18);
  });

  it.skipIf(realMovieLens === null)(`reference: the paper's example rows, cell by cell ${skipReason}`, () => {
    const audit = auditExampleRows(readReal());
    const wrong = audit
      .filter(({ agrees }) => !agrees)
      .map(({ table, cell, printed, ours }) => [table, cell, printed, ours]);
    const similarity = ({ cell }: { cell: string }) => cell.includes('similarity');
    expect(audit).toHaveLength(4 + 5 + 1 + 1 + 5 * 6 + 5 * 9);
    expect(wrong.filter(([, cell]) => !similarity({ cell: cell! }))).toEqual([
      ['Table 3', 'user 7, age', '29', '57'],
      ['Table 3', 'user 7, gender', 'F', 'M'],
      ['Table 3', 'user 7, occupation', 'artist', 'administrator'],
      ['Table 3', 'user 7, state', 'NY', 'CA'],
      ['Table 3', 'user 7 and movie 231 are a held-out rating', 'yes', 'no'],
      ['Table 4', 'target user', '7 (by Table 3)', '26'],
    ]);
    expect(audit.filter(similarity)).toHaveLength(5);
    expect(audit.find(({ cell }) => cell === 'user 447, personal_average_score')?.ours).toBe('3.57');
  });

  it('contract: only the split that the paper used can be audited', () => {
    expect(() => auditExampleRows(generateRatings())).toThrow('needs MovieLens-100k u1, got generated');
  });
});

describe('zipState', () => {
  it('reference: the state of most zip codes of every prefix that the package zipcodes lists', () => {
    const { states } = prefixes;
    expect(Object.keys(states)).toHaveLength(933);
    for (const [prefix, state] of Object.entries(states)) expect(zipState(`${prefix}01`), prefix).toBe(state);
  });

  it('known: anything else is other', () => {
    for (const zip of ['V5A2B', '00000', '99', '', '1234567', '00411', 'ABCDE'])
      expect(zipState(zip), zip).toBe('other');
    expect([zipState('10001'), zipState('10001-1234')]).toEqual(['NY', 'NY']);
  });
});
