import { Random } from '../random';
import {
  dayOf,
  movieLensGenres,
  type Movie,
  type MovieUser,
  type Rating,
  type RatingData,
} from './movielens';

/**
 * A generated user. `bias` is how generously the user rates, and `tastes` is how much the user likes each genre. Both
 * are measured in stars.
 */
interface Person {
  readonly user: MovieUser;
  readonly bias: number;
  readonly tastes: ReadonlyMap<string, number>;
}

/** A generated movie. `quality` is measured in stars, and `popularity` is a weight. */
interface Film {
  readonly movie: Movie;
  readonly quality: number;
  readonly popularity: number;
}

/**
 * A movie that a user chose. `liking` is how much the user likes the movie, measured in stars. It is centred on zero
 * and does not yet include noise.
 */
interface Choice {
  readonly user: number;
  readonly movie: number;
  readonly date: number;
  readonly liking: number;
}

const userCount = 300;
const movieCount = 500;
const ratingCount = 20_000;

/**
 * Generates ratings in the format of MovieLens-100k, for use without that data set. The 300 users and 500 movies are
 * not real. The 20,000 ratings share these properties with the original:
 *
 * - every user has at least 20 ratings, and the most active users have several times as many as the median user;
 * - popularity has a long tail: the most popular tenth of the movies receives about two fifths of the ratings;
 * - the shares of 1 to 5 stars are 6.1, 11.4, 27.1, 34.2 and 21.2 percent;
 * - ratings depend on the user's generosity, the movie's quality, the user's taste for its genres, and noise;
 * - a fifth of all ratings is held out; as in u1, these ratings come from the first 49 percent of users.
 */
export function generateRatings(): RatingData {
  const random = Random.from(7, 'generated ratings');
  const people = generatePeople(random.split('users'));
  const films = generateFilms(random.split('movies'));
  const counts = ratingsPerUser(random.split('activity'));
  const choices = chooseMovies(people, films, counts, random.split('choice'));
  const stars = starsOf(choices, random.split('stars'));
  const all: Rating[] = choices.map(({ user, movie, date }, place) => ({
    user,
    movie,
    rating: stars[place] as number,
    date,
  }));
  const places = random.split('split').shuffle(all.map((_, place) => place));
  const isEarly = (place: number): boolean => (all[place] as Rating).user <= Math.ceil(userCount * 0.49);
  const earlyFirst = [...places.filter(isEarly), ...places.filter((place) => !isEarly(place))];
  const held = new Set(earlyFirst.slice(0, ratingCount / 5));
  return {
    name: 'generated',
    users: new Map(people.map(({ user }) => [user.id, user])),
    movies: new Map(films.map(({ movie }) => [movie.id, movie])),
    known: all.filter((_, place) => !held.has(place)),
    held: all.filter((_, place) => held.has(place)),
  };
}

const occupations = (
  'student student student student other other educator educator administrator engineer programmer librarian ' +
  'writer executive scientist artist technician marketing entertainment healthcare retired lawyer salesman none ' +
  'homemaker doctor'
).split(' ');
const states = 'CA CA CA MN MN NY NY TX IL PA OH MA MI VA WA WI FL MD OR CO NJ GA NC IN IA other'.split(' ');

