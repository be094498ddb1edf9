import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Run } from 'agora-core/experiment';
import { tags } from '../../../core/src/metrics/columns/tags';
import { measure } from 'agora-core/metrics';
import { type Collaboration, type Event, eventsOf, readAnnotations, recorded } from 'agora-core/transcripts';
import { table } from '../table';
import { explore } from './explore';
import { pageOf } from './page';
import { serveExplorer } from './serve';
import { sourceOf, sourcesOf } from './sources';
import { noBrowser, openPages, pageFor, skipped, type Pages } from './testing/shared-pages';

/*
 * The explorer as its readers meet it: several checks share a page, since opening one takes most of the time.
 */

let pages: Pages;
let runs: readonly Run[];
beforeAll(async () => {
  pages = await openPages();
  ({ runs } = pages);
}, 60_000);
afterAll(() => pages.close());

const open: Pages['open'] = (...given) => pages.open(...given);

/** What axe finds in a page as it is: each rule that is broken, and where. */
async function axe(page: Page): Promise<string[]> {
  const source = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');
  // By the browser's own hand: the page's policy would not run it.
  await page.evaluate(source);
  return page.evaluate<string[]>(
    `axe.run(document).then(({ violations }) =>
       violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ target }) => target.join(' ')).join(', ')))`,
  );
}

const place = { collaboration: 0, round: 1, phase: 'talk' };
const said = (from: string, text: string): Event => ({ type: 'message', ...place, from, to: [], text });
const talk = (events: readonly Event[], agents = ['Ann', 'Ben']): Collaboration => ({
  index: 0,
  instance: null,
  agents,
  events,
  finished: null,
});

