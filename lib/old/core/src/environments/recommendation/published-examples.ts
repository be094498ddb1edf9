import type { BasicInfo, MovieHistoryRow, UserHistoryRow } from './types';

/** RoundTable, Table 3, as printed. */
export const table3: BasicInfo = {
  movie: {
    movie_id: 231,
    movie_title: 'Batman Returns',
    release_date: 19920101,
    genre: ['Action', 'Adventure', 'Comedy', 'Crime'],
  },
  user: { user_id: 7, age: 29, gender: 'F', occupation: 'artist', state: 'NY' },
};

const history = (
  movie_id: number,
  movie_title: string,
  genre: string,
  release_date: number,
  rating: number,
): UserHistoryRow => ({
  movie_id,
  movie_title,
  genre: genre.split(', '),
  release_date,
  rating,
  rated_date: 19980331,
});

/** RoundTable, Table 4, as printed. */
export const table4: readonly UserHistoryRow[] = [
  history(1, 'Toy Story', "Animation, Children's, Comedy", 19950101, 3),
  history(14, 'Postino, Il', 'Drama, Romance', 19940101, 3),
  history(24, 'Rumble in the Bronx', 'Action, Adventure, Crime', 19960223, 3),
  history(50, 'Star Wars', 'Action, Adventure, Romance, Sci-Fi, War', 19770101, 4),
  history(109, 'Mystery Science Theater 3000: The Movie', 'Comedy, Sci-Fi', 19960419, 3),
];

const other = (
  user_id: number,
  user_pref_similarity: number,
  personal_average_score: number,
  age: number,
  gender: string,
  occupation: string,
  state: string,
  rated_date: number,
  rating: number,
): MovieHistoryRow => ({
  user_id,
  user_pref_similarity,
  personal_average_score,
  age,
  gender,
  occupation,
  state,
  rated_date,
  rating,
});

/** RoundTable, Table 5, as printed. */
export const table5: readonly MovieHistoryRow[] = [
  other(343, 0.98, 3.99, 43, 'M', 'engineer', 'GA', 19971009, 5),
  other(806, 0.98, 3.64, 27, 'M', 'marketing', 'NY', 19971217, 3),
  other(773, 0.98, 3.28, 20, 'M', 'student', 'MN', 19980227, 2),
  other(805, 0.98, 3.35, 27, 'F', 'other', 'DC', 19971209, 3),
  other(447, 0.97, 3.57, 30, 'M', 'administrator', 'MN', 19971106, 2),
];
