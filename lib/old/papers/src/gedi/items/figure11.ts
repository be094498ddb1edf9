import { exampleItem } from '../examples';

/** GEDI's Figure 11: the greatest sum of utilities against the will of ten of twelve. */
export const figure11 = exampleItem(11, 'A sum of utilities passes over the majority.');