describe('who speaks', () => {
  it.skipIf(noBrowser !== '')(
    `known: markdown and formulas are drawn, as text on demand, and dollars are no formulas${skipped}`,
    async () => {
      const { page, trouble } = await open(
        pageFor(
          talk(
            [
              said('Ann', '**Bold**, `code` and\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |'),
              said('Ben', 'So $\\frac{1}{2}$ and\n\n$$x^2 + y^2 = z^2$$ and \\(a_1\\).'),
              said('Ann', 'It costs $5 and then $6, or **more**.'),
              said('Ben', 'Plain words.'),
              said(
                'Ann',
                '**See** [the page](https://example.org/a) and ![a picture](https://example.org/b.png).',
              ),
              { ...said('Ann', 'For Ben alone.'), visibleTo: ['Ben'] } as Event,
              ...['Ann', 'Ben', 'Cem'].map(
                (name): Event => ({ ...said(name, 'The end.'), round: 2 }) as Event,
              ),
            ],
            ['Ann', 'Ben', 'Cem'],
          ),
        ),
        '#c=0',
      );
      const texts = page.locator('.entry.message .said');
      await texts.nth(4).waitFor();
      expect(await texts.nth(0).locator('strong').innerText()).toBe('Bold');
      expect(await texts.nth(0).locator('li').count()).toBe(2);
      expect(await texts.nth(0).locator('td').allInnerTexts()).toEqual(['1', '2']);
      expect(await texts.nth(1).locator('math').count()).toBe(3);
      expect(await texts.nth(1).locator('mfrac').count()).toBe(1);
      expect(await texts.nth(1).innerText()).not.toContain('\\frac');
      expect(await texts.nth(2).locator('math').count()).toBe(0);
      expect(await texts.nth(2).locator('div').first().innerText()).toBe('It costs $5 and then $6, or more.');
      expect(await texts.nth(3).evaluate((one) => (one as unknown as { tagName: string }).tagName)).toBe('P');
      expect(await texts.nth(4).innerText()).toContain('the page (https://example.org/a)');
      expect(await page.locator('.chat a, .chat img').count()).toBe(0);
      await page.getByLabel('Raw texts').check();
      expect(await texts.nth(0).innerText()).toContain('**Bold**');
      expect(await texts.nth(1).innerText()).toContain('\\frac{1}{2}');
      expect(page.url()).toContain('raw=1');
      // Not everybody heard everything: there is a picture of it, and the numbers.
      const heard = page.getByRole('figure', { name: 'Who heard whom' });
      expect(await heard.getByRole('img').getAttribute('aria-label')).toBe(
        'Who heard whom. Ann heard Ben, Cem; Ben heard Ann, Cem; Cem heard Ann, Ben',
      );
      await heard.getByText('In numbers').click();
      const rows = await heard.getByRole('row').allInnerTexts();
      expect(rows.map((row) => row.match(/\d\/\d/g) ?? [])).toEqual([
        [],
        ['3/3', '1/1'],
        ['5/5', '1/1'],
        ['4/5', '3/3'],
      ]);
      expect(await axe(page)).toEqual([]);
      expect(trouble).toEqual([]);
      await page.close();
      // A page without formulas does not hold the script that draws them.
      const plain = pageFor(talk([said('Ann', 'It costs $5.')]));
      expect(Buffer.byteLength(plain)).toBeLessThan(250_000);
    },
    60_000,
  );

  it.skipIf(noBrowser !== '')(
    `law: hostile markdown and formulas are text: nothing runs, nothing is fetched, no style is set${skipped}`,
    async () => {
      const hostile = [
        '**x** <img src="https://evil.example/x" onerror="window.hurt=1">',
        '# <script>window.hurt=1</script>',
        '[x](javascript:window.hurt=1) [y](data:text/html,<script>window.hurt=1</script>)',
        '![x](https://evil.example/pixel.png) <https://evil.example/auto>',
        '`</code><script>window.hurt=1</script>`',
        '| <svg onload=window.hurt=1> | b |\n|---|---|\n| <iframe srcdoc="<script>parent.hurt=1</script>"> | 2 |',
        '$\\href{javascript:window.hurt=1}{x}$ $\\url{javascript:window.hurt=1}$',
        '$\\htmlData{x=1}{y} \\htmlStyle{position:fixed}{z} \\includegraphics{https://evil.example/i.png}$',
        '$\\def\\a{\\a\\a}\\a$ and $\\rule{99999em}{99999em}$ and $\\unknown{x}$',
        '$\\text{<img src=x onerror=window.hurt=1>}$ $$\\text{</math><script>window.hurt=1</script>}$$',
        '<math><mi xlink:href="javascript:window.hurt=1">x</mi></math> **b**',
        '<style>*{display:none}</style> *x*',
        '<form action="https://evil.example"><button formaction="javascript:window.hurt=1">x</button></form> **b**',
        '- [ ] <input autofocus onfocus=window.hurt=1>\n- [x] done',
        '```html\n<script>window.hurt=1</script>\n```',
        `${'['.repeat(3000)}x${']'.repeat(3000)} **b**`,
        `${'*a '.repeat(3000)}`,
        `${'> '.repeat(2000)}deep`,
        '\u202e**reversed**\u2066 $x$',
      ];
      const name = 'Ann\u202eneB ' + 'x'.repeat(500);
      const html = pageFor(
        talk(
          hostile.map((text) => said(name, text)),
          [name],
        ),
      );
      const { page, trouble } = await open(html, '#c=0');
      const list = page.getByRole('list', { name: 'Messages and events' });
      await list.getByRole('listitem').first().waitFor();
      for (let step = 0; step < 30; step++) {
        await page.keyboard.press('j');
        if (step === hostile.length) break;
      }
      expect(await page.evaluate('window.hurt')).toBeUndefined();
      expect(
        await page.evaluate(
          `document.querySelectorAll('.chat script, .chat img, .chat a, .chat iframe, .chat form, .chat svg:not([role=img]), .rich [style], .rich input, .rich [href]').length`,
        ),
      ).toBe(0);
      // A name that reverses its surroundings does so within itself, and a long one is cut.
      const head = list.locator('.who').first();
      const isolated = await head
        .locator('.name')
        .evaluate(
          (one) =>
            (
              globalThis as unknown as { getComputedStyle(of: unknown): { unicodeBidi: string } }
            ).getComputedStyle(one).unicodeBidi,
        );
      expect(isolated).toMatch(/^isolate/);
      expect((await head.locator('.name').innerText()).length).toBeLessThan(60);
      expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
      expect(trouble).toEqual([]);
      await page.close();
    },
    60_000,
  );

  it.skipIf(noBrowser !== '')(
    `known: proposals are tables, ballots chips in order, tallies bars; each agent keeps its colour; axe finds nothing${skipped}`,
    async () => {
      const { page, trouble } = await open(pageFor(runs[0]!), '#c=0');
      const one = [...runs[0]!][0]!;
      const proposal = one.events.find((event) => event.type === 'proposal' && event.proposal !== null);
      if (proposal?.type !== 'proposal') throw new Error('no proposal');
      await page.getByText('What was run').click();
      const facts = await page.locator('.facts').innerText();
      for (const fact of ['dowdall', 'exchange-economy', 'simulated', 'temperature', 'seed'])
        expect(facts).toContain(fact);
      const list = page.getByRole('list', { name: 'Messages and events' });
      const goTo = async (wanted: Event) => {
        await page.goto(page.url().replace(/#.*/, `#c=0&e=${one.events.indexOf(wanted)}`));
        await list.locator('.entry.chosen').waitFor();
        return list.locator('.entry.chosen');
      };
      const shown = await goTo(proposal);
      const rows = await shown.getByRole('table', { name: 'The proposal' }).getByRole('row').allInnerTexts();
      const [first] = one.agents;
      const bundle = (proposal.proposal as Record<string, Record<string, number>>)[first!]!;
      for (const units of Object.values(bundle))
        expect(rows[1]).toContain(String(Number(units.toPrecision(4))));
      const vote = one.events.find((event) => event.type === 'vote' && event.ballot !== null);
      if (vote?.type !== 'vote') throw new Error('no vote');
      const chips = await (await goTo(vote)).locator('.chip').allInnerTexts();
      expect(chips).toEqual((vote.ballot as { ranking: string[] }).ranking);
      const decision = one.events.find((event) => event.type === 'decision')!;
      if (decision.type !== 'decision') throw new Error('no decision');
      const tally = (await goTo(decision)).getByRole('table', { name: 'Tally' });
      expect(await tally.getByRole('row').count()).toBe(Object.keys(decision.tally).length);
      const colours = await page
        .locator('.badge')
        .evaluateAll((all) =>
          (
            all as unknown as { textContent: string; style: { getPropertyValue(name: string): string } }[]
          ).map((badge) => `${badge.textContent} ${badge.style.getPropertyValue('--own')}`),
        );
      expect(new Set(colours).size).toBe(one.agents.length);
      expect(await axe(page)).toEqual([]);
      // Slide over rounds.
      const slider = page.getByLabel('Slide over rounds');
      await slider.fill('2');
      await expect
        .poll(async () => (await list.locator('h3').allInnerTexts()).map((head) => head.trim()))
        .toEqual(['Round 2']);
      await slider.fill('0');
      await expect.poll(() => page.url()).not.toContain('rounds=');
      expect(trouble).toEqual([]);
      await page.close();
    },
    60_000,
  );
});

describe('the strip of rounds', () => {
  it.skipIf(noBrowser !== '')(
    `known: a refusal, a reply that never came and an answer of no use have signs of their own, and a legend${skipped}`,
    async () => {
      const failure = (agent: string, kind: string) =>
        ({ type: 'failure', ...place, agent, kind, reason: 'why', text: '' }) as unknown as Event;
      const agents = ['Ann', 'Ben', 'Cem', 'Dee'];
      const events = [failure('Ann', 'refused'), failure('Ben', 'failed'), failure('Cem', 'unparsed')];
      const { page, trouble } = await open(pageFor(talk(events, agents)), '#c=0');
      const strip = page.getByRole('table', { name: 'Words by round and agent' });
      await strip.waitFor();
      const signs = await strip.getByRole('cell').allInnerTexts();
      expect(signs.map((sign) => sign.trim())).toEqual(['⊘', '✕', '!', '·']);
      await page.getByText('! unusable answer, ⊘ refused, ✕ no reply').waitFor();
      expect(trouble).toEqual([]);
      await page.close();
    },
    60_000,
  );
});

describe('a proposal whose form nobody knows', () => {
  it.skipIf(noBrowser !== '')(
    `known: it is a table without an empty head; axe finds nothing, nor where our own live runs show theirs${skipped}`,
    async () => {
      const proposal: Event = {
        type: 'proposal',
        ...place,
        by: 'Ann',
        candidate: '1',
        proposal: { Ann: { rice: 1 }, Ben: { rice: 2 } },
        score: {},
      };
      const { page, trouble } = await open(pageFor(talk([proposal])), '#c=0');
      const shown = page.getByRole('table', { name: 'The proposal' });
      await shown.waitFor();
      expect(await shown.getByRole('rowheader').count()).toBe(2);
      expect(await shown.getByRole('columnheader').allInnerTexts()).toEqual(['rice']);
      expect(await axe(page)).toEqual([]);
      await page.close();
      const live = recorded('live-qwen2.5-coder-1.5b');
      const source = sourceOf(live, { collaborations: [36, 37] });
      for (const index of [36, 37]) {
        const own = await open(
          pageOf({ title: 'live', runs: [source.run], view: '' }, [source]),
          `#c=${index}`,
        );
        await own.page.getByRole('heading', { name: `collaboration ${index}` }).waitFor();
        expect(await axe(own.page)).toEqual([]);
        trouble.push(...own.trouble);
        await own.page.close();
      }
      expect(trouble).toEqual([]);
    },
    60_000,
  );
});

describe('search, filter and table', () => {
  it.skipIf(noBrowser !== '')(
    `law: words are marked and counted by collaboration, within the filter; filters are offered and their faults shown; groups and exports are what is filtered${skipped}`,
    async () => {
      const { page, trouble } = await open(pageFor(...runs), '#all=0');
      const filter = page.getByLabel('Show those with');
      await filter.fill('index < 2 or index = 4');
      await page.getByText('3 of 5').waitFor();
      await page.getByLabel('Search all messages').fill('apples suggest');
      const found = page.getByRole('region', { name: 'Found' });
      await found.locator('mark').first().waitFor();
      await page.getByText(/\d+ found in \d+ collaborations, within the filter/).waitFor();
      const heads = await found.getByRole('heading', { level: 2 }).allInnerTexts();
      expect(heads).not.toEqual([]);
      expect(
        heads.filter((head) => head.startsWith('by dowdall')).every((head) => /#[014] \d+$/.test(head)),
      ).toBe(true);
      expect(await axe(page)).toEqual([]); // headings in order, too
      await found.locator('.place').first().click();
      await page.locator('.entry.chosen mark').first().waitFor();
      await page.getByLabel('Search all messages').fill('');
      await filter.fill('index < 2 or index = 4');
      await page.getByText('3 of 5').waitFor();
      await filter.fill('decided and mesages > 0');
      const fault = page.getByRole('alert');
      expect(await fault.locator('mark').innerText()).toBe('mesages');
      expect(await fault.innerText()).toContain('there is no column "mesages": did you mean "messages"?');
      await page.getByText('3 of 5').waitFor(); // what the last filter left, not all
      expect(await page.locator('#filters option').count()).toBe(0);
      await filter.fill('dec');
      expect(
        await page
          .locator('#filters option')
          .evaluateAll((all) => all.map((one) => String((one as unknown as { value: string }).value))),
      ).toEqual(['decided', 'decided differently']);
      await filter.fill('index < 3');
      await page.getByRole('button', { name: 'Export' }).first().click();
      const csv = await page.getByLabel('What is shown, as CSV').inputValue();
      expect(csv.trim().split('\n')).toHaveLength(4);
      expect(csv).toMatch(/^index,rounds,decided,/);
      await page.getByText('Columns', { exact: true }).click();
      await page.locator('.choose').getByLabel('cause').uncheck();
      expect(await page.getByRole('columnheader', { name: /^cause/ }).count()).toBe(0);
      await page.getByRole('button', { name: 'messages', exact: true }).click();
      expect(await page.getByRole('columnheader', { name: /^messages/ }).getAttribute('aria-sort')).toBe(
        'ascending',
      );
      const number = page.getByRole('columnheader', { name: /^messages/ });
      expect(await number.getAttribute('class')).toBe('number');
      // Columns are made wider by the pointer, narrower by the keyboard; the link keeps it; cut text has a tooltip.
      const wide = async () => (await number.boundingBox())!.width;
      const edge = page.getByRole('separator', { name: 'Width of messages' });
      const [before, { x, y }] = [await wide(), (await edge.boundingBox())!];
      await page.mouse.move(x + 5, y + 5);
      await page.mouse.down();
      await page.mouse.move(x + 35, y + 5);
      await expect.poll(wide).toBeCloseTo(before + 30, -0.5);
      await page.mouse.move(x + 65, y + 5);
      await page.mouse.up();
      await expect.poll(wide).toBeCloseTo(before + 60, -0.5);
      expect(page.url()).toMatch(/widths=\d+\+messages/);
      await edge.press('ArrowLeft');
      await expect.poll(wide).toBeCloseTo(before + 50, -0.5);
      await edge.press('Delete');
      await expect.poll(wide).toBeCloseTo(before, -0.5);
      const ended = page.locator('.row [role=cell]').filter({ hasText: 'rounds' }).first();
      await page.locator('.choose').getByLabel('cause').check();
      await ended.hover();
      expect(await ended.getAttribute('title')).toBeNull();
      for (let step = 0; step < 12; step++)
        await page.getByRole('separator', { name: 'Width of cause' }).press('Shift+ArrowLeft');
      await page.mouse.move(0, 0);
      await ended.hover();
      expect(await ended.getAttribute('title')).toBe('rounds');
      expect(await axe(page)).toEqual([]);
      expect(trouble).toEqual([]);
      await page.close();
    },
    60_000,
  );
});

describe('several runs', () => {
  it.skipIf(noBrowser !== '')(
    `known: one table holds the collaborations of all, with the settings that differ; groups, filters and opening are of all${skipped}`,
    async () => {
      const { page, trouble } = await open(pageFor(...runs));
      await page.getByText('10 of 10').waitFor();
      const heads = await page.getByRole('columnheader').allInnerTexts();
      expect(heads.slice(0, 3).map((head) => head.trim())).toEqual(['# ↑', 'rule', 'ties']);
      expect(heads.map((head) => head.trim())).toContain('run');
      await page.selectOption('#group', 'rule');
      const means = page.getByRole('table', { name: 'Means by rule' });
      await means.waitFor();
      expect(await means.getByRole('rowheader').allInnerTexts()).toEqual(['dowdall', 'unanimous']);
      const decided = runs.map((run) => [...run].filter(({ finished }) => finished!.outcome !== null).length);
      expect(decided[0]).not.toBe(decided[1]);
      await page.getByLabel('Show those with').fill('rule = unanimous and index >= 3');
      await page.getByText('2 of 10').waitFor();
      await page.getByRole('button', { name: 'Collaboration 4 of by unanimous' }).click();
      await page.getByRole('heading', { name: 'by unanimous: collaboration 4' }).waitFor();
      await page.keyboard.press('[');
      await page.getByRole('heading', { name: 'by unanimous: collaboration 3' }).waitFor();
      const link = page.url();
      await page.selectOption('#run', '0');
      await page.getByRole('heading', { name: 'by dowdall: collaboration 3' }).waitFor();
      await page.getByLabel('Show those with').fill('');
      await page.getByText('5 of 5').waitFor();
      expect(page.url()).toContain('all=0');
      await page.goto(link);
      await page.reload();
      await page.getByText('2 of 10').waitFor();
      expect(await axe(page)).toEqual([]);
      expect(trouble).toEqual([]);
      await page.close();
    },
    60_000,
  );
});

describe('two collaborations', () => {
  it.skipIf(noBrowser !== '')(
    `known: what differs is marked, in settings, texts and decisions; axe finds nothing, in the dark either${skipped}`,
    async () => {
      const message = (text: string): Event => said('Ann', text);
      const [one, other] = ['five', 'seven'].map((word, place) =>
        talk([
          message('The same words of both of us.'),
          message(`I would like to have ${word} apples and then some bread.`),
          message(place === 0 ? 'Entirely other matters here.' : 'Nobody spoke about that before, did they?'),
        ]),
      );
      const foreign = { ...talk([message('About something else.')]), instance: { game: 'another' } };
      const { page, trouble } = await open(pageFor(one!, other!, foreign), '#c=0&beside=1');
      const panes = page.getByRole('region', { name: /^Collaboration \d/ });
      await panes.nth(1).waitFor();
      expect(await panes.nth(1).locator('.other').allInnerTexts()).toEqual([
        'the same',
        'differs',
        'differs',
      ]);
      expect(await panes.nth(1).locator('del').allInnerTexts()).toEqual(['five']);
      expect(await panes.nth(1).locator('ins').allInnerTexts()).toEqual(['seven']);
      // A third beside the two: all are drawn small, and another case is none of theirs.
      await page.selectOption('#third', '2');
      const small = page.getByRole('list', { name: 'The case under each condition' });
      await small.getByText('about another case').waitFor();
      expect(await small.getByRole('listitem').count()).toBe(3);
      await page.close();
      const games = await open(pageFor(...runs), '#c=1&beside=1', { colorScheme: 'dark' });
      await games.page.getByText('What differs').click();
      const table = games.page.getByRole('table', { name: 'Settings that differ' });
      await table.waitFor();
      const settings = await table.getByRole('row').allInnerTexts();
      expect(settings.join('\n')).toContain('dowdall');
      expect(settings.join('\n')).not.toMatch(/^seed/m);
      expect(await axe(games.page)).toEqual([]);
      await games.page.getByRole('button', { name: 'Same case in all runs' }).click();
      const under = (name: string) => games.page.getByRole('region', { name: name, exact: true });
      for (const run of runs) {
        const { finished } = run.get(1);
        // A collaboration is read after its place is drawn.
        await under(run.name).getByRole('img').waitFor();
        const text = await under(run.name).innerText();
        expect(text).toContain(`${finished!.rounds} round`);
        expect(text).toContain(`rule ${run.name.slice('by '.length)}`);
        expect(text.includes('No decision')).toBe(finished!.outcome === null);
        const drawn = await under(run.name).getByRole('img').getAttribute('aria-label');
        const shares = eventsOf(run.get(1), 'decision').map(({ score }) => Number(score['share']));
        expect(drawn).toContain(`the group: ${Number(shares[0]!.toPrecision(4))} in round 1`);
      }
      expect(games.page.url()).toContain('among=0+1');
      expect(await axe(games.page)).toEqual([]);
      await games.page.keyboard.press(']');
      await games.page.getByRole('heading', { name: 'Collaboration 2, under each' }).waitFor();
      await games.page.getByText('2 of 2 runs').click();
      await games.page.getByRole('checkbox', { name: 'by unanimous' }).uncheck();
      await expect.poll(() => under('by unanimous').count()).toBe(0);
      await under('by dowdall').getByRole('button', { name: 'by dowdall' }).click();
      await games.page.getByRole('heading', { name: 'by dowdall: collaboration 2' }).waitFor();
      expect([...trouble, ...games.trouble]).toEqual([]);
      await games.page.close();
    },
    60_000,
  );
});

describe('the inspector', () => {
  it.skipIf(noBrowser !== '')(
    `known: it tells what changed in the prompt, folds JSON, and gives the request as curl and TypeScript${skipped}`,
    async () => {
      const one = [...runs[0]!][0]!;
      const later = one.events.findIndex((event) => event.type === 'message' && event.round === 2);
      const { page, trouble } = await open(pageFor(runs[0]!), `#c=0&e=${later}`);
      const behind = page.getByRole('complementary', { name: 'Details of the event' });
      await behind.getByText('What changed since').click();
      await behind.locator('.changes ins').first().waitFor();
      await behind.getByText('The event', { exact: true }).click();
      await behind.locator('.json-string', { hasText: '"message"' }).first().waitFor();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const [prompt] = runs[0]!.prompt(one.events[later])!;
      await behind.getByRole('button', { name: 'request as curl' }).click();
      await behind.getByText('The request as curl is copied.').waitFor();
      const curl = await page.evaluate<string>('navigator.clipboard.readText()');
      const body = /-d '([^]*)'\n$/.exec(curl)![1]!.replaceAll(`'\\''`, "'");
      expect(JSON.parse(body)).toMatchObject({
        model: 'simulated',
        messages: [{ content: prompt!.content }, {}],
      });
      await behind.getByRole('button', { name: 'request as TypeScript' }).click();
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain('await model.chat({');
      expect(trouble).toEqual([]);
      await page.close();
    },
    60_000,
  );
});

describe('frames, paper and narrow screens', () => {
  it.skipIf(noBrowser !== '')(
    `law: a frame that gets its width late opens as one that had it; it is dark in a dark lab; a collaboration prints whole; nothing overflows at 400 pixels${skipped}`,
    async () => {
      const { html } = explore(runs[0]!, { collaborations: [0], height: 900 });
      const { page } = await open(
        `<!doctype html><body data-jp-theme-light="false"><div id="hold" style="display:none">${html}</div></body>`,
      );
      await page.waitForTimeout(300);
      await page.evaluate(`document.getElementById('hold').style.display = 'block'`);
      const frame = page.frameLocator('iframe');
      await frame.getByRole('table', { name: 'Words by round and agent' }).waitFor();
      const list = frame.getByRole('list', { name: 'Messages and events' });
      expect(await list.evaluate((one) => (one as unknown as { scrollTop: number }).scrollTop)).toBe(0);
      expect(await list.getByRole('listitem').first().innerText()).toContain('Round 1');
      // The lab is dark, the system light: the frame is turned around. It is not where both are the same.
      const filterOf = () =>
        page.evaluate<string>(`getComputedStyle(document.querySelector('iframe')).filter`);
      expect(await filterOf()).toContain('invert');
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await filterOf()).toBe('none');
      // The lab turns figures on white paper around by a style of its own, and leaves others as they are.
      const style = readFileSync(join(__dirname, '../../../tools/jupyter-lab.css'), 'utf8');
      const turned = (theme: string) =>
        page.evaluate<boolean[]>(
          `document.body.dataset.jpThemeLight = '${theme}';
           [...document.querySelectorAll('.js-plotly-plot')].map((one) => getComputedStyle(one).filter !== 'none')`,
        );
      const plots = ['rgb(255, 255, 255)', 'rgb(17, 17, 17)'].map(
        (paper) =>
          `<div class="js-plotly-plot"><svg class="main-svg" style="background: ${paper};"></svg></div>`,
      );
      const shown = `<style>${style}</style>${plots.join('')}`;
      await page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(shown)})`);
      expect(await turned('false')).toEqual([true, false]);
      expect(await turned('true')).toEqual([false, false]);
      // A table larger than the page keeps its head and its first column in view.
      const rows = Array.from({ length: 60 }, (_, row) =>
        Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`column ${at}`, `${row} by ${at}`])),
      );
      await page.evaluate(`document.body.innerHTML = ${JSON.stringify(table(rows).html)}`);
      const corners = await page.evaluate<number[]>(
        `(() => {
           const box = document.querySelector('.agora-large');
           box.scrollTo(700, 500);
           const at = (place) => document.querySelector(place).getBoundingClientRect();
           const { left, top } = box.getBoundingClientRect();
           return [box.scrollLeft, box.scrollTop, at('th:nth-child(12)').top - top, at('tr:nth-child(40) > td').left - left];
         })()`,
      );
      expect(corners).toEqual([700, 500, 0, 0]);
      await page.close();

      const printed = await open(pageFor(runs[0]!), '#c=0');
      await printed.page.emulateMedia({ media: 'print' });
      const events = [...runs[0]!][0]!.events.filter(
        ({ type }) => !['started', 'reply', 'finished'].includes(type),
      );
      await expect.poll(() => printed.page.locator('.entry').count()).toBe(events.length);
      // What was run, the case and the decision are open on paper, and nothing is wider than it.
      await printed.page.setViewportSize({ width: 700, height: 900 });
      for (const part of ['The case', 'What was run']) {
        const folded = printed.page.locator('details').filter({ hasText: part }).first();
        await expect.poll(() => folded.getAttribute('open')).not.toBeNull();
      }
      await printed.page.locator('.facts').getByText('exchange-economy').first().waitFor();
      expect(await printed.page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
      const last = await printed.page.locator('.entry').last().boundingBox();
      const height = await printed.page.evaluate<number>('document.documentElement.scrollHeight');
      expect(last!.y + last!.height).toBeLessThanOrEqual(height);
      await printed.page.close();
      // A strip of many rounds goes on in the next line, and a table of many columns is not cut.
      const long = Array.from(
        { length: 40 },
        (_, at) => ({ ...said('Ann', 'Yes.'), round: at + 1 }) as Event,
      );
      for (const [html, hash] of [
        [pageFor(talk(long)), '#c=0'],
        [pageFor(...runs), ''],
      ] as const) {
        const paper = await open(html, hash, { viewport: { width: 700, height: 900 } });
        await paper.page.emulateMedia({ media: 'print' });
        const last = paper.page.locator(hash === '' ? '.row' : '.grid td').last();
        await expect.poll(async () => (await last.boundingBox())!.width).toBeGreaterThan(10);
        const right = (box: { x: number; width: number } | null) => box!.x + box!.width;
        expect(right(await last.boundingBox())).toBeLessThanOrEqual(700);
        expect(await paper.page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
        await paper.page.close();
      }
      // What is folded on the screen is printed, too.
      const reason = 'because '.repeat(40);
      const proposal: Event = {
        type: 'proposal',
        ...place,
        by: 'Ann',
        candidate: '1',
        proposal: { apples: 3 },
        reason: reason,
      };
      const folded = await open(pageFor(talk([proposal, said('Ben', 'Yes.')])), '#c=0', {
        viewport: { width: 700, height: 800 },
      });
      const [why, grid] = [folded.page.locator('.reason .said'), folded.page.locator('.grid')];
      await folded.page.locator('.reason').waitFor();
      expect(await why.isVisible()).toBe(false);
      await folded.page.emulateMedia({ media: 'print' });
      await why.waitFor();
      await grid.waitFor();
      await folded.page.emulateMedia({ media: 'screen' });
      await expect.poll(() => why.isVisible()).toBe(false);
      await folded.page.close();

      const narrow = await open(pageFor(...runs), '#c=0&e=20', { viewport: { width: 400, height: 800 } });
      await narrow.page.getByRole('complementary', { name: 'Details of the event' }).waitFor();
      expect(await narrow.page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
      expect(await axe(narrow.page)).toEqual([]);
      await narrow.page.close();
      // Of two that are compared one is shown, and a switch shows the other.
      const two = await open(pageFor(...runs), '#c=1&beside=1', { viewport: { width: 400, height: 800 } });
      const panes = two.page.getByRole('region', { name: /^Collaboration \d/ });
      await panes.first().waitFor();
      expect(await panes.count()).toBe(1);
      const choose = two.page.getByRole('group', { name: 'Which one is read' });
      await choose.getByRole('button', { name: 'by unanimous' }).click();
      await two.page.getByRole('region', { name: 'Collaboration 1 of by unanimous' }).waitFor();
      expect(await panes.count()).toBe(1);
      expect(await two.page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
      await two.page.close();
      // A table that is slid sideways keeps the filter and its first column in view.
      const slid = await open(pageFor(...runs), '', { viewport: { width: 400, height: 800 } });
      await slid.page.getByText('10 of 10').waitFor();
      await slid.page.evaluate(`document.querySelector('.columns').scrollTo(300, 0)`);
      const first = slid.page.getByRole('button', { name: 'Collaboration 0 of by dowdall' });
      await expect.poll(async () => Math.round((await first.boundingBox())!.x)).toBeLessThan(60);
      expect((await first.boundingBox())!.x).toBeGreaterThanOrEqual(0);
      expect((await slid.page.getByLabel('Show those with').boundingBox())!.x).toBeGreaterThanOrEqual(0);
      const troubles = [printed, narrow, two, slid].flatMap(({ trouble }) => trouble);
      expect(troubles).toEqual([]);
      await slid.page.close();
    },
    60_000,
  );
});

describe('notes', () => {
  it.skipIf(noBrowser !== '')(
    `known: a star, tags and a note are kept beside the run, shown again, and counted${skipped}`,
    async () => {
      const served = await serveExplorer([sourceOf(runs[1]!)]);
      const page = await pages.browser!.newPage();
      const one = [...runs[1]!][0]!;
      const message = one.events.findIndex(({ type }) => type === 'message');
      await page.goto(`${served.address}#c=0&e=${message}`);
      const note = page.getByRole('region', { name: 'Your note', exact: true });
      await note.getByLabel('Star').click();
      await note.getByLabel('Tags').fill('offer, concession');
      await note.getByLabel('Tags').blur();
      await note.getByLabel('Note', { exact: true }).fill('gives way');
      await note.getByLabel('Note', { exact: true }).blur();
      const wanted = {
        collaboration: 0,
        event: message,
        star: true,
        tags: ['offer', 'concession'],
        note: 'gives way',
      };
      await expect.poll(() => readAnnotations(runs[1]!)).toMatchObject([wanted]);
      await page.locator('.entry.chosen .tags').getByText('concession').waitFor();
      await page.getByLabel('Show those with').fill('tags contains offer');
      await page.getByText('1 of 5').waitFor();
      const counted = await measure(runs[1]!, tags(runs[1]!, { by: 'agent' }));
      const from = (one.events[message] as { from: string }).from;
      expect(counted.map(({ tag, agent, value }) => [tag, agent, value])).toEqual([
        ['offer', from, 1],
        ['concession', from, 1],
        ['starred', from, 1],
      ]);
      await page.close();
      await served.close();
      // Another server of the same run shows it again, and who may not write does not.
      const again = await serveExplorer([sourceOf(runs[1]!)]);
      const { port, pathname } = new URL(again.address);
      const post = (body: string, headers: Record<string, string>) =>
        new Promise<number>((done, fail) => {
          const path = `${pathname}annotate?run=0`;
          const asked = request({ host: '127.0.0.1', port, path, method: 'POST', headers }, (answer) => {
            answer.resume();
            done(answer.statusCode ?? 0);
          });
          asked.on('error', fail);
          asked.end(body);
        });
      const own = { origin: `http://127.0.0.1:${port}`, 'content-type': 'application/json' };
      const line = JSON.stringify({ ...wanted, reader: 'other', at: '' });
      expect(await post(line, { ...own, origin: 'https://evil.example' })).toBe(403);
      expect(await post(line, { 'content-type': 'application/json' })).toBe(403);
      expect(await post(line, { ...own, 'content-type': 'text/plain' })).toBe(403);
      expect(await post(line, { ...own, 'sec-fetch-site': 'cross-site' })).toBe(403);
      for (const bad of [
        '{',
        '{}',
        JSON.stringify({ ...wanted, collaboration: 99, reader: 'x', at: '' }),
        'x'.repeat(200_000),
      ])
        expect(await post(bad, own)).toBe(400);
      expect(readAnnotations(runs[1]!)).toHaveLength(1);
      expect(await post(line, own)).toBe(200);
      expect(readAnnotations(runs[1]!)).toHaveLength(2);
      const second = await pages.browser!.newPage();
      await second.goto(`${again.address}#c=0&e=${message}`);
      await second.getByRole('region', { name: 'Your note', exact: true }).getByText('other:').waitFor();
      await second.close();
      await again.close();
    },
    60_000,
  );
});

