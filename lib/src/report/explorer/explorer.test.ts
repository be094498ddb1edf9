import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchangeEconomy } from '../../environments';
import { experiment, type Run } from '../../experiment';
import { measure } from '../../metrics';
import { simulated } from '../../models';
import { roundTable } from '../../protocols';
import { recorded, type Collaboration, type Event } from '../../transcripts';
import { majority, ranked } from '../../voting';
import { explore } from './explore';
import { pageOf } from './page';
import { serveExplorer } from './serve';
import { sourceOf } from './sources';

const program = '/usr/bin/chromium';
const built = existsSync(join(__dirname, '../../../dist/report/explorer/explorer.bundle'));
const why = [existsSync(program) ? '' : 'no Chromium here', built ? '' : 'not built']
  .filter((one) => one !== '')
  .join(', ');
const skipped = why === '' ? '' : ` [skipped: ${why}]`;

let folder: string;
let runs: Run[];
let browser: Browser | undefined;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agora-explorer-'));
  runs = await Promise.all(
    [ranked, majority].map((rule) =>
      experiment({
        ...{
          name: `by ${rule.name}`,
          environment: exchangeEconomy(),
          protocol: roundTable({ rule, rounds: 3 }),
        },
        ...{
          model: simulated({ malformedRate: 0.2 }),
          collaborations: 5,
          folder: join(folder, rule.name),
          progress: 'none',
        },
      }),
    ),
  );
  if (why === '') browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
}, 60_000);
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const pageFor = (...given: Parameters<typeof sourceOf>[0][]): string => {
  const sources = given.map((one) => sourceOf(one));
  return pageOf({ title: 'a test', runs: sources.map(({ run }) => run), view: '' }, sources);
};

/** Opens a page that may fetch nothing; `trouble` gathers what it did all the same. */
async function open(html: string, hash = ''): Promise<{ page: Page; trouble: string[] }> {
  const file = join(folder, 'page.html');
  writeFileSync(file, html);
  const page = await browser!.newPage();
  const trouble: string[] = [];
  page.on('pageerror', ({ message }) => trouble.push(message));
  page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
  page.on('dialog', (dialog) => void (trouble.push(dialog.message()), dialog.dismiss()));
  page.on('request', (asked) => void (asked.url().startsWith('file:') || trouble.push(asked.url())));
  await page.goto(`file://${file}${hash}`);
  return { page, trouble };
}

describe('explore', () => {
  it('known: what a notebook gets is one frame that holds the chosen collaborations', async () => {
    const rows = await measure(runs[0]!, { rounds: ({ finished }) => finished!.rounds }, { each: true });
    const { html, text } = explore(runs[0]!, { collaborations: [1, 3], rows, rounds: [2] });
    expect(text).toContain('by ranked: 2 collaborations');
    expect(html.slice(0, 99)).toMatch(
      /^<iframe title="Transcripts of by ranked" sandbox="allow-scripts" srcdoc="/,
    );
    expect(html.match(/id=&quot;detail-/g)).toHaveLength(2);
    const view = (...collaborations: number[]) =>
      /&quot;view&quot;:&quot;(.*?)&quot;/.exec(explore(runs[0]!, { collaborations }).html)?.[1];
    expect([view(3), view(1, 3)]).toEqual(['c=3', '']);
  });

  it('law: recorded games open in the same way, and no more than were asked for', () => {
    const source = sourceOf(recorded('llm-deliberation'), { most: 3 });
    expect(source.run).toMatchObject({ name: 'llm-deliberation', evidence: 'recorded', more: 644 });
    expect(source.detail(2)?.events.length).toBeGreaterThan(10);
    expect(source.detail(3)).toBeNull();
  });

  it('contract: what cannot be explored is named', () => {
    expect(() => explore(7 as never)).toThrow(/a run, or collaborations/);
    expect(() => explore([], { heigth: 3 } as never)).toThrow(/did you mean "height"/);
  });
});

