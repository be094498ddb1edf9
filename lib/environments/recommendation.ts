import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AgoraError, knownOptions, wholeNumber } from '../error';
import { Random } from '../random';
import type { Environment, JsonObject, Mind } from './environment';
import { generateRatings } from './generated-ratings';
import type { Rating, RatingData } from './movielens';
import { preferenceSimilarity, type PreferenceSimilarity } from './rating-models';

/** The target movie and the target user (Table 3). */
export type BasicInfo = {
  readonly movie: {
    readonly movie_id: number;
    readonly movie_title: string;
    readonly release_date: number | null;
    readonly genre: readonly string[];
  };
  readonly user: {
    readonly user_id: number;
    readonly age: number;
    readonly gender: string;
    readonly occupation: string;
    readonly state: string;
  };
};

/** Another movie that the target user rated (Table 4). */
export type UserHistoryRow = BasicInfo['movie'] & { readonly rating: number; readonly rated_date: number };

/** Another user who rated the target movie (Table 5). */
export type MovieHistoryRow = BasicInfo['user'] & {
  readonly user_pref_similarity: number;
  readonly personal_average_score: number;
  readonly rated_date: number;
  readonly rating: number;
};

/** One case: the three agents' tables, and the rating to predict. No agent sees this rating. */
export type RecommendationCase = {
  readonly basicInfo: BasicInfo;
  readonly userHistory: readonly UserHistoryRow[];
  readonly movieHistory: readonly MovieHistoryRow[];
  readonly rating: number;
};

/** A predicted rating: whole stars from 1 to 5. */
export type RatingProposal = { readonly rating: number };

export interface RecommendationOptions {
  /** The ratings. To use the paper's ratings, pass the result of `readMovieLens`. Default: `generateRatings()`. */
  readonly data?: RatingData;
  /**
   * The maximum number of rows in each history table. Default: all rows, as in the paper. A table may have hundreds of
   * rows.
   */
  readonly rows?: number;
  /** The seed for drawing targets. The paper's seed is unknown. Default: 7. */
  readonly seed?: number;
}

const agentNames = ['BasicInfo Agent', 'MovieHistory Agent', 'UserHistory Agent'] as const;

/** The number of held-out ratings to predict, as in the paper. A smaller data set has fewer. */
const mostTargets = 100;

/**
 * Creates the recommendation environment. Three agents jointly predict a user's rating of a movie. Each agent has its
 * own table, and all agents have the same objective. The tables contain only known ratings, never the ratings to
 * predict. Source: RoundTable, sections 4.2 and D.3. The prompts are adapted from Figures 18 and 19.
 */
export function recommendation(
  options: RecommendationOptions = {},
): Environment<RecommendationCase, RatingProposal> {
  knownOptions('recommendation', options, ['data', 'rows', 'seed']);
  const data = options.data ?? generatedOnce();
  if (data.held.length === 0) throw new AgoraError(`${data.name} has no ratings to predict.`, 'data');
  const rows = options.rows === undefined ? Infinity : wholeNumber('rows', options.rows, 0);
  const seed = options.seed ?? 7;
  const drawn = Random.from(seed, 'recommendation examples').shuffle(data.held).slice(0, mostTargets);
  const all = drawn.map((target) => ({
    ...recommendationTables(data, target, { rows }),
    rating: target.rating,
  }));
  // The digest distinguishes runs on different data with the same name.
  const digest = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 16);
  return {
    name: 'recommendation',
    settings: { data: data.name, rows: rows === Infinity ? 'all' : rows, seed, digest },
    size: all.length,
    cases(index) {
      const one = all[index];
      if (one === undefined)
        throw new AgoraError(`recommendation has ${all.length} targets, so index ${index} does not exist.`);
      return one;
    },
    caseName: ({ basicInfo: { user, movie } }) => `user ${user.user_id}, movie ${movie.movie_id}`,
    agents: (one) => agentNames.map((name) => ({ name, background: backgroundText(one, name) })),
    task: taskText,
    proposal: () => ratingSchema,
    form: () => '{"rating": <whole number from 1 to 5>}',
    show: (_, { rating }) => `${rating} ${rating === 1 ? 'star' : 'stars'}`,
    key: ({ rating }) => String(rating),
    score: scoreOf,
    mind: raterMind,
  };
}

let generated: RatingData | undefined;
/** Returns the generated ratings. They are generated on first use, because generating them takes a moment. */
const generatedOnce = (): RatingData => (generated ??= generateRatings());

