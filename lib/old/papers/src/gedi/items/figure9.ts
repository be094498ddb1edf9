import { exampleItem } from '../examples';

/** GEDI's Figure 9: plurality passes over the option that beats every other in pairs. */
export const figure9 = exampleItem(9, 'Plurality passes over the Condorcet winner.');
