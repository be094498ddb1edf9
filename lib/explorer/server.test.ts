import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { find } from './find';
import { explorerServer } from './server';
import { Talks } from './talk-file';
import { promptsOf, talkOf } from './talk';
import { linesOf, message, talk, writeRun } from './testing/made';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-explorer-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const opened = (talks: Parameters<typeof writeRun>[1]): Talks => {
  writeRun(join(home, 'run'), talks);
  return new Talks(join(home, 'run'));
};

describe('talk-file', () => {
  it('behaviour: a damaged line is reported, and intact lines are read', () => {
    const talks = opened([
      talk(0, [message('A', 'one')]),
      '{"index": 1, "eve',
      '{"events": 3}',
      talk(2, [message('A', 'three')]),
    ]);
    expect(talks.rows).toHaveLength(2);
    expect(talks.damages.map(({ line }) => line)).toEqual([2, 3]);
    expect(talks.read(1).events[0]).toMatchObject({ text: 'three' });
    talks.close();
  });

  it('behaviour: a run in progress grows, and an incomplete line is read once it is complete', () => {
    const talks = opened([talk(0, [])]);
    const whole = linesOf([talk(1, [message('Ä', 'größer')])]);
    appendFileSync(join(home, 'run', 'collaborations.jsonl'), whole.slice(0, 30));
    talks.update();
    expect(talks.rows).toHaveLength(1);
    appendFileSync(join(home, 'run', 'collaborations.jsonl'), whole.slice(30));
    talks.update();
    expect(talks.rows).toHaveLength(2);
    expect(talks.read(1).agents).toEqual([{ name: 'Ä', background: '' }]);
    talks.close();
  });

  it('behaviour: a run that starts over replaces its collaborations', () => {
    const path = join(home, 'run', 'collaborations.jsonl');
    const talks = opened([talk(0, [message('A', 'one')]), 'damaged', talk(1, [message('A', 'two')])]);
    writeFileSync(path, linesOf([talk(0, [message('A', 'eins')])]));
    talks.update();
    expect([talks.rows.length, talks.damages]).toEqual([1, []]);
    appendFileSync(path, linesOf([talk(1, [message('A', 'zwei')])]));
    talks.update();
    expect(talks.rows.map(({ place }) => place)).toEqual([0, 1]);
    expect(talks.read(1).events[0]).toMatchObject({ text: 'zwei' });
    talks.close();
  });

  it('behaviour: a run that starts over is read again even if its file is already longer than before', () => {
    const talks = opened([talk(0, [message('A', 'one')]), talk(1, [message('A', 'two')])]);
    const again = [talk(0, [message('A', 'one, longer')]), talk(1, [message('A', 'two, longer')])];
    writeFileSync(join(home, 'run', 'collaborations.jsonl'), linesOf(again));
    talks.update();
    expect([talks.rows.length, talks.damages, talks.generation]).toEqual([2, [], 1]);
    expect(talks.read(0).events[0]).toMatchObject({ text: 'one, longer' });
    talks.update();
    expect(talks.generation).toBe(1);
    talks.close();
  });

  it('known: packed files, empty sets, and names with spaces and symbols work', () => {
    const folder = join(home, 'a run #1 100% "new"');
    writeRun(folder, []);
    expect(new Talks(folder).rows).toEqual([]);
    rmSync(join(folder, 'collaborations.jsonl'));
    writeFileSync(
      join(folder, 'collaborations.jsonl.gz'),
      gzipSync(linesOf([talk(0, [message('A', 'packed')])])),
    );
    expect(new Talks(folder).read(0).events).toHaveLength(1);
  });

  it('known: a selected proposal that did not become final is mentioned once', () => {
    const standing = { candidate: '1', proposal: 'x' };
    const vote = {
      type: 'decision',
      round: 1,
      by: 'majority',
      candidates: [],
      totals: {},
      winners: [],
      selected: '1',
      standing,
      score: {},
    } as const;
    const talks = opened([
      talk(0, [vote], { cause: 'broken off' }),
      talk(1, [vote], { outcome: 'x' }),
      talk(2, []),
    ]);
    expect(talkOf(talks, 0).end).toContain('did not become final');
    expect(talkOf(talks, 1).end).toMatch(/^Decided/);
    expect(talkOf(talks, 2).end).toMatch(/^No decision/);
    talks.close();
  });
});

