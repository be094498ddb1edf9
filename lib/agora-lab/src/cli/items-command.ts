import { everyItem } from 'agora-papers';
import { textTable } from 'agora-report/internal';

/**
 * `agora items`: every table and figure of every paper, or of one, what it shows, and how to get it.
 * @throws AgoraError 'setting' for a paper that there is not
 */
export function listItems(paper?: string): string {
  const items = everyItem(paper);
  const results = items.filter(({ evidence }) => evidence.length > 0).length;
  const rows = items.map(({ id, item, shows, evidence, notebook }) => {
    const [paper = ''] = id.split('.');
    return [paper, item, shows, evidence.join(', ') || 'printed only', notebook];
  });
  const table2 = items.find(({ id }) => id === 'gedi.table2');
  const shown = table2 ?? items.find(({ has }) => has.compare);
  const example = shown?.id.replace('.', ' ') ?? '';
  const columns = ['paper', 'item', 'shows', 'evidence at hand', 'notebook'];
  return [
    textTable(
      columns.map((title) => ({ title: title, width: 60 })),
      rows,
    ),
    '',
    `${items.length} tables and figures: ${results} with results, and ${items.length - results} that are printed only.`,
    `One of them: npx agora reproduce ${example}. What can be tweaked in it: npx agora reproduce ${example} --settings.`,
  ].join('\n');
}
