import { AgoraError } from 'agora-voting';
import { agentNames, type TableName } from './roster';
import type { BasicInfo, MovieHistoryRow, RecommendationInstance, UserHistoryRow } from './types';

/** What an agent may know of a case: its own table. */
export type OwnTable =
  | { readonly name: 'basicInfo'; readonly basicInfo: BasicInfo }
  | { readonly name: 'movieHistory'; readonly rows: readonly MovieHistoryRow[] }
  | { readonly name: 'userHistory'; readonly rows: readonly UserHistoryRow[] };

/** @throws AgoraError 'setting' when the agent is none of the three */
export function ownTable(instance: RecommendationInstance, agent: string): OwnTable {
  const { basicInfo, movieHistory, userHistory } = instance;
  switch (agent) {
    case agentNames.basicInfo:
      return { name: 'basicInfo', basicInfo };
    case agentNames.movieHistory:
      return { name: 'movieHistory', rows: movieHistory };
    case agentNames.userHistory:
      return { name: 'userHistory', rows: userHistory };
    default:
      throw new AgoraError(
        'setting',
        `The agents of the recommendation system are ${Object.values(agentNames).join(', ')}; there is no "${agent}"`,
      );
  }
}

/** What can be said about a case as a number, and which table it comes from. */
export const factOwners = {
  /** The user's mean rating. */
  userMean: 'userHistory',
  /** The user's mean over movies that share a genre with the target. */
  genreMean: 'userHistory',
  /** The movie's mean rating. */
  movieMean: 'movieHistory',
  /** By how much its viewers rate the movie above their personal averages, weighted by similarity to the user. */
  lift: 'movieHistory',
  /** What the basic information alone lets one expect. */
  firstGuess: 'basicInfo',
} as const satisfies Record<string, TableName>;

export type FactName = keyof typeof factOwners;

export const factNames = Object.keys(factOwners) as readonly FactName[];

/** A number and how many ratings it rests on; 0 for a first guess, which rests on none. */
export interface Fact {
  readonly value: number;
  readonly count: number;
}

const memory = new WeakMap<object, Map<string, Fact | null>>();

/**
 * A number read off the agent's own table, exactly; null when it is not to be found there: the table is another's, holds no
 * such row, or nobody has said yet which rows to look at.
 * @param genres - the target movie's, as far as the agent was told
 */
export function tableFact(
  table: OwnTable,
  name: FactName,
  genres: readonly string[] | null,
  usualRating: number,
): Fact | null {
  if (factOwners[name] !== table.name) return null;
  if (table.name === 'basicInfo') return { value: usualRating + leaning(table.basicInfo), count: 0 };
  if (name === 'genreMean' && genres === null) return null;
  // A table stays as it is during a collaboration, and is asked the same again and again.
  const known = memory.get(table.rows) ?? new Map<string, Fact | null>();
  memory.set(table.rows, known);
  const question = name === 'genreMean' ? `genres ${genres?.join('/')}` : name;
  if (!known.has(question)) known.set(question, countFact(table, name, genres ?? []));
  return known.get(question) as Fact | null;
}

function countFact(
  table: Exclude<OwnTable, { name: 'basicInfo' }>,
  name: FactName,
  genres: readonly string[],
): Fact | null {
  if (table.name === 'movieHistory') {
    if (name === 'movieMean')
      return weightedMean(table.rows.map(({ rating }) => ({ value: rating, weight: 1 })));
    // Weighted by similarity; alike when nobody is similar at all.
    const similar = table.rows.some((row) => row.user_pref_similarity > 0);
    return weightedMean(
      table.rows.map(({ rating, personal_average_score, user_pref_similarity }) => ({
        value: rating - personal_average_score,
        weight: similar ? Math.max(0, user_pref_similarity) : 1,
      })),
    );
  }
  const rows =
    name === 'userMean'
      ? table.rows
      : table.rows.filter(({ genre }) => genre.some((one) => genres.includes(one)));
  return weightedMean(rows.map(({ rating }) => ({ value: rating, weight: 1 })));
}

function weightedMean(rows: readonly { readonly value: number; readonly weight: number }[]): Fact | null {
  if (rows.length === 0) return null;
  const weights = rows.reduce((sum, { weight }) => sum + weight, 0);
  return {
    value: rows.reduce((sum, { value, weight }) => sum + weight * value, 0) / weights,
    count: rows.length,
  };
}

/**
 * What anybody might guess of genres without having seen a rating, in stars: weighty films are liked by those who
 * choose to see them, scares and films for children divide. Rough common sense, not computed from any data.
 */
const genreLeaning: Readonly<Record<string, number>> = {
  'Film-Noir': 0.2,
  War: 0.2,
  Documentary: 0.1,
  Drama: 0.1,
  Mystery: 0.1,
  Comedy: -0.1,
  "Children's": -0.2,
  Horror: -0.2,
};
/** Films this old that are still watched are the ones that lasted. */
const classic = { before: 19800101, leaning: 0.2 };
/** Older viewers are a little kinder. */
const kinder = { from: 45, leaning: 0.1 };

/** By how many stars the basic information alone moves a guess up or down; genres count by their average. */
function leaning({ movie, user }: BasicInfo): number {
  const genres = movie.genre.reduce((sum, genre) => sum + (genreLeaning[genre] ?? 0), 0);
  return (
    (movie.genre.length === 0 ? 0 : genres / movie.genre.length) +
    (movie.release_date !== null && movie.release_date < classic.before ? classic.leaning : 0) +
    (user.age >= kinder.from ? kinder.leaning : 0)
  );
}
