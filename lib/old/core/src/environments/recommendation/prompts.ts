import type { JsonSchema } from 'agora-voting/internal';
import { ratingScale } from './rating';
import { agentNames, type TableName } from './roster';
import type { RecommendationInstance } from './types';

/*
 * The words of the recommendation task. Content from RoundTable, Figures 18 and 19, in our own words. The rating to
 * predict is in none of them.
 */

/** Figure 18: what everybody is told, with who holds which columns. */
export function taskText(instance: RecommendationInstance): string {
  const title = quoted(instance);
  const { basicInfo, movieHistory, userHistory } = agentNames;
  return [
    `You work together on a movie recommendation: which rating would the target user give to the target movie, ${title}? Ratings go from ${ratingScale.least} to ${ratingScale.most} stars.`,
    'Three agents take part, and each has other data:',
    `1. ${basicInfo}: the basic information on the target movie (${columns.movie.join(', ')}) and on the target user (${columns.user.join(', ')}).`,
    `2. ${movieHistory}: how other users rated the target movie, the users most similar to the target user first (${columns.movieHistory.join(', ')}).`,
    `3. ${userHistory}: how the target user rated other movies (${columns.userHistory.join(', ')}).`,
    'Nobody can look into the data of another, but you can ask for it and tell each other what you see.',
    `Your goal is to predict the rating that the target user would give to ${title} as exactly as you can, from everything that is known about the two.`,
  ].join('\n');
}

const holdings: Readonly<Record<TableName, string>> = {
  basicInfo: 'the basic information on the target movie and the target user',
  movieHistory: 'the ratings of the target movie by other users',
  userHistory: "the target user's ratings of other movies",
};

/** Figure 19: the agent's objective, which all share, and its own data, which no other agent is shown. */
export function backgroundText(instance: RecommendationInstance, table: TableName): string {
  return [
    `Your goal is to predict the rating that the target user would give to ${quoted(instance)}. Use all that is known about the user and the movie to come as close as you can.`,
    `You have access to ${holdings[table]} only; the rest you can learn from the other agents.`,
    'Your data:',
    tableText(instance, table),
  ].join('\n');
}

export function formatText(): string {
  const { least, most } = ratingScale;
  return `{"rating": <number>} - the predicted rating, a whole number from ${least} to ${most}`;
}

export function formatSchema(): JsonSchema {
  return {
    type: 'object',
    properties: { rating: { type: 'integer', minimum: ratingScale.least, maximum: ratingScale.most } },
    required: ['rating'],
    additionalProperties: false,
  };
}

function quoted({ basicInfo }: RecommendationInstance): string {
  return `"${basicInfo.movie.movie_title}"`;
}

/** The columns of each table, as everybody is told (Figure 18) and as the agent's own data is headed (Tables 3 to 5). */
export const columns = {
  movie: ['movie_id', 'movie_title', 'release_date', 'genre'],
  user: ['user_id', 'age', 'gender', 'occupation', 'state'],
  userHistory: ['movie_id', 'movie_title', 'genre', 'release_date', 'rating', 'rated_date'],
  movieHistory: [
    'user_id',
    'user_pref_similarity',
    'personal_average_score',
    'age',
    'gender',
    'occupation',
    'state',
    'rated_date',
    'rating',
  ],
} as const;

/** One agent's data: a line of column names, then a line a row. Only the named table is read. */
function tableText(instance: RecommendationInstance, table: TableName): string {
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
