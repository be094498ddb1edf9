import { everyItem } from 'agora-papers';
import { textTable } from 'agora-report/internal';

/** `agora items`: every table and figure of every paper, what it shows, and how to get it. */
export function listItems(): string {
  const rows = everyItem().map(({ id, item, shows, evidence, notebook }) => {
    const [paper = ''] = id.split('.');
    return [paper, item, shows, evidence.join(', ') || 'printed only', notebook];
  });
  const columns = ['paper', 'item', 'shows', 'evidence at hand', 'notebook'];
  return [
    textTable(
      columns.map((title) => ({ title: title, width: 60 })),
      rows,
    ),
    '',
    'One of them: npx agora reproduce gedi table2. What can be tweaked in it: npx agora reproduce gedi table2 --settings.',
  ].join('\n');
}