const similarities = new WeakMap<RatingData, PreferenceSimilarity>();
/** Returns the similarities between users, computed once per data set. */
function similarityOnce(data: RatingData): PreferenceSimilarity {
  const similarity = similarities.get(data) ?? preferenceSimilarity(data);
  similarities.set(data, similarity);
  return similarity;
}

/**
 * Uses known ratings to build the three agents' tables for a target (Tables 3 to 5). `userHistory` is sorted by movie
 * id. `movieHistory` is sorted by similarity to the target user, most similar first, and then by user id. A user's
 * average covers all known ratings, as in Table 5, where user 447's average of 3.57 is the mean in u1.base.
 */
export function recommendationTables(
  data: RatingData,
  target: { readonly user: number; readonly movie: number },
  { rows = Infinity }: { readonly rows?: number } = {},
): Omit<RecommendationCase, 'rating'> {
  const similarity = similarityOnce(data);
  const ofUser: Rating[] = [];
  const ofMovie: Rating[] = [];
  for (const known of data.known) {
    if (known.user === target.user && known.movie !== target.movie) ofUser.push(known);
    if (known.movie === target.movie && known.user !== target.user) ofMovie.push(known);
  }
  ofUser.sort((a, b) => a.movie - b.movie);
  const similarTo = new Map(ofMovie.map(({ user }) => [user, similarity(target.user, user)]));
  ofMovie.sort((a, b) => (similarTo.get(b.user) ?? 0) - (similarTo.get(a.user) ?? 0) || a.user - b.user);
  const shown = ofMovie.slice(0, rows);
  const averages = averagesOf(data, new Set(shown.map(({ user }) => user)));
  return {
    basicInfo: { movie: movieColumns(data, target.movie), user: userColumns(data, target.user) },
    userHistory: ofUser
      .slice(0, rows)
      .map(({ movie, rating, date }) => ({ ...movieColumns(data, movie), rating, rated_date: date })),
    movieHistory: shown.map(({ user, rating, date }) => ({
      ...userColumns(data, user),
      user_pref_similarity: twoDecimals(similarTo.get(user) ?? 0),
      personal_average_score: twoDecimals(averages.get(user) ?? 0),
      rated_date: date,
      rating,
    })),
  };
}

function movieColumns(data: RatingData, id: number): BasicInfo['movie'] {
  const movie = data.movies.get(id);
  if (movie === undefined) throw new AgoraError(`${data.name} has no movie ${id}.`, 'data');
  return { movie_id: id, movie_title: movie.title, release_date: movie.released, genre: movie.genres };
}

function userColumns(data: RatingData, id: number): BasicInfo['user'] {
  const user = data.users.get(id);
  if (user === undefined) throw new AgoraError(`${data.name} has no user ${id}.`, 'data');
  return { user_id: id, age: user.age, gender: user.gender, occupation: user.occupation, state: user.state };
}

/** Returns the mean of all known ratings for each of the given users. */
function averagesOf({ known }: RatingData, users: ReadonlySet<number>): Map<number, number> {
  const sums = new Map<number, { sum: number; n: number }>();
  for (const { user, rating } of known) {
    if (!users.has(user)) continue;
    const so = sums.get(user) ?? { sum: 0, n: 0 };
    sums.set(user, { sum: so.sum + rating, n: so.n + 1 });
  }
  return new Map([...sums].map(([user, { sum, n }]) => [user, sum / n]));
}

const twoDecimals = (value: number): number => Math.round(value * 100) / 100;

const movieNames = ['movie_id', 'movie_title', 'release_date', 'genre'];
const userNames = ['user_id', 'age', 'gender', 'occupation', 'state'];
const userHistoryNames = ['movie_id', 'movie_title', 'genre', 'release_date', 'rating', 'rated_date'];
const movieHistoryNames = [
  ...['user_id', 'user_pref_similarity', 'personal_average_score', 'age', 'gender', 'occupation', 'state'],
  ...['rated_date', 'rating'],
];

