import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgoraError } from '../error';

/** A rating from 1 to 5 that a user gave a movie. `date` has the form yyyymmdd, as in the paper's tables. */
export interface Rating {
  readonly user: number;
  readonly movie: number;
  readonly rating: number;
  readonly date: number;
}

export interface MovieUser {
  readonly id: number;
  readonly age: number;
  readonly gender: string;
  readonly occupation: string;
  /** The two-letter state, derived from the zip code, or "other" if the zip code is outside the United States. */
  readonly state: string;
}

export interface Movie {
  readonly id: number;
  readonly title: string;
  /** The release date in the form yyyymmdd, or null if the date is unknown. */
  readonly released: number | null;
  readonly genres: readonly string[];
}

/** Ratings in the format of MovieLens-100k, split into known ratings and held-out targets. */
export interface RatingData {
  /** The name that is stored with each run: "MovieLens-100k u1" or "generated". */
  readonly name: string;
  readonly users: ReadonlyMap<number, MovieUser>;
  readonly movies: ReadonlyMap<number, Movie>;
  /** The ratings that agents, similarity scores and baselines may use. In MovieLens-100k, they come from u1.base. */
  readonly known: readonly Rating[];
  /** The ratings to predict. In MovieLens-100k, they come from u1.test. */
  readonly held: readonly Rating[];
}

/** The genres in u.item, in the order of the genre flags. */
export const movieLensGenres: readonly string[] = (
  "unknown|Action|Adventure|Animation|Children's|Comedy|Crime|Documentary|Drama|Fantasy|" +
  'Film-Noir|Horror|Musical|Mystery|Romance|Sci-Fi|Thriller|War|Western'
).split('|');

/**
 * Reads MovieLens-100k (Harper and Konstan, 2015) as GroupLens publishes it: the files u.user and u.item, and the first
 * official split (u1.base and u1.test), which RoundTable uses (section 4.2).
 *
 * As in the paper's Tables 3 to 5, dates are in UTC and have the form yyyymmdd, titles do not include the year, and a
 * user's state is derived from the zip code.
 * @param folder - the path of the unpacked folder ml-100k
 * @throws AgoraError if a file is missing or a field is invalid; the error gives the file and, if a field is invalid,
 *   the line and the field
 */
export function readMovieLens(folder: string): RatingData {
  const users = byId(readLines(folder, 'u.user', '|', 5), readUser);
  const movies = byId(readLines(folder, 'u.item', '|', 5 + movieLensGenres.length), readMovie);
  const rated = new Set<string>();
  const ratingsOf = (file: string): Rating[] =>
    readLines(folder, file, '\t', 4).map((line) => {
      const rating = readRating(line);
      const pair = `${rating.user} ${rating.movie}`;
      if (!users.has(rating.user)) line.refuse('user', `user ${rating.user} is not in u.user`);
      if (!movies.has(rating.movie)) line.refuse('movie', `movie ${rating.movie} is not in u.item`);
      if (rated.has(pair))
        line.refuse('movie', `user ${rating.user} has already rated movie ${rating.movie}`);
      rated.add(pair);
      return rating;
    });
  return {
    name: 'MovieLens-100k u1',
    users,
    movies,
    known: ratingsOf('u1.base'),
    held: ratingsOf('u1.test'),
  };
}

/** A line in a file, split into fields. Errors from its methods give the file, the line and the field. */
interface Line {
  readonly fields: readonly string[];
  whole(field: number, name: string, least: number, most: number): number;
  text(field: number, name: string, pattern?: RegExp): string;
  refuse(name: string, problem: string): never;
}

function readLines(folder: string, file: string, separator: string, count: number): Line[] {
  const path = join(folder, file);
  if (!existsSync(path))
    throw new AgoraError(
      `${path} does not exist. Download MovieLens-100k from grouplens.org, unpack it, and pass the path of its folder.`,
      'data',
    );
  // The files are in Latin-1, not UTF-8.
  const texts = readFileSync(path, 'latin1').split(/\r?\n/);
  if (texts.at(-1) === '') texts.pop();
  if (texts.length === 0) throw new AgoraError(`${path} is empty.`, 'data');
  return texts.map((text, place) => {
    const fields = text.split(separator);
    const refuse = (name: string, problem: string): never => {
      throw new AgoraError(`${path}, line ${place + 1}, field "${name}": ${problem}.`, 'data');
    };
    if (fields.length !== count)
      throw new AgoraError(
        `${path}, line ${place + 1}: expected ${count} fields, found ${fields.length}.`,
        'data',
      );
    return {
      fields,
      refuse,
      whole(field, name, least, most) {
        const value = /^\d{1,10}$/.test(fields[field] ?? '') ? Number(fields[field]) : NaN;
        if (value >= least && value <= most) return value;
        return refuse(name, `expected a whole number from ${least} to ${most}, found "${fields[field]}"`);
      },
      text(field, name, pattern = /\S/) {
        const value = fields[field] ?? '';
        return pattern.test(value) ? value : refuse(name, `"${value}" is not valid`);
      },
    };
  });
}

