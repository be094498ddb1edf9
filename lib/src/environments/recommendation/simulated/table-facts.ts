import type { MovieHistoryRow, UserHistoryRow } from '../types';
import type { Fact, FactName, Person } from './facts';
import { leaning } from './first-guess';
import type { OwnTable } from './own-table';

/** What an agent must have been told before it can answer some questions about its own table. */
export interface Told {
  /** The target movie's genres. */
  readonly genres: readonly string[] | null;
  readonly person: Person | null;
}

/** People this many years apart are about the same age. */
const sameAge = 10;

/**
 * A number read off the agent's own table, exactly; null when it is not to be found there, because the table is
 * another's, holds no such row, or nobody has said yet which rows to look at.
 * @param usualRating - what a first guess starts from
 */
export function tableFact(table: OwnTable, name: FactName, told: Told, usualRating: number): Fact | null {
  if (table.name === 'basicInfo')
    return name === 'firstGuess' ? { value: usualRating + leaning(table.basicInfo), count: 0 } : null;
  return table.name === 'userHistory'
    ? userFact(table.rows, name, told.genres)
    : movieFact(table.rows, name, told.person);
}

function userFact(
  rows: readonly UserHistoryRow[],
  name: FactName,
  genres: readonly string[] | null,
): Fact | null {
  if (name === 'userMean') return remembered(rows, name, () => meanRating(rows));
  if (name !== 'genreMean' || genres === null) return null;
  return remembered(rows, `genre ${genres.join('/')}`, () =>
    meanRating(rows.filter(({ genre }) => genre.some((one) => genres.includes(one)))),
  );
}

function movieFact(rows: readonly MovieHistoryRow[], name: FactName, person: Person | null): Fact | null {
  if (name === 'movieMean') return remembered(rows, name, () => meanRating(rows));
  if (name === 'lift') return remembered(rows, name, () => lift(rows));
  if (name !== 'peerMean' || person === null) return null;
  return remembered(rows, `peer ${person.age} ${person.gender}`, () =>
    meanRating(
      rows.filter(({ age, gender }) => gender === person.gender && Math.abs(age - person.age) <= sameAge),
    ),
  );
}

/** Ratings relative to each viewer's personal average, weighted by similarity; alike when nobody is similar at all. */
function lift(rows: readonly MovieHistoryRow[]): Fact | null {
  if (rows.length === 0) return null;
  const similar = rows.some((row) => row.user_pref_similarity > 0);
  let sum = 0;
  let weights = 0;
  for (const { rating, personal_average_score, user_pref_similarity } of rows) {
    const weight = similar ? Math.max(0, user_pref_similarity) : 1;
    sum += weight * (rating - personal_average_score);
    weights += weight;
  }
  return { value: sum / weights, count: rows.length };
}

function meanRating(rows: readonly { readonly rating: number }[]): Fact | null {
  if (rows.length === 0) return null;
  return { value: rows.reduce((sum, { rating }) => sum + rating, 0) / rows.length, count: rows.length };
}

const memory = new WeakMap<object, Map<string, Fact | null>>();

/** A table stays as it is during a collaboration, and is asked the same again and again. */
function remembered(rows: object, question: string, compute: () => Fact | null): Fact | null {
  const known = memory.get(rows) ?? new Map<string, Fact | null>();
  memory.set(rows, known);
  const answer = known.get(question);
  if (answer !== undefined) return answer;
  const computed = compute();
  known.set(question, computed);
  return computed;
}