describe('find', () => {
  it('known: find filters by words, pattern, agent, round and type, ignores case, and searches prompts', () => {
    const talks = opened([
      talk(0, [message('A', 'A "Needle" in the hay'), message('B', 'nothing', 2)]),
      talk(1, [message('B', 'no needles here')]),
    ]);
    const reply = {
      collaboration: 1,
      round: 1,
      phase: 'message',
      agent: 'B',
      attempt: 0,
      text: 'raw needle',
      finish: 'stop',
      messages: [{ role: 'user', content: 'Find the needle.' }],
    };
    writeFileSync(join(home, 'run', 'replies.jsonl'), `${JSON.stringify(reply)}\n`);
    const places = (query: Parameters<typeof find>[1]) =>
      find(talks, query).hits.map(({ place, event }) => [place, event]);
    expect(places({ text: 'needle' })).toEqual([
      [0, 0],
      [1, 0],
    ]);
    expect(places({ text: '"needle"' })).toEqual([[0, 0]]);
    expect(places({ text: 'needles?\\b', isPattern: true, agent: 'B' })).toEqual([[1, 0]]);
    expect(places({ text: 'n', round: 2 })).toEqual([[0, 1]]);
    expect(places({ text: 'n', type: 'vote' })).toEqual([]);
    expect(places({ text: 'needle', inPrompts: true })).toEqual([
      [1, null],
      [1, null],
    ]);
    const [hit] = find(talks, { text: 'needle' }).hits;
    expect(hit!.excerpt.slice(hit!.from, hit!.to)).toBe('Needle');
    expect(() => find(talks, { text: '(', isPattern: true })).toThrow('regular expression');
    expect(promptsOf(talks, 0)).toEqual([]);
    talks.close();
  });

  it('behaviour: find finds letters that a log stores as escape sequences, as Python writes them', () => {
    const talks = opened([JSON.stringify(talk(0, [message('A', 'größer')])).replace('ö', '\\u00f6')]);
    expect(find(talks, { text: 'Größer' }).hits).toHaveLength(1);
    talks.close();
  });
});