/** Returns the task for all agents. The content follows Figure 18. */
function taskText({ basicInfo: { movie } }: RecommendationCase): string {
  const title = `"${movie.movie_title}"`;
  return [
    'You are working with other agents on a movie recommendation.',
    `Together, you must predict the rating that the target user would give the target movie, ${title}.`,
    'Ratings range from 1 to 5 stars.',
    '',
    `There are three agents: ${agentNames.join(', ')}.`,
    '1. BasicInfo Agent has the basic information about the target movie and the target user.',
    `   Movie: ${movieNames.join(', ')}`,
    `   User: ${userNames.join(', ')}`,
    "2. MovieHistory Agent has other users' ratings of the target movie, starting with the users who are most similar to the target user.",
    `   Columns: ${movieHistoryNames.join(', ')}`,
    "3. UserHistory Agent has the target user's ratings of other movies.",
    `   Columns: ${userHistoryNames.join(', ')}`,
    '',
    "You cannot see the other agents' data, but you can ask for it and share your own data.",
    `Your goal is to predict, as accurately as possible, the rating that the target user would give ${title}. Use all available information about the user and the movie.`,
  ].join('\n');
}

/** Returns an agent's objective and table, which are shown only to that agent. The content follows Figure 19. */
function backgroundText(one: RecommendationCase, agent: (typeof agentNames)[number]): string {
  const { movie, user } = one.basicInfo;
  const [access, table] = {
    'BasicInfo Agent': [
      'the basic information about the target movie and the target user',
      `Target movie:\n${grid(movieNames, [movie])}\nTarget user:\n${grid(userNames, [user])}`,
    ],
    'MovieHistory Agent': [
      "other users' ratings of the target movie",
      grid(movieHistoryNames, one.movieHistory),
    ],
    'UserHistory Agent': [
      "the target user's ratings of other movies",
      grid(userHistoryNames, one.userHistory),
    ],
  }[agent] as [string, string];
  return [
    `Your goal is to predict, as accurately as possible, the rating that the target user would give "${movie.movie_title}". Use all available information about the user and the movie.`,
    `You can see only ${access}. You can get more information from the other agents.`,
    'Your data:',
    table,
  ].join('\n');
}

/** Writes a line of column names, then one line per row. */
function grid(names: readonly string[], rows: readonly object[]): string {
  if (rows.length === 0) return '(The table has no rows.)';
  type Cell = string | number | null | readonly string[];
  const cell = (value: Cell | undefined): string =>
    typeof value === 'object' && value !== null ? value.join(', ') : String(value ?? 'unknown');
  const line = (row: object): string =>
    names.map((name) => cell((row as Readonly<Record<string, Cell>>)[name])).join(' | ');
  return [names.join(' | '), ...rows.map(line)].join('\n');
}

/**
 * The schema for a rating, which must be a whole number of stars, as in the data. The paper does not say whether
 * predicted ratings are whole. {"rating": "4"} and 4 are also accepted. Fractional ratings are rejected, not rounded,
 * because a group votes on what its members wrote.
 */
const ratingSchema: z.ZodType<RatingProposal> = z.preprocess(
  (value) => {
    const stated =
      typeof value === 'object' && value !== null ? (value as { rating?: unknown }).rating : value;
    const isDecimal = typeof stated === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(stated);
    return { rating: isDecimal ? Number(stated) : stated };
  },
  z.strictObject({ rating: z.int().min(1).max(5) }),
);

/**
 * Returns the prediction, the rating, the absolute error in stars and the squared error. If there is no decision, the
 * prediction and the errors are null.
 */
function scoreOf({ rating }: RecommendationCase, proposal: RatingProposal | null): JsonObject {
  if (proposal === null) return { prediction: null, rating, absoluteError: null, squaredError: null };
  const error = proposal.rating - rating;
  return { prediction: proposal.rating, rating, absoluteError: Math.abs(error), squaredError: error * error };
}

/**
 * The rating that an agent expects if its table contains no ratings. The value is a guess. It is high because people
 * rate movies that they chose to see.
 */
const usualRating = 3.5;
/** The smallest difference in stars that a rater notices. This value is a guess. */
const noticeable = 0.5;

/** Builds the simulated rater, which expects the mean of the ratings in its own table. Its proposals add some noise. */
function raterMind(one: RecommendationCase, agent: string): Mind<RatingProposal> {
  const table = { 'MovieHistory Agent': one.movieHistory, 'UserHistory Agent': one.userHistory }[agent] ?? [];
  const sum = table.reduce((total, { rating }) => total + rating, 0);
  const expected = table.length === 0 ? usualRating : sum / table.length;
  return {
    utility: ({ rating }) => -Math.abs(rating - expected) / noticeable,
    propose: (random) => ({
      rating: Math.min(5, Math.max(1, Math.round(expected + random.normal(0, noticeable)))),
    }),
    sentence: () =>
      table.length === 0
        ? `My table has no ratings, so I expect about ${usualRating}.`
        : `The ${table.length} ratings in my table have a mean of ${expected.toFixed(2)}.`,
  };
}
