// Takes a picture of the explorer with recorded games in it: the README's, or in the dark, or as narrow as a telephone.
//
//   node lib/report/explorer/picture.mjs [OUT.png] [--dark] [--width 390] [--view 'c=316&e=1'] [--set llm-deliberation]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { exploreCommand } from '../../agora-lab/dist/cli/explore-command.js';
import { places } from '../../tools/project.mjs';
import { findChromium } from '../../tools/screenshot.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dark: { type: 'boolean', default: false },
    width: { type: 'string', default: '1200' },
    view: { type: 'string', default: 'c=316&filter=not decided' },
    set: { type: 'string', default: 'llm-deliberation' },
  },
});
const [out = join(places().figures, 'explorer.png')] = positionals;

const scratch = mkdtempSync(join(tmpdir(), 'agora-picture-'));
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
try {
  const file = join(scratch, 'explorer.html');
  await exploreCommand([values.set], { out: file });
  const page = await browser.newPage({
    viewport: { width: Number(values.width), height: 640 },
    colorScheme: values.dark ? 'dark' : 'light',
  });
  await page.goto(`${pathToFileURL(file)}#${values.view}`);
  await page.waitForSelector('.entry');
  await page.screenshot({ path: out });
  console.log(out);
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true, force: true });
}
