import { exampleItem } from '../examples';

/** GEDI's Figure 8: plurality depends on an option that cannot win. */
export const figure8 = exampleItem(8, 'Plurality depends on an irrelevant alternative.');
