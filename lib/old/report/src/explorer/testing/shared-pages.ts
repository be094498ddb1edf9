import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { exchangeEconomy } from 'agora-core/environments';
import { experiment, type Run } from 'agora-core/experiment';
import { simulated } from 'agora-core/models';
import { roundTable } from 'agora-core/protocols';
import type { Collaboration } from 'agora-core/transcripts';
import { dowdall, unanimous } from 'agora-voting';
import { pageOf } from '../page';
import { sourcesOf } from '../sources';

const program = '/usr/bin/chromium';
const bundles = ['explorer.bundle', 'formula.bundle'].map((name) =>
  join(__dirname, '../../../dist/explorer', name),
);

/** Why nothing can be opened in a browser; empty where it can. */
export const noBrowser = [
  existsSync(program) ? '' : 'no Chromium here',
  bundles.every((file) => existsSync(file)) ? '' : 'not built',
]
  .filter((one) => one !== '')
  .join(', ');

/** What a test's name says where nothing can be opened. */
export const skipped = noBrowser === '' ? '' : ` [skipped: ${noBrowser}]`;

/** Two small runs in a folder of their own, and a browser that opens pages of them. */
export interface Pages {
  readonly folder: string;
  readonly runs: readonly Run[];
  /** Null where there is none. */
  readonly browser: Browser | null;
  /** Opens a page from a file; `trouble` gathers errors, dialogs and requests. */
  readonly open: (
    html: string,
    hash?: string,
    screen?: BrowserContextOptions,
  ) => Promise<{ page: Page; trouble: string[] }>;
  /** Closes the browser and deletes the folder. */
  readonly close: () => Promise<void>;
}

/** Five round tables under each of two rules, played by the simulated agent. */
export async function openPages(): Promise<Pages> {
  const folder = mkdtempSync(join(tmpdir(), 'agora-explorer-'));
  const runs = await Promise.all(
    [dowdall, unanimous].map((rule) =>
      experiment({
        name: `by ${rule.name}`,
        environment: exchangeEconomy(),
        protocol: roundTable({ rule, rounds: 3 }),
        model: simulated({ malformedRate: 0.2 }),
        collaborations: 5,
        folder: join(folder, rule.name),
        progress: 'none',
      }),
    ),
  );
  const browser =
    noBrowser === '' ? await chromium.launch({ executablePath: program, args: ['--no-sandbox'] }) : null;

  async function open(html: string, hash = '', screen: BrowserContextOptions = {}) {
    const file = join(folder, 'page.html');
    writeFileSync(file, html);
    const page = await browser!.newPage(screen);
    const trouble: string[] = [];
    page.on('pageerror', ({ message }) => trouble.push(message));
    page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
    page.on('dialog', (dialog) => void (trouble.push(dialog.message()), dialog.dismiss()));
    page.on('request', (asked) => void (asked.url().startsWith('file:') || trouble.push(asked.url())));
    await page.goto(`file://${file}${hash}`);
    return { page, trouble };
  }

  return {
    folder: folder,
    runs: runs,
    browser: browser,
    open: open,
    close: async () => {
      await browser?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A page of runs, or of one collaboration. */
export function pageFor(...given: (Run | Collaboration)[]): string {
  const sources = sourcesOf(given.map((one) => ('folder' in one ? one : [one])));
  return pageOf({ title: 'a test', runs: sources.map(({ run }) => run), view: '' }, sources);
}