describe('tags by the keyboard', () => {
  it.skipIf(noBrowser !== '')(
    `known: one key leads to the tags, another repeats the last; the panel counts them by agent and leads to each${skipped}`,
    async () => {
      const events = [said('Ann', 'One apple.'), said('Ben', 'Two pears.'), said('Ann', 'Three figs.')];
      const { page, trouble } = await open(pageFor(talk(events)), '#c=0');
      const list = page.getByRole('list', { name: 'Messages and events' });
      await list.getByRole('listitem').first().waitFor();
      const status = page.locator('.top .quiet[role=status]');
      await page.keyboard.press('n');
      await expect.poll(() => status.innerText()).toBe('Choose a message first, then tag it.');
      await page.keyboard.press('j');
      await page.keyboard.press('r');
      await expect.poll(() => status.innerText()).toBe('There is no tag to repeat yet.');
      await page.keyboard.press('n');
      await page.keyboard.type('offer, doubt');
      await page.keyboard.press('Escape');
      for (const step of ['j', 'j']) {
        await page.keyboard.press(step);
        await page.keyboard.press('r');
        await expect.poll(() => status.innerText()).toBe('It is tagged "doubt".');
      }
      await page.keyboard.press('r');
      await expect.poll(() => status.innerText()).toBe('It is tagged "doubt" already.');
      await page.getByText('Notes', { exact: true }).click();
      const counts = page.getByRole('table', { name: 'Tags by agent' });
      await counts.getByText('Ben').waitFor();
      const rows = await counts.getByRole('row').allInnerTexts();
      expect(rows.map((row) => row.split(/\s+/))).toEqual([
        ['tag', 'Ann', 'Ben', 'all'],
        ['doubt', '2', '1', '3'],
        ['offer', '1', '0', '1'],
      ]);
      const links = page.getByRole('list', { name: 'What is tagged' }).getByRole('button');
      await expect.poll(() => links.count()).toBe(3);
      await links.filter({ hasText: 'Two pears.' }).click();
      await list.locator('.entry.chosen').getByText('Two pears.').waitFor();
      await page.keyboard.press('?');
      expect(await page.locator('.keys').innerText()).toMatch(
        /n\s+tag the chosen message\s+r\s+tag it as the last one/,
      );
      expect(await axe(page)).toEqual([]);
      expect(trouble).toEqual([]);
      await page.close();
    },
    60_000,
  );
});

