/**
 * `npm run reproduce [-- NOTEBOOK …]`: sets up, executes the notebooks, and writes their outputs, figures/,
 * figures/LEDGER.md and figures/FINDINGS.md. If neither code nor data changed, the repository stays unchanged.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { at, main, say, stopwatch } from './shared.mjs';
import { chooseNotebooks, notebookNames, runNotebooks } from './notebooks.mjs';
import { setUp } from './set-up.mjs';

await main(async (given) => {
  const elapsed = stopwatch();
  const names = chooseNotebooks(given);
  const model = process.env.AGORA_MODEL ?? '';
  if (model !== '' && model !== 'simulated')
    say(`Reproduction simulates agents and does not use ${model}. Run "npm run lab" to use it.`);
  await setUp();
  const isWhole = await runNotebooks(names, { write: true });
  writeLedger();
  writeFindings();
  say(
    isWhole
      ? `\nReproduced ${names.length} notebooks in ${elapsed()}. figures/LEDGER.md links every table and figure; figures/FINDINGS.md lists the findings.`
      : '\nAt least one notebook failed. Failed notebooks were left unchanged.',
  );
  return isWhole ? 0 : 1;
});

/** Writes figures/LEDGER.md: a link to each heading that names tables or figures from a paper. */
function writeLedger() {
  const sections = notebookNames().map((name) => {
    const { cells } = JSON.parse(readFileSync(at('notebooks', `${name}.ipynb`), 'utf8'));
    const lines = cells
      .filter((cell) => cell.cell_type === 'markdown')
      .flatMap((cell) => [cell.source].flat().join('').split('\n'));
    const title = lines.find((line) => line.startsWith('# '))?.slice(2) ?? name;
    const links = lines
      .filter((line) => /^#{2,} .*\b(Table|Figure)s? \d/.test(line))
      .map((line) => line.replace(/^#+ /, ''))
      // JupyterLab's anchors are headings with hyphens instead of spaces.
      .map((heading) => `- [${heading}](<../notebooks/${name}.ipynb#${heading.replaceAll(' ', '-')}>)`);
    return links.length === 0 ? '' : `## [${title}](../notebooks/${name}.ipynb)\n\n${links.join('\n')}\n`;
  });
  const intro =
    'This page links each table and figure from the papers to the notebook that computes it. `npm run reproduce` writes ' +
    "the page from the notebooks' headings.";
  const text = `# Ledger\n\n${intro}\n\n${sections.filter(Boolean).join('\n')}`;
  const file = at('figures', 'LEDGER.md');
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

/**
 * Writes figures/FINDINGS.md: the output of cells with `report.findings(...)`, by notebook, with links to their
 * headings.
 */
function writeFindings() {
  const sections = notebookNames().flatMap((name) => {
    const { cells } = JSON.parse(readFileSync(at('notebooks', `${name}.ipynb`), 'utf8'));
    const textOf = (lines) => [lines].flat().join('');
    let title = '';
    let heading = '';
    const found = [];
    for (const cell of cells) {
      const source = textOf(cell.source);
      for (const [, marks, words] of cell.cell_type === 'markdown' ? source.matchAll(/^(#+) (.*)$/gm) : []) {
        if (marks === '#') title ||= words;
        else heading = words;
      }
      if (cell.cell_type !== 'code' || !source.includes('report.findings(')) continue;
      const list = cell.outputs.flatMap(({ data }) =>
        data === undefined ? [] : [textOf(data['text/plain'])],
      );
      found.push(
        `${list.join('\n')}\n\n[The numbers](<../notebooks/${name}.ipynb#${heading.replaceAll(' ', '-')}>)\n`,
      );
    }
    return found.length === 0 ? [] : [`## ${title}\n\n${found.join('\n')}`];
  });
  const intro =
    'This page lists the findings from real evidence, paper by paper: recorded replies from models and people, and live runs. ' +
    'A notebook cell writes each sentence from the numbers above it. Brackets contain 95% intervals. ' +
    '`npm run reproduce` writes this page.';
  const text = `# Findings\n\n${intro}\n\n${sections.join('\n')}`;
  const file = at('figures', 'FINDINGS.md');
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
