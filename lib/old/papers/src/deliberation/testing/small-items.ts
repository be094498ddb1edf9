/** Sizes at which the sweep over all items runs in seconds. */
export const smallDeliberation = {
  'deliberation.table1': { cases: 4, talks: 1 },
  'deliberation.table2': { cases: 1 },
  'deliberation.table3': { cases: 1 },
  'deliberation.table4': { cases: 1 },
  'deliberation.table5': { cases: 1 },
  'deliberation.table6': { cases: 1 },
  'deliberation.table7': { cases: 3, domains: ['menu-numeric'] },
};