/** The live runs that are committed, as `agora explore --out` writes them. */
function livePage(): string {
  const sources = sourcesOf([recorded('live-qwen2.5-coder-1.5b')]);
  return pageOf({ title: 'live', runs: sources.map(({ run }) => run), view: '' }, sources);
}

describe('a set of mixed runs', () => {
  it.skipIf(noBrowser !== '')(
    `known: behind a vote stand its prompt and the request, to be copied${skipped}`,
    async () => {
      const rated = [...recorded('live-qwen2.5-coder-1.5b')].find(
        ({ instance }) => (instance as { condition: string }).condition === 'rated',
      )!;
      const vote = rated.events.findIndex(({ type }) => type === 'vote');
      const { page, trouble } = await open(livePage(), `#c=${rated.index}&e=${vote}`);
      const behind = page.getByRole('complementary', { name: 'Details of the event' });
      await behind.getByText('Who you are').first().waitFor();
      await page.getByRole('heading', { name: `collaboration ${rated.index}: economies / rated` }).waitFor();
      expect(await behind.innerText()).not.toContain('No prompt is on record');
      await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error())');
      await behind.getByRole('button', { name: 'request as curl' }).click();
      const curl = await behind.getByLabel('The request as curl, to be copied').inputValue();
      expect(curl).toContain('"model": "qwen2.5-coder-1.5b"');
      expect(curl).toContain('"temperature": 0');
      await behind.getByRole('button', { name: 'request as TypeScript' }).click();
      const code = await behind.getByLabel('The request as TypeScript, to be copied').inputValue();
      expect(code).toContain(`models.local({ weights: "qwen2.5-coder-1.5b" })`);
      expect(trouble).toEqual([]);
      await page.close();
    },
    60_000,
  );

  it.skipIf(noBrowser !== '')(
    `known: entry and condition are the first columns, and what the rows shown know nothing of is none${skipped}`,
    async () => {
      const { page, trouble } = await open(livePage(), '#filter=entry = menus');
      const heads = page.locator('[role="columnheader"], th');
      await page
        .getByText(/^\d+ of \d+/)
        .first()
        .waitFor();
      const names = (await heads.allInnerTexts()).map((name) => name.trim().split(/\s/)[0]);
      expect(names.slice(0, 3)).toEqual(['#', 'entry', 'condition']);
      expect(names).toContain('reward');
      expect(names).not.toContain('share');
      expect(trouble).toEqual([]);
      await page.close();
    },
    60_000,
  );
});
