import type { Bounds } from '../../row';

/** The bounds of a number in percent. */
export const percent: Bounds = [0, 100];

/** The bounds of a share from 0 to 1. */
export const share: Bounds = [0, 1];
