import type { TableName } from './roster';
import type { RecommendationInstance } from './types';

/** The columns of each table, as everybody is told (Figure 18) and as the agent's own data is headed (Tables 3 to 5). */
export const columns = {
  movie: ['movie_id', 'movie_title', 'release_date', 'genre'],
  user: ['user_id', 'age', 'gender', 'occupation', 'state'],
  userHistory: ['movie_id', 'movie_title', 'genre', 'release_date', 'rating', 'rated_date'],
  movieHistory: [
    ...['user_id', 'user_pref_similarity', 'personal_average_score', 'age', 'gender', 'occupation', 'state'],
    ...['rated_date', 'rating'],
  ],
} as const;

/** One agent's data: a line of column names, then a line a row. Only the named table is read. */
export function tableText(instance: RecommendationInstance, table: TableName): string {
  if (table === 'basicInfo') {
    const { movie, user } = instance.basicInfo;
    return ['Target movie:', grid(columns.movie, [movie]), 'Target user:', grid(columns.user, [user])].join(
      '\n',
    );
  }
  if (instance[table].length === 0) return '(The table has no rows.)';
  return table === 'userHistory'
    ? grid(columns.userHistory, instance.userHistory)
    : grid(columns.movieHistory, instance.movieHistory);
}

type Cell = string | number | null | readonly string[];

function grid<Name extends string>(
  names: readonly Name[],
  rows: readonly Readonly<Record<Name, Cell>>[],
): string {
  return [names.join(' | '), ...rows.map((row) => names.map((name) => cell(row[name])).join(' | '))].join(
    '\n',
  );
}

function cell(value: Cell): string {
  if (value === null) return 'unknown';
  return typeof value === 'object' ? value.join(', ') : String(value);
}
