/**
 * Formats the code cells of all notebooks with Prettier, as `npm run format` formats all other files. With `--check`,
 * changes nothing and fails if a cell is not formatted.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { at, main, say } from './shared.mjs';
import { notebookNames } from './notebooks.mjs';

await main(async ([option]) => {
  const settings = await resolveConfig(at('package.json'));
  let unformatted = 0;
  for (const name of notebookNames()) {
    const file = at('notebooks', `${name}.ipynb`);
    const notebook = JSON.parse(readFileSync(file, 'utf8'));
    let isChanged = false;
    for (const [place, cell] of notebook.cells.entries()) {
      if (cell.cell_type !== 'code') continue;
      const code = cell.source.join('');
      const formatted = (await format(code, { ...settings, parser: 'typescript' })).trimEnd();
      if (formatted === code) continue;
      isChanged = true;
      cell.source = formatted.split(/(?<=\n)/);
      if (option === '--check')
        say(`notebooks/${name}.ipynb: cell ${place + 1} is not formatted. Run npm run format.`);
    }
    if (!isChanged) continue;
    unformatted += 1;
    if (option !== '--check') writeFileSync(file, `${JSON.stringify(notebook, null, 1)}\n`);
  }
  return option === '--check' && unformatted > 0 ? 1 : 0;
});