function byId<T extends { readonly id: number }>(
  lines: readonly Line[],
  read: (line: Line) => T,
): Map<number, T> {
  const all = new Map<number, T>();
  for (const line of lines) {
    const item = read(line);
    if (all.has(item.id)) line.refuse('id', `${item.id} appears twice`);
    all.set(item.id, item);
  }
  return all;
}

const mostId = 999_999_999;

/** u.user: id | age | gender | occupation | zip code. */
const readUser = (line: Line): MovieUser => ({
  id: line.whole(0, 'id', 1, mostId),
  age: line.whole(1, 'age', 0, 150),
  gender: line.text(2, 'gender', /^[MF]$/),
  occupation: line.text(3, 'occupation'),
  state: zipState(line.text(4, 'zip code')),
});

/** u.item: id | title | release date | video release date | URL | 19 genre flags. */
function readMovie(line: Line): Movie {
  const date = line.fields[2] ?? '';
  const released = date === '' ? null : releaseDay(date);
  if (released === undefined)
    line.refuse('release date', `expected a date such as 01-Jan-1995, found "${date}"`);
  return {
    id: line.whole(0, 'id', 1, mostId),
    // Remove the year, as in "Toy Story (1995)", and any mark after the year, such as "(V)" for video.
    title: line.text(1, 'title').replace(/\s*\(\d{4}\)(\s*\(\w+\))?\s*$/, ''),
    released: released,
    genres: movieLensGenres.filter((genre, place) => line.text(5 + place, genre, /^[01]$/) === '1'),
  };
}

/** u1.base and u1.test: user, movie, rating, Unix time in seconds. */
const readRating = (line: Line): Rating => ({
  user: line.whole(0, 'user', 1, mostId),
  movie: line.whole(1, 'movie', 1, mostId),
  rating: line.whole(2, 'rating', 1, 5),
  date: dayOf(line.whole(3, 'time', 0, 9_999_999_999)),
});

/** Converts a Unix time in seconds to a UTC date, written as a number in the form yyyymmdd. */
export function dayOf(seconds: number): number {
  const time = new Date(seconds * 1000);
  return time.getUTCFullYear() * 10_000 + (time.getUTCMonth() + 1) * 100 + time.getUTCDate();
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Converts a date such as "01-Jan-1995" to a number such as 19950101. Returns undefined if the date is not valid. */
function releaseDay(text: string): number | undefined {
  const [, day, name, year] = /^(\d{1,2})-(\w{3})-(\d{4})$/.exec(text) ?? [];
  const month = months.indexOf(name ?? '');
  if (month < 0) return undefined;
  const time = Date.UTC(Number(year), month, Number(day));
  const wanted = Number(year) * 10_000 + (month + 1) * 100 + Number(day);
  return dayOf(time / 1000) === wanted ? wanted : undefined;
}

/**
 * Ranges of three-digit zip code prefixes, each with the state to which the US Postal Service assigns it. The list
 * includes the territories and the military codes AE, AA and AP.
 */
const zipRanges =
  '005-005 NY, 006-007 PR, 008-008 VI, 009-009 PR, 010-027 MA, 028-029 RI, 030-038 NH, 039-049 ME, 050-054 VT, ' +
  '055-055 MA, 056-059 VT, 060-069 CT, 070-089 NJ, 090-099 AE, 100-149 NY, 150-196 PA, 197-199 DE, 200-200 DC, ' +
  '201-201 VA, 202-205 DC, 206-219 MD, 220-246 VA, 247-268 WV, 270-289 NC, 290-299 SC, 300-319 GA, 320-339 FL, ' +
  '340-340 AA, 341-349 FL, 350-369 AL, 370-385 TN, 386-397 MS, 398-399 GA, 400-427 KY, 430-459 OH, 460-479 IN, ' +
  '480-499 MI, 500-528 IA, 530-549 WI, 550-567 MN, 569-569 DC, 570-577 SD, 580-588 ND, 590-599 MT, 600-629 IL, ' +
  '630-658 MO, 660-679 KS, 680-693 NE, 700-714 LA, 716-729 AR, 730-731 OK, 733-733 TX, 734-749 OK, 750-799 TX, ' +
  '800-816 CO, 820-831 WY, 832-838 ID, 840-847 UT, 850-865 AZ, 870-884 NM, 885-885 TX, 888-888 DC, 889-898 NV, ' +
  '900-961 CA, 962-966 AP, 967-968 HI, 969-969 GU, 970-979 OR, 980-994 WA, 995-999 AK';
const states = zipRanges
  .split(', ')
  .map((range) => ({ first: range.slice(0, 3), last: range.slice(4, 7), state: range.slice(8) }));

/** Returns the two-letter state for a zip code, or "other" if the code is malformed or outside all known ranges. */
export function zipState(zip: string): string {
  if (!/^\d{5}(-\d{4})?$/.test(zip)) return 'other';
  const prefix = zip.slice(0, 3);
  return states.find(({ first, last }) => prefix >= first && prefix <= last)?.state ?? 'other';
}
