import { exampleItem } from '../examples';

/** GEDI's Figure 10: instant runoff punishes an option for more support. */
export const figure10 = exampleItem(10, 'Instant runoff punishes an option for more support.');
