import { item } from '../../item';
import { storedLive } from '../../live/stored';
import { words } from '../../setting';
import {
  alone,
  besideTable,
  caseSettings,
  claimReaders,
  type ClaimReader,
  claimSettings,
  measured,
  playedAlone,
} from '../groups';
import { tables } from '../tables';

const readers = Object.keys(claimReaders) as [ClaimReader, ...ClaimReader[]];

/** Table 2: one agent alone on fact checking, by what it reads, and the vote of all, which the paper does not print. */
export const table2 = item({
  paper: 'Strategies',
  item: 'Table 2',
  notebook: 'collaboration-strategies.ipynb',
  published: () => tables.table2,
  plusMinus: null,
  notes: [
    'Accuracy in percent; tokens are means per case; rounds are one by definition.',
    "The consistent agent reads one sentence with the claim's label: the paper's upper bound of groups.",
    'The vote (MV) is printed as N/A.',
  ],
  departs: "Made-up claims, or claims of CLIMATE-FEVER or WiCE; the paper's are AmbiFC's.",

  settings: {
    ...caseSettings,
    ...claimSettings,
    readers: words(readers, {
      default: readers,
      paper: ['Agent consistent', 'Agent inconsistent', 'Agent all'],
      does: 'Who is asked: agents that read one sentence, all of them, or the vote (MV).',
    }),
  },

  experiments: ({ readers: wanted, ...settings }) =>
    wanted.map((label) => alone('fact-check', label, settings)),
  stored: ({ readers: wanted }) => storedLive(playedAlone(wanted)),
  measure: measured,
  compare: (rows) => besideTable(tables.table2, rows, ['accuracy', 'tokens']),
});
