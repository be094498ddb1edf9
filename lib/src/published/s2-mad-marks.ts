import { z } from 'zod';
import { deepFreeze, readPublished } from './read-published';

/** A cell that a table underlines. */
export interface UnderlinedCell {
  readonly item: string;
  readonly row: string;
  readonly column: string;
}

const text = z.string().min(1);
const marks = z.strictObject({
  paper: z.literal('S2-MAD'),
  notes: z.array(text),
  underlined: z.array(z.strictObject({ item: text, row: text, column: text })),
});

/**
 * The underlined cells of Tables 1, 2, 3 and 7, from data/published/s2-mad-marks.json.
 * @throws AgoraError 'published-data' when the file is missing or broken, naming the place in it
 */
export function loadS2MadMarks(folder?: string): readonly UnderlinedCell[] {
  return deepFreeze(readPublished('s2-mad-marks', marks, folder).underlined);
}
