import type { RecommendationInstance } from '../types';

/**
 * A case small enough to reckon by hand. The user's mean is (5 + 4 + 2 + 1) / 4 = 3, over the two dramas 4.5. The
 * movie's mean is (5 + 3 + 4) / 3 = 4; its viewers rate it +1, -1 and +1 against their averages, with similarities
 * 0.9, 0.5 and 0.6: weighted (0.9 - 0.5 + 0.6) / 2 = +0.5. Users 12 and 13 are women within ten years of 29.
 */
export const smallCase: RecommendationInstance = {
  basicInfo: {
    movie: { movie_id: 231, movie_title: 'Quiet Harbour', release_date: 19940304, genre: ['Drama', 'War'] },
    user: { user_id: 7, age: 29, gender: 'F', occupation: 'artist', state: 'NY' },
  },
  userHistory: [
    {
      movie_id: 1,
      movie_title: 'Long Winter, The',
      genre: ['Drama'],
      release_date: 19950101,
      rating: 5,
      rated_date: 19980331,
    },
    {
      movie_id: 14,
      movie_title: 'Two Rooms',
      genre: ['Drama', 'Romance'],
      release_date: 19940101,
      rating: 4,
      rated_date: 19980331,
    },
    {
      movie_id: 24,
      movie_title: 'Fast Road',
      genre: ['Action'],
      release_date: null,
      rating: 2,
      rated_date: 19980331,
    },
    {
      movie_id: 50,
      movie_title: 'Loud Night',
      genre: ['Horror'],
      release_date: 19960223,
      rating: 1,
      rated_date: 19980331,
    },
  ],
  movieHistory: [
    {
      user_id: 11,
      user_pref_similarity: 0.9,
      personal_average_score: 4,
      age: 43,
      gender: 'M',
      occupation: 'engineer',
      state: 'GA',
      rated_date: 19971009,
      rating: 5,
    },
    {
      user_id: 12,
      user_pref_similarity: 0.5,
      personal_average_score: 4,
      age: 27,
      gender: 'F',
      occupation: 'other',
      state: 'DC',
      rated_date: 19971209,
      rating: 3,
    },
    {
      user_id: 13,
      user_pref_similarity: 0.6,
      personal_average_score: 3,
      age: 39,
      gender: 'F',
      occupation: 'student',
      state: 'MN',
      rated_date: 19980227,
      rating: 4,
    },
  ],
  rating: 4,
};
