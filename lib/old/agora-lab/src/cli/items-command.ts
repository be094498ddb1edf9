import { type AnyItem, everyItem } from 'agora-papers';
import { textTable } from 'agora-report/internal';

/**
 * `agora items`: every table and figure of every paper, or of one, what it shows, and how to get it.
 * @throws AgoraError 'setting' for a paper that there is not
 */
export function listItems(paper?: string): string {
  const items = everyItem(paper);
  const results = items.filter(({ evidence }) => evidence.length > 0).length;
  const rows = items.map((one) => {
    const [paper = ''] = one.id.split('.');
    return [paper, one.item, one.shows, evidenceAtHand(one), one.notebook];
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
    'live (stored): replies of small real models come with the kit. your model: live evidence needs one, by --model or AGORA_MODEL.',
    `One of them: npx agora reproduce ${example}. What can be tweaked in it: npx agora reproduce ${example} --settings.`,
  ].join('\n');
}

/**
 * The kinds of evidence that an item can give, strongest first: "recorded, live (stored), simulated". Where only a model of
 * the user's own gives live evidence, that comes last, since it is not at hand.
 */
export function evidenceAtHand({ evidence, has }: Pick<AnyItem, 'evidence' | 'has'>): string {
  if (evidence.length === 0) return 'printed only';
  const atHand = evidence
    .filter((kind) => kind !== 'live' || has.storedLive)
    .map((kind) => (kind === 'live' ? 'live (stored)' : kind));
  const needsModel = evidence.includes('live') && !has.storedLive;
  return [...atHand, ...(needsModel ? ['your model'] : [])].join(', ');
}
