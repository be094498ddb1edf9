import type { PublishedList, SurveyedSystem } from './gedi-words';
import type { RecomputedTable } from './published-table';

/**
 * Figure 1 from Table 4: how many of the surveyed systems decide in which way, and their share. The figure's own
 * percentages are part of a picture and not held here.
 */
export function surveyShares(table4: PublishedList<SurveyedSystem>): RecomputedTable {
  const categories = [...new Set(table4.rows.map(({ category }) => category))];
  const plain = (value: number) => ({ value, standardError: null });
  const rows = categories.map((label) => {
    const systems = table4.rows.filter(({ category }) => category === label).length;
    const cells = { systems: plain(systems), share: plain((100 * systems) / table4.rows.length) };
    return { label, setting: { category: label }, cells };
  });
  return {
    paper: table4.paper,
    item: 'Figure 1',
    caption: 'Surveyed systems by the way they decide, counted in Table 4.',
    unit: 'systems; share in percent',
    columns: ['systems', 'share'],
    rows,
    evidence: 'recomputed',
  };
}
