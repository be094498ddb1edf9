import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../environments/environment';
import { recorded } from '../experiment/recorded';
import type { Event } from '../protocols/protocol';
import { explorerServer } from './server';
import { Talks } from './talk-file';
import { message, talk, writeRun } from './testing/made';

const browserPath = [
  process.env['AGORA_CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== '' && existsSync(path));
const key = 'a-key-of-at-least-twenty-characters';
const home = mkdtempSync(join(tmpdir(), 'agora-page-'));
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
// The page as `npm run build` bundles it.
const assets = join(__dirname, '../dist/explorer');

/** Texts that a hostile model might write. They must not run or fetch anything. */
const hostile = [
  '<script>window.ran = 1</script>',
  '<img src="http://127.0.0.1:9/x.png" onerror="window.ran = 2">',
  '![picture](http://127.0.0.1:9/y.png)',
  '[link](javascript:window.ran=3)',
  '<svg onload="window.ran = 4"><a xlink:href="javascript:window.ran=5">x</a></svg>',
  '<style>body { background: url(http://127.0.0.1:9/z.png) }</style>',
  '<iframe src="http://127.0.0.1:9/"></iframe><link rel="stylesheet" href="http://127.0.0.1:9/a.css">',
  '\u001b[31m<img src=x onerror="window.ran = 6">\u001b[0m',
  '\\(\\href{javascript:window.ran=7}{x}\\includegraphics{http://127.0.0.1:9/f.png}\\)',
  '<math><mtext><table><mglyph><style><img src onerror="window.ran = 8">',
  '`</code><img src=x onerror="window.ran = 9">`',
  `${'long '.repeat(2000)}needle at the end`,
];

const proposes = (
  round: number,
  agent: string,
  candidate: string,
  proposal: Json = { price: Number(candidate) },
): Event => ({ type: 'proposal', round, agent, candidate, proposal });
const changes = [1, 2, 3].flatMap((round): Event[] => [
  message('Ada', `I say ${round}`, round),
  message('Ben', `And I say <DEAL>${round}</DEAL>`, round),
  proposes(round, 'Ada', round > 1 ? '2' : '1'),
  proposes(round, 'Ben', '2'),
]);

describe.skipIf(browserPath === undefined || !existsSync(join(assets, 'page.js')))(
  'the page (skipped without Chromium: set AGORA_CHROMIUM)',
  () => {
    const servers: { server: Server; talks: Talks }[] = [];
    let browser: Browser;
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: browserPath!, args: ['--no-sandbox'] });
    });
    afterAll(async () => {
      await browser.close();
      for (const { server, talks } of servers) {
        server.closeAllConnections();
        server.close();
        talks.close();
      }
      rmSync(home, { recursive: true, force: true });
    });

    /** Opens a set, and records requests to other addresses and errors in the page. */
    async function open(
      folder: string,
    ): Promise<{ page: Page; address: string; foreign: string[]; faults: string[] }> {
      const talks = new Talks(folder);
      const server = explorerServer(talks, { key, codes: join(folder, 'codes'), assets });
      servers.push({ server, talks });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
      const [foreign, faults]: [string[], string[]] = [[], []];
      page.on('request', (request) => {
        if (!request.url().startsWith(address) && !request.url().startsWith('data:'))
          foreign.push(request.url());
      });
      page.on('pageerror', ({ message: text }) => faults.push(text));
      await page.goto(`${address}/?key=${key}`);
      await page.waitForSelector('main:not(.loading) h1');
      return { page, address, foreign, faults };
    }

    const violations = async (page: Page): Promise<unknown> => {
      await page.evaluate(axe); // the page would reject a script element
      return page.evaluate(async () => {
        const runner = (
          globalThis as unknown as {
            axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
          }
        ).axe;
        return (await runner.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      });
    };

    it('behaviour: hostile texts neither run nor fetch anything, in every view', async () => {
      const folder = join(home, 'hostile');
      writeRun(folder, [
        talk(
          0,
          hostile.map((text) => message('<b onclick="window.ran=10">Eve</b>', text)),
          { task: hostile.join('\n\n'), cause: hostile[0]!, labels: { note: hostile[1]! } },
        ),
        talk(1, [message('Ada', 'harmless')], { case: hostile[1]! }),
      ]);
      const { page, address, foreign, faults } = await open(folder);
      for (const view of [
        '#/',
        '#/talk/0',
        '#/find?text=window',
        '#/talk/0?event=11&mark=needle at the end',
        '#/compare',
        '#/code',
      ]) {
        await page.goto(`${address}/${view}`);
        await page.waitForSelector('main:not(.loading) h1');
      }
      await page.goto(`${address}/#/talk/0`);
      await page.waitForSelector('#event-0');
      for (const button of await page.$$('.text a'))
        await button.click({ timeout: 500 }).catch(() => undefined);
      expect(await page.evaluate(() => (globalThis as { ran?: number }).ran)).toBeUndefined();
      expect(foreign).toEqual([]);
      expect(faults).toEqual([]);
      await page.close();
    });

    it('behaviour: keys step through events, coding keeps the focus, unused digits keep the code, and links work', async () => {
      const folder = join(home, 'keys');
      writeRun(folder, [
        talk(0, changes, { rounds: 3, outcome: { price: 2 } }),
        talk(1, [message('Ada', 'x')]),
      ]);
      const { page, address, faults } = await open(folder);
      await page.goto(`${address}/#/code`);
      await page.fill('input[required]', 'Ann');
      await page.click('input[type=checkbox]');
      await page.click('button[type=submit]');
      await page.waitForSelector('.queue');
      await page.goto(`${address}/#/talk/0`);
      await page.waitForSelector('.strip');
      expect(await page.textContent('.move-steps')).toContain('1 change of mind');
      const focused = () => page.evaluate<string | undefined>('document.activeElement?.id');
      await page.keyboard.press('m');
      await expect.poll(focused).toBe('event-6');
      expect(await page.textContent('aside')).toContain('Heard before');
      await page.keyboard.press('k');
      await expect.poll(focused).toBe('event-5');
      await page.keyboard.press('1');
      await page.waitForSelector('#event-5 .code-mark');
      await page.keyboard.press('5'); // there are four categories
      expect(await focused()).toBe('event-5');
      expect(await page.textContent('#event-1 .text')).toContain('<DEAL>1</DEAL>');
      await page.keyboard.press(']');
      await expect.poll(() => page.url()).toContain('#/talk/1');
      await page.keyboard.press('/');
      await expect.poll(focused).toBe('find-text');
      expect(JSON.parse(readFileSync(join(folder, 'codes', 'Ann.json'), 'utf8'))).toMatchObject({
        codes: { '0/5': 'agrees' },
      });
      expect(faults).toEqual([]);
      await page.close();
    });

    it('behaviour: a click in a row opens the collaboration, whose task says what the set is if it is only a code', async () => {
      const folder = join(home, 'rows');
      const said = `${'word '.repeat(27)}unabridged and more`; // character 140 is within "unabridged"
      writeRun(folder, [
        talk(0, [message('Ada', 'x')]),
        talk(1, [proposes(1, 'Ada', '1'), message('Ben', said), proposes(2, 'Ada', '2')], { task: 'A1,B2' }),
      ]);
      const { page } = await open(folder);
      await page.setViewportSize({ width: 1300, height: 1000 });
      await page.click('.talk-table tbody tr:nth-child(2) td');
      await expect.poll(() => page.url()).toContain('#/talk/1');
      await page.waitForSelector('.task .note');
      expect(await page.textContent('.task .note')).toBe('made up');
      expect(await page.textContent('.heard')).toMatch(/word\u00a0…$/);
      const isCutOff = await page.evaluate<boolean>(
        "[...document.querySelectorAll('.scroll-x')].some((one) => one.scrollWidth > one.clientWidth)",
      );
      expect(isCutOff).toBe(false);
      await page.close();
    });

    it('behaviour: an empty filter can be reset; empty sets and damaged lines are reported; a run grows and starts over', async () => {
      const folder = join(home, 'grows');
      writeRun(folder, []);
      writeFileSync(join(folder, 'lock'), '');
      const { page, address } = await open(folder);
      expect(await page.textContent('main')).toContain('no collaborations yet');
      writeFileSync(
        join(folder, 'collaborations.jsonl'),
        `${JSON.stringify(talk(0, [message('Ada', 'x')]))}\nnonsense\n`,
      );
      await page.waitForSelector('.live', { timeout: 10_000 });
      await page.waitForSelector('.warning');
      expect(await page.textContent('.warning')).toContain('line 2');
      await page.goto(`${address}/#/?words=nowhere`);
      await page.click('.empty button');
      await page.waitForSelector('.talk-table tbody tr');
      writeFileSync(join(folder, 'collaborations.jsonl'), '');
      await page.waitForSelector('.talk-table', { state: 'detached', timeout: 10_000 });
      expect(await page.textContent('main')).toContain('no collaborations yet');
      await page.close();
    });

    it('behaviour: an open collaboration follows a run that starts over, or on request if the reader paused', async () => {
      const folder = join(home, 'again');
      const start = (text: string): void => {
        writeRun(folder, [talk(0, [message('Ada', text)])]);
        writeFileSync(join(folder, 'lock'), '');
      };
      start('first');
      const { page, address } = await open(folder);
      const shown = () => page.innerText('#event-0 .text');
      await page.goto(`${address}/#/talk/0`);
      await expect.poll(shown).toBe('first');
      start('the second');
      await expect.poll(shown, { timeout: 10_000 }).toBe('the second');
      await page.click('.live button');
      start('and the third');
      await page.waitForSelector('.live:has-text("Show the new run")');
      expect(await shown()).toBe('the second');
      await page.click('.live button:last-child');
      await expect.poll(shown).toBe('and the third');
      await page.close();
    });

    it('behaviour: a comparison of two proposals shows what only one of them has', async () => {
      const folder = join(home, 'proposals');
      const [small, large] = [{ Ada: { apples: 1 } }, { Ada: { apples: 1 }, Ben: { bread: 2 } }];
      writeRun(folder, [talk(0, [proposes(1, 'Ada', '1', small), proposes(1, 'Ben', '2', large)])]);
      const { page, address } = await open(folder);
      await page.goto(`${address}/#/talk/0`);
      await page.waitForSelector('.difference');
      expect(await page.textContent('.difference thead')).toBe('applesbread');
      expect(await page.textContent('.difference tbody')).toBe('Ada1Ben– 2');
      await page.close();
    });

    it('behaviour: the page shows the error of each request that fails', async () => {
      const folder = join(home, 'fails');
      writeRun(folder, [talk(0, changes, { rounds: 3 })]);
      writeFileSync(join(folder, 'replies.jsonl'), '');
      const { page, address } = await open(folder);
      await page.route(/api\/(?:flow|prompts|codes|agreement)/, (route) =>
        route.fulfill({ status: 500, body: `Failed: ${new URL(route.request().url()).pathname}` }),
      );
      const shows = async (path: string): Promise<void> =>
        void (await page.waitForSelector(`.warning:has-text("Failed: ${path}")`));
      await page.goto(`${address}/#/?sort=words`);
      await page.reload();
      await shows('/api/flow');
      await page.goto(`${address}/#/talk/0`);
      await page.click('.prompts summary');
      await shows('/api/prompts');
      await page.click('.prompts summary'); // close it, and try again
      await page.waitForSelector('.prompts .warning', { state: 'detached' });
      await page.click('.prompts summary');
      await shows('/api/prompts');
      await page.goto(`${address}/#/code`);
      await shows('/api/agreement');
      await page.fill('input[required]', 'Ann');
      await page.click('button[type=submit]');
      await shows('/api/codes');
      await page.close();
    });

    it('behaviour: axe finds no violation in any view, light and dark', async () => {
      const { page, address, faults } = await open(recorded('live-qwen2.5-coder-1.5b').folder!);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const view of [
          '#/',
          '#/talk/41?event=45',
          '#/compare?by=condition&a=economies--majority&b=economies--rated&column=share&pair=36,60',
          '#/find?text=apples',
          '#/code',
        ]) {
          await page.goto(`${address}/${view}`);
          await page.waitForSelector('main:not(.loading) h1');
          await page.waitForLoadState('networkidle').catch(() => undefined);
          expect([view, colorScheme, await violations(page)]).toEqual([view, colorScheme, []]);
        }
      }
      expect(faults).toEqual([]);
      await page.close();
    });
  },
);
