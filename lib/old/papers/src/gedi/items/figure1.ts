import type { Row } from 'agora-core/metrics';
import { barFigure } from 'agora-report';
import { item } from '../../item';
import { word } from '../../setting';
import { tables } from '../tables';

/** GEDI's Figure 1: how 52 published systems decide, counted in Table 4. */
export const figure1 = item({
  paper: 'GEDI',
  item: 'Figure 1',
  notebook: 'gedi-elections.ipynb',
  published: () => ({
    paper: 'GEDI',
    item: 'Figure 1',
    caption: 'How 52 surveyed systems decide.',
    rows: [],
  }),
  plusMinus: null,
  notes: ['A picture; its shares follow from Table 4, which is printed in full.'],
  departs: 'Counted in Table 4.',

  settings: {
    systems: word(['all', 'named in section 2.2'], {
      default: 'all',
      paper: 'all',
      does: 'Whether all 52 systems count, or those that section 2.2 also names under their way to decide.',
    }),
  },

  computed({ systems }) {
    const { rows } = tables.table4;
    const counted = rows.filter(({ section22 }) => systems === 'all' || section22);
    return [...new Set(rows.map(({ category }) => category))].flatMap((category) => {
      const own = counted.filter((system) => system.category === category).length;
      const row = (column: string, value: number): Row => ({
        category: category,
        column: column,
        value: value,
        standardError: null,
        low: null,
        high: null,
        n: counted.length,
        evidence: 'recomputed',
      });
      return [row('systems', own), row('share', (100 * own) / counted.length)];
    });
  },

  figure(rows) {
    const systems = rows.filter(({ column }) => column === 'systems');
    return barFigure([{ name: 'systems', values: systems.map(({ value }) => value) }], {
      title: `How ${String(systems[0]?.n)} multi-agent systems decide`,
      subtitle: 'recomputed from Table 4; no error bars, since every listed system is counted',
      categories: systems.map(({ category }) => String(category)),
      valueTitle: 'Systems',
    });
  },
});
