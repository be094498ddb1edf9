/**
 * `npm run docs`: writes pages for all public names to docs/api/, and lib/cheat-sheet.html with one line per name. The
 * sheet fits on one page. With Chromium (AGORA_CHROMIUM, or on the path), the command also writes docs/cheat-sheet.pdf.
 * Any warning makes the command fail.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { columns } from 'agora-lab';
import { Application, ReflectionKind } from 'typedoc';
import { at, main, say } from './shared.mjs';

const style = `
:root { color-scheme: light dark; font: 12px/1.35 system-ui, sans-serif; }
body { margin: 1.5rem auto; max-width: 1500px; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin: 0 0 .8rem; } h1 small { font-size: .85rem; font-weight: normal; margin-left: .8rem; }
main { columns: 26rem; column-gap: 1.8rem; }
h2 { break-after: avoid; border-bottom: 1px solid #8886; font-size: .95rem; margin: .7rem 0 .3rem; color: light-dark(#0a5a9c, #7cc0f5); }
section:first-child h2 { margin-top: 0; }
dl { margin: 0; } dt, dd { display: inline; margin: 0 .35em 0 0; } dt { font: 600 .92em ui-monospace, monospace; }
@page { size: A4 landscape; margin: 6mm; }
@media print { :root { font-size: 7.4px; line-height: 1.15; color-scheme: light; } body { margin: 0; max-width: none; padding: 0; } main { columns: 5; column-gap: 3mm; } }
`;

await main(async () => {
  const app = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-missing-exports'],
    entryPoints: [at('lib', 'index.ts')],
    tsconfig: at('lib', 'tsconfig.build.json'),
    name: 'Agora Lab',
    readme: at('lib', 'GUIDE.md'),
    out: at('docs', 'api'),
    disableSources: true,
    excludeExternals: true,
    excludePrivate: true,
    treatWarningsAsErrors: true,
    logLevel: 'Warn',
    highlightLanguages: ['ts', 'js', 'sql', 'python'],
  });
  const project = await app.convert();
  if (project === undefined) return 1;
  app.validate(project);
  await app.generateOutputs(project);

  const sheet = at('lib', 'cheat-sheet.html');
  writeFileSync(sheet, cheatSheet(project));
  mkdirSync(at('docs'), { recursive: true });
  const pdf = at('docs', 'cheat-sheet.pdf');
  const isPrinted = print(sheet, pdf);
  say(`docs/api/index.html and lib/cheat-sheet.html${isPrinted ? ', and docs/cheat-sheet.pdf' : ''}`);
  return app.logger.hasErrors() || app.logger.hasWarnings() ? 1 : 0;
});

// ---------------------------------------------------------------- the cheat sheet

/**
 * Returns the cheat sheet. It lists public values by namespace, and begins with the package's own values. Types are
 * described only in docs/api.
 */
function cheatSheet(project) {
  const values = project.children.filter((one) => isValue(one));
  const namespaces = project.children.filter((one) => one.kindOf(ReflectionKind.Namespace));
  const groups = [
    { title: 'import { … } from "agora-lab"', names: values },
    ...namespaces.map((one) => ({ title: one.name, names: one.children.filter(isValue) })),
  ];
  const places = new Map(); // some names are in two namespaces
  const sections = groups.map(({ title, names }) => {
    const isNew = (one) => !places.has(one.name) || title === 'models';
    const rows = names
      .filter(isNew)
      .map((one) => `<div><dt>${signatureOf(one)}</dt><dd>${firstSentence(one)}</dd></div>`);
    const again = names.filter((one) => !isNew(one)).map(({ name }) => name);
    if (again.length > 0) rows.push(`<dd>Also ${again.join(', ')}.</dd>`);
    for (const { name } of names) places.set(name, title);
    return rows.length === 0
      ? ''
      : `<section><h2>${escape(title)}</h2><dl>\n${rows.join('\n')}\n</dl></section>`;
  });
  const families = Object.entries(columns).map(
    ([family, names]) => `<div><dt>columns.${family}</dt><dd>${Object.keys(names).join(', ')}</dd></div>`,
  );
  sections.splice(1, 0, `<section><h2>columns</h2><dl>\n${families.join('\n')}\n</dl></section>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Agora Lab: cheat sheet</title>
<style>${style}</style>
<h1>Agora Lab <small>An environment defines the problem, a protocol defines how the group decides, a rule counts the votes, a model plays the agents, a run stores the results, and a column measures them.</small></h1>
<main>
${sections.join('\n')}
</main>
</html>
`;
}

/** Returns whether a name is a function, a constant or a class, including names exported from two places. */
function isValue(one) {
  const kinds = [ReflectionKind.Function, ReflectionKind.Variable, ReflectionKind.Class];
  return target(one).kindOf(kinds);
}

function target(one) {
  return one.kindOf(ReflectionKind.Reference) ? one.getTargetReflectionDeep() : one;
}

/** Returns a name with its parameters: "measure(runs, columns)". */
function signatureOf(one) {
  const signature = target(one).signatures?.[0];
  if (signature === undefined) return escape(one.name);
  const parameters = (signature.parameters ?? []).map(
    ({ name, flags, defaultValue }) =>
      `${name === '__namedParameters' ? 'options' : name}${flags.isOptional || defaultValue ? '?' : ''}`,
  );
  return escape(`${one.name}(${parameters.join(', ')})`);
}

/** Returns the first sentence of a documentation comment. */
function firstSentence(one) {
  const documented = target(one);
  const comment = documented.signatures?.[0]?.comment ?? documented.comment;
  if (comment === undefined)
    throw new Error(`${one.name} is public and has no documentation comment. Add one.`);
  const text = comment.summary
    .map((part) => part.text)
    .join('')
    .replaceAll('`', '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return escape(/^.*?[.?!](?= [A-Z]|$)/.exec(text)?.[0] ?? text);
}

function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Prints a page to PDF with Chromium. Returns whether that succeeded. */
function print(page, pdf) {
  const programs = [process.env.AGORA_CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome'].filter(
    Boolean,
  );
  const options = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--no-pdf-header-footer',
    `--print-to-pdf=${pdf}`,
  ];
  return programs.some(
    (program) => spawnSync(program, [...options, pathToFileURL(page).href], { stdio: 'ignore' }).status === 0,
  );
}
