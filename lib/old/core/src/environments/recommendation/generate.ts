import { Random } from 'agora-voting';
import { check, object, over, settings as settingsOf, whole } from 'agora-voting/internal';
import { madeMovies, madeUsers } from './made-catalogue';
import { chooseRated, numbersOfRatings, ratingsOfShares } from './made-ratings';
import type { Rating, RatingData } from './types';

export interface GenerationSettings {
  readonly users: number;
  readonly movies: number;
  readonly ratings: number;
  readonly seed: number;
}

const generationDefaults: GenerationSettings = { users: 300, movies: 500, ratings: 20_000, seed: 7 };

const generationSettings = settingsOf({
  users: whole(2, 100_000).optional(),
  movies: whole(4, 100_000).optional(),
  ratings: whole(1, 10_000_000).optional(),
  seed: whole(-Number.MAX_SAFE_INTEGER).optional(),
});

/**
 * Generated ratings in the shape of MovieLens-100k, for tests and for the offline default. No real person or movie is
 * in it. With 943 users, 1,682 movies and 100,000 ratings it has these properties of the original:
 *
 * - every user has at least 20 ratings (fewer where there are not enough), the median user about 65, few many hundred;
 * - popularity has a long tail: the tenth of movies rated most has about two fifths of the ratings or more;
 * - the shares of 1 to 5 stars are 6.1, 11.4, 27.1, 34.2 and 21.2 percent, exactly;
 * - ratings follow the user's bias, the movie's quality (rated more when better), the user's taste for its genres, and
 *   noise; users rate what they like more often;
 * - the split is u1's: a fifth of all ratings is held out, drawn from the first 49 percent of users (1 to 462 of 943);
 *   from the others only where those have too few;
 * - movies have one to six genres, mostly one or two; most are of the 1990s; ratings are from 20 September 1997 to 22
 *   April 1998, a user's mostly on one day.
 * @throws AgoraError 'setting' for impossible numbers, for example more ratings than half the table
 * @example
 * const { known, held } = environments.generateRatings({ users: 50, movies: 80, ratings: 1000 });
 * [known.length, held.length]; // => [800, 200]
 */
export function generateRatings(settings: Partial<GenerationSettings> = {}): RatingData {
  const { users, movies, ratings, seed } = checked(settings);
  const random = Random.from(seed, 'generated ratings');
  const madeUp = {
    users: madeUsers(users, random.split('users')),
    movies: madeMovies(movies, random.split('movies')),
  };
  const counts = numbersOfRatings(users, movies, ratings, random.split('activity'));
  const rated = chooseRated(madeUp, counts, random.split('choice'));
  const stars = ratingsOfShares(rated, random.split('stars'));
  const all: Rating[] = rated.map(({ user, movie, date }, place) => ({
    user,
    movie,
    rating: stars[place]!,
    date,
  }));
  const wanted = Math.round(ratings / 5);
  const places = random.split('split').shuffle(all.map((_, place) => place));
  const isEarly = (place: number) => all[place]!.user <= Math.ceil(users * 0.49);
  const earlyFirst = [...places.filter(isEarly), ...places.filter((place) => !isEarly(place))];
  const held = new Set(earlyFirst.slice(0, wanted));
  return {
    name: 'generated',
    users: new Map(madeUp.users.map(({ person }) => [person.id, person])),
    movies: new Map(madeUp.movies.map(({ movie }) => [movie.id, movie])),
    known: all.filter((_, place) => !held.has(place)),
    held: all.filter((_, place) => held.has(place)),
  };
}

function checked(given: Partial<GenerationSettings>): GenerationSettings {
  check('generateRatings', generationSettings, given);
  const settings = over(generationDefaults, given);
  const { users, movies } = settings;
  check(
    'generateRatings',
    object('settings', { ratings: whole(2 * users, Math.floor((users * movies) / 2)) }),
    settings,
  );
  return settings;
}