function generatePeople(random: Random): Person[] {
  return Array.from({ length: userCount }, (_, place) => ({
    user: {
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

/** The number of MovieLens-100k movies in each genre. */
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
/** The shares of movies that have 1, 2, ... 6 genres. */
const genreCounts = [0.495, 0.338, 0.128, 0.03, 0.007, 0.002];

function generateFilms(random: Random): Film[] {
  return Array.from({ length: movieCount }, (_, place) => {
    const quality = random.normal(0, 0.45);
    const year = random.chance(0.75) ? 1990 + random.below(9) : 1935 + random.below(55);
    // For many movies, MovieLens knows only the year of release and gives 1 January as the date.
    const released = random.chance(0.6)
      ? year * 10_000 + 101
      : dayOf(Date.UTC(year, 0, 1 + random.below(365)) / 1000);
    const wanted = 1 + weighted(genreCounts, random);
    const names = Object.keys(genreWeights);
    const chosen = new Set<string>();
    while (chosen.size < wanted) chosen.add(names[weighted(Object.values(genreWeights), random)] as string);
    const genres = movieLensGenres.filter((genre) => chosen.has(genre));
    // Popularity has a long tail and is higher for better movies.
    const popularity = Math.exp(random.normal(0, 1.4) + 1.2 * quality);
    return { movie: { id: place + 1, title: titleOf(place), released, genres }, quality, popularity };
  });
}

const firstWords =
  'Silver Last Hidden Paper Winter Broken Quiet Crimson Second Borrowed Northern Empty Glass Distant Velvet'.split(
    ' ',
  );
const secondWords =
  'Harbour Letter Orchard Witness Bridge Summer Engine Garden Signal Island Mirror Winter Stranger Road'.split(
    ' ',
  );

/** Returns a title such as "The Silver Harbour". From the 211th title on, titles also have a number. */
function titleOf(place: number): string {
  const first = firstWords[place % firstWords.length];
  const second = secondWords[Math.floor(place / firstWords.length) % secondWords.length];
  const part = Math.floor(place / (firstWords.length * secondWords.length)) + 1;
  return part === 1 ? `The ${first} ${second}` : `The ${first} ${second} ${part}`;
}

function weighted(weights: readonly number[], random: Random): number {
  let left = random.uniform() * weights.reduce((sum, weight) => sum + weight, 0);
  const place = weights.findIndex((weight) => (left -= weight) < 0);
  return place < 0 ? weights.length - 1 : place;
}

/**
 * Returns how many movies each user rates: a minimum plus a draw from a long-tailed distribution. The counts sum to
 * `ratingCount`.
 */
function ratingsPerUser(random: Random): number[] {
  const least = 20;
  const most = movieCount * 0.45;
  const weights = Array.from({ length: userCount }, () => Math.exp(random.normal(0, 1.35)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const extra = ratingCount - least * userCount;
  const counts = weights.map((weight) => Math.min(most, least + Math.floor((extra * weight) / total)));
  let rest = ratingCount - counts.reduce((sum, count) => sum + count, 0);
  for (let user = 0; rest > 0; user = (user + 1) % userCount) {
    const count = counts[user] as number;
    if (count >= most) continue;
    counts[user] = count + 1;
    rest--;
  }
  return counts;
}

/** The period in which MovieLens-100k was collected: its first day (20 September 1997) and its length in days. */
const firstDay = Date.UTC(1997, 8, 20) / 1000;
const days = 214;

/**
 * Draws distinct movies for each user, with probabilities that depend on popularity and taste. The choices are sorted
 * by user and movie id.
 */
function chooseMovies(
  people: readonly Person[],
  films: readonly Film[],
  counts: readonly number[],
  random: Random,
) {
  const dates = Array.from({ length: days }, (_, day) => dayOf(firstDay + day * 86_400));
  const choices: Choice[] = [];
  for (const [place, { user, bias, tastes }] of people.entries()) {
    const likings = films.map(({ movie }) => {
      const sum = movie.genres.reduce((total, genre) => total + (tastes.get(genre) as number), 0);
      return sum / Math.sqrt(movie.genres.length);
    });
    let total = 0;
    const upTo = films.map(({ popularity }, at) => (total += popularity * Math.exp(likings[at] as number)));
    const chosen = new Set<number>();
    while (chosen.size < (counts[place] as number)) chosen.add(firstAbove(upTo, random.uniform() * total));
    const day = random.below(days);
    for (const at of [...chosen].sort((a, b) => a - b)) {
      const { movie, quality } = films[at] as Film;
      const later = random.chance(0.15) ? random.below(days - day) : 0;
      const liking = bias + quality + (likings[at] as number);
      choices.push({ user: user.id, movie: movie.id, date: dates[day + later] as number, liking });
    }
  }
  return choices;
}

/** Returns the index of the first number above `value` in an increasing list. */
function firstAbove(rising: readonly number[], value: number): number {
  let [low, high] = [0, rising.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] as number) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The shares of 1 to 5 stars in MovieLens-100k. */
const starShares = [0.0611, 0.1137, 0.27145, 0.34174, 0.21201];

/**
 * Assigns stars to choices in the proportions given by `starShares`. After noise is added, the choices that users like
 * most get the most stars.
 */
function starsOf(choices: readonly Choice[], random: Random): number[] {
  const scores = choices.map(({ liking }) => liking + random.normal(0, 0.8));
  const order = choices
    .map((_, place) => place)
    .sort((a, b) => (scores[a] as number) - (scores[b] as number));
  const stars = new Array<number>(choices.length);
  let star = 1;
  let upTo = (starShares[0] as number) * choices.length;
  for (const [rank, place] of order.entries()) {
    while (rank >= upTo && star < 5) upTo += (starShares[star++] as number) * choices.length;
    stars[place] = star;
  }
  return stars;
}
