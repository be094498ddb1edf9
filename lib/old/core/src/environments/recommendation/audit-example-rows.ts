import { AgoraError } from 'agora-voting';
import { check, object } from 'agora-voting/internal';
import { ratingDataGiven } from './check-rating-data';
import { preferenceSimilarity } from './preference-similarity';
import { basicInfo, movieHistory, userHistory } from './tables';
import { table3, table4, table5 } from './published-examples';
import type { RatingData } from './types';

/** One printed cell of RoundTable's Tables 3 to 5, next to the value from the official files. */
export interface AuditedCell {
  readonly table: string;
  readonly cell: string;
  readonly printed: string;
  readonly ours: string;
  readonly agrees: boolean;
  readonly note: string;
}

/** The user whose known ratings Table 4 shows: found by its five ratings and days, which no other user has. */
const table4User = 26;

/**
 * The example rows of RoundTable's Tables 3, 4 and 5, recomputed cell by cell from MovieLens-100k u1. What it finds:
 * the movie of Table 3 is as printed, its user is not user 7 nor any other; Table 4 shows the first five known ratings
 * of user 26; Table 5's rows are known ratings of Table 3's movie, and its averages are over u1.base. So the three
 * tables are no single example. Whom Table 5's similarities compare with is not printed; ours are with Table 3's user 7.
 * @throws AgoraError 'rating-data' when the data are another set or split
 */
export function auditExampleRows(data: RatingData): AuditedCell[] {
  check('auditExampleRows', object('arguments', { data: ratingDataGiven }), { data });
  if (data.name !== 'MovieLens-100k u1')
    throw new AgoraError('rating-data', `auditExampleRows needs MovieLens-100k u1, got ${data.name}`);
  return [...auditTable3(data), ...auditTable4(data), ...auditTable5(data)];
}

function auditTable3(data: RatingData): AuditedCell[] {
  const [userId, movieId] = [table3.user.user_id, table3.movie.movie_id];
  const { movie, user } = basicInfo(data, userId, movieId);
  const like = [...data.users.values()].filter(
    ({ age, gender, occupation }) =>
      age === table3.user.age && gender === table3.user.gender && occupation === table3.user.occupation,
  );
  const note = like.map(
    ({ id, state }) => `user ${id} is ${table3.user.age}, F, artist, but of state "${state}"`,
  );
  const isHeld = data.held.some((rating) => rating.user === userId && rating.movie === movieId);
  return [
    ...cells('Table 3', 'movie', table3.movie, movie),
    ...cells('Table 3', `user ${userId}`, table3.user, user, note.join('; ')),
    cell(
      'Table 3',
      `user ${userId} and movie ${movieId} are a held-out rating`,
      'yes',
      isHeld ? 'yes' : 'no',
    ),
  ];
}

function auditTable4(data: RatingData): AuditedCell[] {
  const ours = userHistory(data, table4User, table3.movie.movie_id).slice(0, table4.length);
  return [
    cell(
      'Table 4',
      'target user',
      `${table3.user.user_id} (by Table 3)`,
      String(table4User),
      'the only user with these five ratings on this day; it has no rating of the movie of Table 3',
    ),
    ...table4.flatMap((row, place) => cells('Table 4', `row ${place + 1}`, row, ours[place] ?? {})),
  ];
}

function auditTable5(data: RatingData): AuditedCell[] {
  const target = table3.user.user_id;
  const ours = movieHistory(data, target, table3.movie.movie_id, preferenceSimilarity(data));
  const unknown = `the target user is not printed; ours is with user ${target}, at our default rank and seed`;
  return table5.flatMap((row) => {
    const found = ours.find(({ user_id }) => user_id === row.user_id) ?? {};
    return cells('Table 5', `user ${row.user_id}`, row, found, '', { user_pref_similarity: unknown });
  });
}

function cells(
  table: string,
  row: string,
  printed: object,
  ours: object,
  note = '',
  notes: Readonly<Record<string, string>> = {},
): AuditedCell[] {
  const found = ours as Readonly<Record<string, unknown>>;
  return Object.entries(printed).map(([name, value]) =>
    cell(table, `${row}, ${name}`, show(value), show(found[name]), notes[name] ?? note),
  );
}

function cell(table: string, name: string, printed: string, ours: string, note = ''): AuditedCell {
  const agrees = printed === ours;
  return { table, cell: name, printed, ours, agrees, note: agrees ? '' : note };
}

function show(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : 'none';
}
