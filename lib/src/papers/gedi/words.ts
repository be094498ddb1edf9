import { z } from 'zod';
import { deepFreeze, readPublished } from '../load-paper';

/** A table of a paper whose cells are words rather than numbers. */
export interface PublishedList<Row> {
  readonly paper: string;
  readonly item: string;
  readonly caption: string;
  readonly rows: readonly Row[];
}

/** A row of Table 1: which criteria the paper says that a method meets. */
export interface CriteriaClaim {
  /** As the table prints it. */
  readonly label: string;
  /** What this kit calls the rule. */
  readonly rule: string;
  readonly ballot: 'ranking' | 'scores' | 'single';
  /** By criterion, under the names of `voting.criterionNames`: a tick is true. */
  readonly meets: Readonly<Record<string, boolean>>;
}

/** A row of Table 3. */
export interface ModelSource {
  readonly label: string;
  /** The name that all tables share here. */
  readonly model: string;
  readonly source: string;
  /** What the text of Appendix A calls it. */
  readonly appendixA: string;
}

/** A row of Table 4. */
export interface SurveyedSystem {
  readonly category: 'Dictatorial' | 'No CDM or Unspecified' | 'Plurality' | 'Utilitarian';
  readonly work: string;
  /** Null where none is legible. */
  readonly note: string | null;
  /** Whether section 2.2 names the work under its category. */
  readonly section22: boolean;
}

/** An asterisk on a cell. */
export interface CellMark {
  readonly item: string;
  readonly row: string;
  readonly column: string;
  readonly mark: string;
  readonly meaning: string;
}

/** What gedi-words.json holds. */
export interface GediWords {
  readonly marks: readonly CellMark[];
  readonly criteria: readonly CriteriaClaim[];
  readonly models: readonly ModelSource[];
  readonly survey: readonly SurveyedSystem[];
}

const text = z.string().min(1);
const words = z.strictObject({
  paper: z.literal('GEDI'),
  notes: z.array(text),
  marks: z.array(z.strictObject({ item: text, row: text, column: text, mark: text, meaning: text })),
  criteria: z.array(
    z.strictObject({
      label: text,
      rule: text,
      ballot: z.enum(['ranking', 'scores', 'single']),
      meets: z.record(text, z.boolean()),
    }),
  ),
  models: z.array(z.strictObject({ label: text, model: text, source: z.url(), appendixA: text })),
  survey: z.array(
    z.strictObject({
      category: z.enum(['Dictatorial', 'No CDM or Unspecified', 'Plurality', 'Utilitarian']),
      work: text,
      note: text.nullable(),
      section22: z.boolean(),
    }),
  ),
});

/** @throws AgoraError 'published-data' when the file is missing or broken, naming the place in it */
export function loadGediWords(folder?: string): GediWords {
  const { marks, criteria, models, survey } = readPublished('gedi-words', words, folder);
  return deepFreeze({ marks, criteria, models, survey });
}