describe('the page', () => {
  it.skipIf(why !== '')(
    `law: filter, open, move, look behind, search, see as another, hold beside, and go back by a link${skipped}`,
    async () => {
      const { page, trouble } = await open(pageFor(...runs));
      await page.getByLabel('Show those with').fill('failures > 0');
      const failing = [...runs[0]!].filter(({ events }) => events.some(({ type }) => type === 'failure'));
      await page.getByText(`${failing.length} of 5`).waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press(']');
      await page.getByRole('heading', { name: `collaboration ${failing[0]!.index}` }).waitFor();
      await page.keyboard.press('f');
      await page
        .getByRole('complementary', { name: 'Behind the event' })
        .getByText('# Who you are')
        .first()
        .waitFor();
      const link = page.url();
      expect(link).toContain(`c=${failing[0]!.index}`);
      await page.selectOption('#seen-by', 'Agent B');
      await page.selectOption('#beside', '1');
      await page
        .getByRole('region', { name: /^Collaboration \d/ })
        .nth(1)
        .waitFor();
      await page.getByText(/They part in round \d|The same decision stands/).waitFor();
      const words = failing[0]!.events.find(({ type }) => type === 'message') as { text: string };
      await page.getByLabel('Search all messages').fill(words.text.slice(0, 40).toUpperCase());
      await page.getByRole('region', { name: 'Found' }).getByRole('button').first().click();
      await page.goto('about:blank');
      await page.goto(link);
      await page.getByRole('complementary', { name: 'Behind the event' }).waitFor();
      expect(trouble).toEqual([]);
      await page.close();
    },
    60_000,
  );

  it.skipIf(why !== '')(
    `law: hostile transcripts are text: nothing runs, nothing is fetched${skipped}`,
    async () => {
      const hostile = [
        '<script>window.hurt = 1</script>',
        '</script><script>window.hurt = 1</script>',
        '<!--<script>',
        '<img src="http://127.0.0.1:9/x" onerror="window.hurt = 1">',
        '[x](javascript:window.hurt=1)',
        '<style>@import "http://127.0.0.1:9/x"</style>',
        '\u202e\u2066reversed',
        '__proto__',
        'x'.repeat(10_000_000),
      ];
      const place = { collaboration: 0, round: 1, phase: 'message' };
      const events = hostile.flatMap((text): Event[] => {
        const name = text.slice(0, 60);
        return [
          { type: 'message', ...place, from: name, to: [name], text },
          { type: 'failure', ...place, agent: name, repeat: 0, kind: 'invalid', reason: text.slice(0, 999) },
          {
            type: 'decision',
            ...place,
            by: name,
            candidates: [],
            tally: { [name]: 1 },
            winners: [name],
            selected: name,
            standing: null,
            score: { [name]: 1 },
          },
        ];
      });
      const agents = hostile.map((text) => text.slice(0, 60));
      const finished = {
        type: 'finished',
        collaboration: 0,
        rounds: 1,
        cause: hostile[1]!,
        outcome: hostile[0]!,
        score: JSON.parse('{"__proto__": 1, "constructor": 2}') as Record<string, number>,
      } as Collaboration['finished'];
      const one = { index: 0, instance: hostile[3]!, agents, events, finished };
      const { page, trouble } = await open(pageFor([one]), '#c=0&e=3');
      await page.getByText('window.hurt = 1', { exact: false }).first().waitFor();
      expect(await page.evaluate('window.hurt')).toBeUndefined();
      expect(await page.evaluate('document.querySelectorAll("img, style").length')).toBe(1);
      expect(trouble).toEqual([]);
      await page.close();
    },
    60_000,
  );
});

describe('serveExplorer', () => {
  it.skipIf(!built)(
    `contract: only who knows the address is served, and only from this machine${built ? '' : ' [skipped: not built]'}`,
    async () => {
      const served = await serveExplorer([sourceOf(runs[0]!)]);
      const { port, pathname } = new URL(served.address);
      const ask = (path: string, headers = {}, method = 'GET') =>
        new Promise<{ status: number; body: string }>((done, fail) => {
          const asked = request({ host: '127.0.0.1', port, path, headers, method }, (answer) => {
            let body = '';
            answer.on('data', (part) => (body += String(part)));
            answer.on('end', () => done({ status: answer.statusCode ?? 0, body }));
          });
          asked.on('error', fail);
          asked.end();
        });
      expect((await ask(pathname)).body).toContain('<title>by ranked</title>');
      const detail = JSON.parse((await ask(`${pathname}detail?run=0&index=2`)).body) as { events: unknown };
      expect(detail.events).toEqual(runs[0]!.get(2).events);
      const found = JSON.parse((await ask(`${pathname}search?words=AGENT%20a%20to`)).body) as {
        index: number;
      }[];
      expect(new Set(found.map(({ index }) => index))).toEqual(new Set([0, 1, 2, 3, 4]));
      for (const path of [
        '/',
        '/detail?run=0&index=2',
        `${pathname}detail?run=9&index=0`,
        `${pathname}../../etc/passwd`,
      ])
        expect((await ask(path)).status).toBe(404);
      expect((await ask(pathname, { host: 'evil.example' })).status).toBe(403);
      expect((await ask(pathname, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
      expect((await ask(pathname, {}, 'POST')).status).toBe(403);
      expect(readFileSync(join(runs[0]!.folder, 'events.jsonl'), 'utf8')).not.toContain(pathname);
      await served.close();
    },
  );
});
