import { item } from '../../item';
import { storedLive } from '../../live/stored';
import {
  besideTable,
  caseSettings,
  claimSettings,
  groupSettings,
  measured,
  onFactChecking,
  playedAlone,
  playedGroups,
} from '../groups';
import { tables } from '../tables';

/** Table 4: nine ways to collaborate on fact checking, beside the consistent agent (the same run as in Table 2). */
export const table4 = item({
  paper: 'Strategies',
  item: 'Table 4',
  notebook: 'collaboration-strategies.ipynb',
  published: () => tables.table4,
  plusMinus: null,
  notes: [
    'Accuracy in percent; tokens and rounds are means per case. The paper prints no spread.',
    "The consistent agent reads one sentence with the claim's label: the paper's upper bound of groups.",
  ],
  departs: "Made-up claims, or claims of CLIMATE-FEVER or WiCE; the paper's are AmbiFC's.",

  settings: { ...caseSettings, ...claimSettings, ...groupSettings },

  experiments: onFactChecking,
  stored: ({ strategies: wanted }) =>
    storedLive([...playedAlone(['Agent consistent']), ...playedGroups(wanted)]),
  measure: measured,
  compare: (rows) => besideTable(tables.table4, rows),
});
