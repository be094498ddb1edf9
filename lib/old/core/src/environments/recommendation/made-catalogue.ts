import type { Random } from 'agora-voting';
import { releaseDayOf } from './day';
import { movieLensGenres } from './movielens';
import type { Movie, MovieUser } from './types';

/** A made-up user, with what decides their ratings: generosity, and a taste for each genre, in stars. */
export interface MadeUser {
  readonly person: MovieUser;
  readonly bias: number;
  readonly tastes: ReadonlyMap<string, number>;
}

/** A made-up movie, with its quality in stars and its popularity as a weight. */
export interface MadeMovie {
  readonly movie: Movie;
  readonly quality: number;
  readonly popularity: number;
}

const occupations = (
  'student student student student other other educator educator administrator engineer programmer librarian ' +
  'writer executive scientist artist technician marketing entertainment healthcare retired lawyer salesman none ' +
  'homemaker doctor'
).split(' ');
const states = 'CA CA CA MN MN NY NY TX IL PA OH MA MI VA WA WI FL MD OR CO NJ GA NC IN IA other'.split(' ');
const firstWords =
  'Silver Last Hidden Paper Winter Broken Quiet Crimson Second Borrowed Northern Empty Glass Distant Velvet';
const secondWords =
  'Harbour Letter Orchard Witness Bridge Summer Engine Garden Signal Island Mirror Winter Stranger Road';

/** Genres with about the share of movies that have each. */
const genreWeights: Readonly<Record<string, number>> = {
  Drama: 725,
  Comedy: 505,
  Action: 251,
  Thriller: 251,
  Romance: 247,
  Adventure: 135,
  "Children's": 122,
  Crime: 109,
  'Sci-Fi': 101,
  Horror: 92,
  War: 71,
  Mystery: 61,
  Musical: 56,
  Documentary: 50,
  Animation: 42,
  Western: 27,
  'Film-Noir': 24,
  Fantasy: 22,
};
/** How many genres a movie has: shares of 1, 2, … 6. */
const genreCounts = [0.495, 0.338, 0.128, 0.03, 0.007, 0.002];

export function madeUsers(count: number, random: Random): MadeUser[] {
  return Array.from({ length: count }, (_, place) => ({
    person: {
      id: place + 1,
      age: Math.round(Math.min(73, Math.max(10, 16 + Math.exp(random.normal(2.7, 0.65))))),
      gender: random.chance(0.71) ? 'M' : 'F',
      occupation: random.pick(occupations),
      state: random.pick(states),
    },
    bias: random.normal(0, 0.4),
    tastes: new Map(movieLensGenres.map((genre) => [genre, random.normal(0, 0.6)])),
  }));
}

export function madeMovies(count: number, random: Random): MadeMovie[] {
  return Array.from({ length: count }, (_, place) => {
    const quality = random.normal(0, 0.45);
    return {
      movie: {
        id: place + 1,
        title: titleOf(place),
        released: releaseDayOf(
          random.chance(0.75) ? 1990 + random.below(9) : 1935 + random.below(55),
          random,
        ),
        genres: genresOf(random),
      },
      quality,
      // Long-tailed, and higher for better movies.
      popularity: Math.exp(random.normal(0, 1.4) + 1.2 * quality),
    };
  });
}

/** "The Silver Harbour", and with a number from the 211th on. */
function titleOf(place: number): string {
  const [first, second] = [firstWords.split(' '), secondWords.split(' ')];
  const part = Math.floor(place / (first.length * second.length)) + 1;
  const name = `The ${first[place % first.length]} ${second[Math.floor(place / first.length) % second.length]}`;
  return part === 1 ? name : `${name} ${part}`;
}

function genresOf(random: Random): string[] {
  const wanted = 1 + weighted(genreCounts, random);
  const names = Object.keys(genreWeights);
  const weights = Object.values(genreWeights);
  const chosen = new Set<string>();
  while (chosen.size < wanted) chosen.add(names[weighted(weights, random)]!);
  return movieLensGenres.filter((genre) => chosen.has(genre));
}

function weighted(weights: readonly number[], random: Random): number {
  let left = random.uniform() * weights.reduce((sum, weight) => sum + weight, 0);
  const place = weights.findIndex((weight) => (left -= weight) < 0);
  return place < 0 ? weights.length - 1 : place;
}
