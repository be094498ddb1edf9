import { averageOver, type Row } from 'agora-core/metrics';
import { Random } from 'agora-voting';
import { word } from '../setting';

/*
 * What GEDI's Figures 6 and 7 share: questions by subject, and how subjects differ by chance alone.
 */

/** Whether questions keep their subjects. */
export const subjectsAs = word(['as they are', 'dealt at random'], {
  default: 'as they are',
  paper: 'as they are',
  does: 'Dealt at random: the questions are dealt out to subjects of the same sizes, which shows how far chance alone spreads subjects.',
});

/** Rows of single questions with subjects reassigned at random. All rows of a question get the same subject. */
export function dealt(rows: readonly Row[], seed: number): Row[] {
  const subjects = new Map(rows.map((row) => [Number(row['collaboration']), String(row['subject'])]));
  const shuffled = Random.from(seed, 'subjects').shuffle([...subjects.values()]);
  const dealtTo = new Map(
    [...subjects.keys()].map((question, place) => [question, shuffled[place] as string]),
  );
  return rows.map((row): Row => ({ ...row, subject: dealtTo.get(Number(row['collaboration'])) ?? '' }));
}

/** The mean of each subject, with its standard error over questions; subjects without a counted question are left out. */
export function bySubject(rows: readonly Row[]): Row[] {
  return averageOver(rows, 'collaboration').filter(({ value }) => value !== null);
}

/** "professional_accounting" as the paper writes it. */
export const subjectIn = (row: Row): string => String(row['subject']).replaceAll('_', ' ');
