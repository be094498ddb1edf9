import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { labCopies } from './lab-copies.mjs';
import { prepareMyNotebooks } from './lab.mjs';
import { joinText } from './notebook-format.mjs';
import { listNotebooks } from './notebooks.mjs';
import { places } from './project.mjs';

/** The targets of a text's relative links, without what comes after a #, as a reader of Markdown and HTML finds them. */
function relativeLinks(text) {
  const forms = [
    /\]\(\s*<([^>]*)>/g,
    /\]\(\s*([^)<\s]+)/g,
    /^\[[^\]]+\]:\s*<?([^\s>]+)/gm,
    /(?:href|src)="([^"]+)"/g,
  ];
  const targets = forms.flatMap((form) => [...text.matchAll(form)].map(([, target]) => target));
  return targets
    .map((target) => decodeURI(target.replace(/#.*$/s, '')))
    .filter((target) => target !== '' && !/^[a-z][a-z0-9+.-]*:/i.test(target));
}

/** The Markdown of a notebook, or of a page. */
function markdownOf(path) {
  const text = readFileSync(path, 'utf8');
  if (!path.endsWith('.ipynb')) return text;
  const cells = JSON.parse(text).cells.filter(({ cell_type }) => cell_type === 'markdown');
  return cells.map(({ source }) => joinText(source)).join('\n\n');
}

/** "gedi.ipynb: ../figures/CLAIMS.md" for each relative link that leads nowhere, or where `isGood` says no. */
function deadLinks(path, isGood) {
  const links = relativeLinks(markdownOf(path));
  return links.filter((link) => !isGood(resolve(dirname(path), link))).map((link) => `${path}: ${link}`);
}

const isFile = (path) => existsSync(path) && statSync(path).isFile();

describe('links of the shipped notebooks', () => {
  let home;
  beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'agora-copies-'))));
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  it('law: in notebooks/, each relative link leads to what is there', () => {
    const notebooks = listNotebooks(places());
    expect(notebooks.flatMap((path) => relativeLinks(markdownOf(path))).length).toBeGreaterThan(100);
    expect(notebooks.flatMap((path) => deadLinks(path, existsSync))).toEqual([]);
  });

  it("law: in the lab's folder, each relative link of notebooks and pages leads to a file within it", () => {
    const at = { ...places(), myNotebooks: join(home, 'mine'), stamps: join(home, 'stamps') };
    const { made, behind } = prepareMyNotebooks(at);
    expect([made.length, behind]).toEqual([at.shipped.length, []]);
    const pages = labCopies(at).map(({ place }) => join(at.myNotebooks, place));
    const read = pages.filter((path) => /\.(ipynb|md)$/.test(path));
    const isWithin = (path) => path.startsWith(at.myNotebooks) && isFile(path);
    expect(read.flatMap((path) => deadLinks(path, isWithin))).toEqual([]);
    const claims = join(at.myNotebooks, 'shipped', 'pages', 'figures', 'CLAIMS.md');
    expect(isFile(claims)).toBe(true);
    expect(prepareMyNotebooks(at)).toEqual({ isNew: false, behind: [], made: [] });
  });
});

describe('labCopies', () => {
  let at;
  beforeEach(() => {
    at = { ...places(mkdtempSync(join(tmpdir(), 'agora-copies-'))), shipped: ['a', 'b'] };
  });
  afterEach(() => rmSync(at.project, { recursive: true, force: true }));
  const put = (path, text) => {
    mkdirSync(dirname(join(at.project, path)), { recursive: true });
    writeFileSync(join(at.project, path), text);
  };
  const copies = () =>
    Object.fromEntries(
      labCopies(at).map(({ place, content }) => [place.replaceAll('\\', '/'), content.toString()]),
    );

  it('known: pages are copied, and links rewritten, through pages and back to notebooks', () => {
    put('notebooks/a.ipynb', '"see [b](<b.ipynb#Table 1>) and [it](../figures/IT.md#x)"');
    put('notebooks/b.ipynb', 'no links');
    put('figures/IT.md', '[a](../notebooks/a.ipynb) [data](data.json) [web](https://example.org/a.md)');
    put('figures/data.json', '{}');
    expect(copies()).toEqual({
      'shipped/a.ipynb': '"see [b](<b.ipynb#Table 1>) and [it](pages/figures/IT.md#x)"',
      'shipped/b.ipynb': 'no links',
      'shipped/pages/figures/IT.md': '[a](../../a.ipynb) [data](data.json) [web](https://example.org/a.md)',
      'shipped/pages/figures/data.json': '{}',
    });
  });

  it('known: of a folder its files are copied, and the link leads to one of them', () => {
    put('notebooks/a.ipynb', '[code](../lib/x)');
    put('lib/x/index.ts', 'index');
    put('lib/x/other.ts', 'other');
    put('lib/x/deeper/no.ts', 'no');
    expect(copies()).toEqual({
      'shipped/a.ipynb': '[code](pages/lib/x/index.ts)',
      'shipped/pages/lib/x/index.ts': 'index',
      'shipped/pages/lib/x/other.ts': 'other',
    });
  });

  it('contract: what leads to no file of the project stays as it is', () => {
    const text =
      '[a](gone.md) [b](#here) [c](/etc/hosts) [d](../../outside) rows[0](x) [e](100%.md) [f](mailto:a@b)';
    put('notebooks/a.ipynb', text);
    expect(copies()).toEqual({ 'shipped/a.ipynb': text });
  });
});
