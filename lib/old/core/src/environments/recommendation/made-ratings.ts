import type { Random } from 'agora-voting';
import { dayOf } from './day';
import type { MadeMovie, MadeUser } from './made-catalogue';

/** A user's choice of a movie, and how much they like it, in stars around zero, before noise. */
interface MadeChoice {
  readonly user: number;
  readonly movie: number;
  readonly date: number;
  readonly liking: number;
}

/** Shares of 1 to 5 stars in MovieLens-100k: counted from u.data. */
const shares = [0.0611, 0.1137, 0.27145, 0.34174, 0.21201];
/** 20 September 1997, and the days of the collection. */
const [start, days] = [Date.UTC(1997, 8, 20) / 1000, 214];

/** How many movies each user rates: a least number, and the rest with a long tail; they sum to `ratings`. */
export function numbersOfRatings(users: number, movies: number, ratings: number, random: Random): number[] {
  const least = Math.min(20, Math.floor(ratings / users));
  const most = Math.max(Math.floor(movies * 0.45), Math.ceil(ratings / users));
  const weights = Array.from({ length: users }, () => Math.exp(random.normal(0, 1.35)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const extra = ratings - least * users;
  const counts = weights.map((weight) => Math.min(most, least + Math.floor((extra * weight) / total)));
  let rest = ratings - counts.reduce((sum, count) => sum + count, 0);
  for (let user = 0; rest > 0; user = (user + 1) % users) {
    if (counts[user]! >= most) continue;
    counts[user]!++;
    rest--;
  }
  return counts;
}

/**
 * Who rated what: each user draws movies one after the other, never one twice, with probabilities by popularity and taste.
 * The result is in the order of user and movie ids.
 */
export function chooseRated(
  { users, movies }: { readonly users: readonly MadeUser[]; readonly movies: readonly MadeMovie[] },
  counts: readonly number[],
  random: Random,
): MadeChoice[] {
  const dates = Array.from({ length: days }, (_, day) => dayOf(start + day * 86_400));
  const kinds = new Map(movies.map(({ movie }) => [movie.genres.join(), movie.genres]));
  const kindNames = [...kinds.keys()];
  const kindOf = movies.map(({ movie }) => kindNames.indexOf(movie.genres.join()));
  const upTo = new Float64Array(movies.length);
  const choices: MadeChoice[] = [];
  users.forEach(({ person, bias, tastes }, place) => {
    const tasteFor = [...kinds.values()].map(
      (genres) => genres.reduce((sum, genre) => sum + tastes.get(genre)!, 0) / Math.sqrt(genres.length),
    );
    const appeal = tasteFor.map(Math.exp);
    let total = 0;
    movies.forEach(({ popularity }, at) => (upTo[at] = total += popularity * appeal[kindOf[at]!]!));
    const chosen = new Set<number>();
    while (chosen.size < counts[place]!) chosen.add(firstAbove(upTo, random.uniform() * total));
    const day = random.below(days);
    for (const at of [...chosen].sort((a, b) => a - b)) {
      const { movie, quality } = movies[at]!;
      const date = dates[day + (random.chance(0.15) ? random.below(days - day) : 0)]!;
      choices.push({
        user: person.id,
        movie: movie.id,
        date,
        liking: bias + quality + tasteFor[kindOf[at]!]!,
      });
    }
  });
  return choices;
}

/** The first place of a rising list whose number is above `value`. */
function firstAbove(rising: Float64Array, value: number): number {
  let [low, high] = [0, rising.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Stars from 1 to 5 in the stated shares, the most liked (with noise) highest. */
export function ratingsOfShares(choices: readonly MadeChoice[], random: Random): number[] {
  const scores = Float64Array.from(choices, ({ liking }) => liking + random.normal(0, 0.8));
  const order = Array.from(choices, (_, place) => place).sort((a, b) => scores[a]! - scores[b]!);
  const stars = new Array<number>(choices.length);
  let [star, upTo] = [0, shares[0]! * choices.length];
  order.forEach((place, rank) => {
    while (rank >= upTo && star < 4) upTo += shares[++star]! * choices.length;
    stars[place] = star + 1;
  });
  return stars;
}