describe('server', () => {
  const key = 'a-key-of-at-least-twenty-characters';
  let port = 0;
  let stop = (): void => undefined;
  beforeEach(async () => {
    const talks = opened([
      talk(0, [message('A', '=1+1')], { score: { share: 0.5 }, labels: { note: '=cmd|x' } }),
      talk(1, []),
    ]);
    const server = explorerServer(talks, {
      key,
      codes: join(home, 'run', 'codes'),
      assets: join(home, 'none'),
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
    stop = () => {
      server.closeAllConnections();
      server.close();
      talks.close();
    };
  });
  afterEach(() => stop());

  const ask = (
    path: string,
    given: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ) =>
    new Promise<{ status: number; text: string; headers: IncomingHttpHeaders }>((resolve, reject) => {
      const headers = { host: `127.0.0.1:${port}`, cookie: `agora=${key}`, ...given.headers };
      const sent = request(
        { host: '127.0.0.1', port, path, method: given.method ?? 'GET', headers },
        (response) => {
          let text = '';
          response.on('data', (chunk) => (text += String(chunk)));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
          );
        },
      );
      sent.on('error', reject).end(given.body);
    });
  const codes = (more: object) =>
    JSON.stringify({ reader: 'Ann', codebook: ['yes'], codes: { '0/0': 'yes' }, queue: [0], ...more });

  it('behaviour: the server answers only this machine, its own pages, and requests with the key', async () => {
    expect((await ask('/api/rows')).status).toBe(200);
    expect((await ask('/api/rows', { headers: { host: 'evil.example' } })).status).toBe(403);
    expect((await ask('/api/rows', { headers: { origin: 'http://evil.example' } })).status).toBe(403);
    expect((await ask('/api/rows', { headers: { cookie: 'agora=wrong' } })).status).toBe(401);
    const entered = await ask(`/?key=${key}`, { headers: { cookie: '' } });
    expect([entered.status, entered.headers.location]).toEqual([303, '/']);
    expect(String(entered.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/);
    expect((await ask('/')).headers['content-security-policy']).toContain("default-src 'none'");
  });

  it.each([
    '/../package.json',
    '/api/../../x',
    '/api/constructor',
    '/api/talk?place=99',
    '/api/talk?place=-1',
    '/api/talk?place=1e99',
    '/download?format=exe',
  ])('behaviour: %s is rejected', async (path) => {
    expect((await ask(path)).status).toBeGreaterThanOrEqual(400);
  });

  it('behaviour: codes are written for a reader, never through a link, and only if they are valid', async () => {
    const put = (body: string) => ask('/api/codes', { method: 'PUT', body });
    expect((await put(codes({}))).status).toBe(200);
    expect(JSON.parse((await ask('/api/codes')).text)).toHaveLength(1);
    for (const wrong of [
      { reader: '../x' },
      { reader: '' },
      { codes: { '0/999999999999': 'yes' } },
      { queue: [-1] },
    ])
      expect((await put(codes(wrong))).status).toBe(400);
    const outside = join(home, 'outside');
    mkdirSync(outside);
    symlinkSync(join(outside, 'file'), join(home, 'run', 'codes', 'Bob.json'));
    expect((await put(codes({ reader: 'Bob' }))).status).toBe(400);
    rmSync(join(home, 'run', 'codes'), { recursive: true });
    symlinkSync(outside, join(home, 'run', 'codes'));
    expect((await put(codes({}))).status).toBe(400);
    expect(existsSync(join(outside, 'Ann.json'))).toBe(false);
    expect((await ask('/api/rows', { method: 'POST' })).status).toBe(405);
    expect((await put('{"reader": ')).status).toBe(400);
  });

  it('known: the agreement report has kappa and disagreements for two readers', async () => {
    for (const [reader, given] of [
      ['Ann', { '0/0': 'a', '0/1': 'b' }],
      ['Bob', { '0/0': 'a', '0/1': 'a' }],
    ] as const)
      await ask('/api/codes', { method: 'PUT', body: codes({ reader, codes: given }) });
    const { pairs, disagreements } = JSON.parse((await ask('/api/agreement')).text) as {
      pairs: { agreed: number }[];
      disagreements: { item: string }[];
    };
    expect(pairs[0]!.agreed).toBe(50);
    expect(disagreements.map(({ item }) => item)).toEqual(['0/1']);
  });

  it('known: a download has the chosen collaborations; formulas become texts', async () => {
    const { text } = await ask('/download?format=csv&of=0');
    expect(text.split('\r\n')).toHaveLength(3);
    expect(text).toContain("'=cmd|x");
    expect((await ask('/download?format=jsonl&of=1')).text.trim().split('\n')).toHaveLength(1);
    expect((await ask('/download?format=html&of=0')).text).toContain('=1+1');
    expect((await ask('/download?format=csv&of=7')).status).toBe(400);
  });

  it('behaviour: an address may list thousands of collaborations', async () => {
    const of = Array.from({ length: 5000 }, () => '0').join('%2C');
    const { status, text } = await ask(`/download?format=jsonl&of=${of}`);
    expect([status, text.trim().split('\n').length]).toEqual([200, 5000]);
    expect((await ask(`/api/flow?of=${of}`)).status).toBe(200);
  });
});
