import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgoraError } from 'agora-voting';
import { check, object, text } from 'agora-voting/internal';
import { checkRatingData } from './check-rating-data';
import { dayOf, releaseDay } from './day';
import type { Movie, MovieUser, Rating, RatingData } from './types';

/**
 * Reads the raw files of MovieLens-100k (Harper and Konstan 2015) from GroupLens: u.user, u.item, and the first
 * official split, which RoundTable section 4.2 uses: u1.base (the known ratings) and u1.test (the held-out ratings).
 *
 * As in RoundTable's Tables 3 to 5, dates are yyyymmdd (ratings in UTC), titles have no year, and the state comes from
 * the zip code. Genres are the names of u.item's 19 flags, "unknown" included.
 * @param folder - the folder of the files: `locateDataset('ml-100k')`
 * @throws AgoraError 'rating-data' naming file, line and the expected value
 * @example
 * const folder = datasets.locateDataset('ml-100k'); // null where the data set is not
 * folder === null ? 80000 : environments.readMovieLens(folder).known.length; // => 80000
 */
export function readMovieLens(folder: string): RatingData {
  check('readMovieLens', object('arguments', { folder: text(10_000) }), { folder });
  const data: RatingData = {
    name: 'MovieLens-100k u1',
    users: readUsers(folder, 'u.user'),
    movies: readMovies(folder, 'u.item'),
    known: readRatings(folder, 'u1.base'),
    held: readRatings(folder, 'u1.test'),
  };
  checkRatingData(data, (part, place) => `u1.${part === 'known' ? 'base' : 'test'} line ${place + 1}`);
  return data;
}

/** The flags of u.item in their order (u.genre). */
export const movieLensGenres: readonly string[] = (
  "unknown|Action|Adventure|Animation|Children's|Comedy|Crime|Documentary|Drama|Fantasy|" +
  'Film-Noir|Horror|Musical|Mystery|Romance|Sci-Fi|Thriller|War|Western'
).split('|');

/** u.user: id | age | gender | occupation | zip code. */
function readUsers(folder: string, file: string): Map<number, MovieUser> {
  return byId(file, linesOf(folder, file), (line) => {
    const [id, age, gender, occupation, zip] = line.fields('|', 5);
    return {
      id: line.whole('a user id', id, 1),
      age: line.whole('an age', age, 0),
      gender: line.matching('M or F', gender, /^[MF]$/),
      occupation: line.matching('an occupation', occupation, /\S/),
      state: zipState(line.matching('a zip code', zip, /\S/)),
    };
  });
}

/** u.item: id | title | release date | video release date | address | 19 genre flags. Latin-1, not UTF-8. */
function readMovies(folder: string, file: string): Map<number, Movie> {
  return byId(file, linesOf(folder, file), (line) => {
    const [id, title, released, , , ...flags] = line.fields('|', 5 + movieLensGenres.length);
    flags.forEach((flag, place) => line.matching(`0 or 1 for ${movieLensGenres[place]}`, flag, /^[01]$/));
    return {
      id: line.whole('a movie id', id, 1),
      title: titleWithoutYear(line.matching('a title', title, /\S/)),
      released: released === '' ? null : line.read('a date like 01-Jan-1995', released, releaseDay),
      genres: movieLensGenres.filter((_, place) => flags[place] === '1'),
    };
  });
}

/** u1.base and its like: user, movie, rating and seconds since 1970, between tabs. */
function readRatings(folder: string, file: string): Rating[] {
  return linesOf(folder, file).map((line) => {
    const [user, movie, rating, time] = line.fields('\t', 4);
    return {
      user: line.whole('a user id', user, 1),
      movie: line.whole('a movie id', movie, 1),
      rating: line.whole('a rating from 1 to 5', rating, 1, 5),
      date: dayOf(line.whole('a time in seconds', time, 0, 9_999_999_999)),
    };
  });
}

/** "Toy Story (1995)" without its year, as RoundTable prints it; also before a mark such as "(V)", for video. */
function titleWithoutYear(title: string): string {
  return title.replace(/\s*\(\d{4}\)(\s*\(\w+\))?\s*$/, '');
}

function linesOf(folder: string, file: string): Line[] {
  const path = join(folder, file);
  if (!existsSync(path)) {
    throw new AgoraError(
      'rating-data',
      `${path} is missing: "npx agora data ml-100k" brings MovieLens-100k, and locateDataset('ml-100k') says where`,
    );
  }
  const lines = readFileSync(path, 'latin1').split('\n');
  if (lines.at(-1) === '') lines.pop();
  if (lines.length === 0) throw new AgoraError('rating-data', `${file} is empty`);
  return lines.map((text, place) => new Line(file, place + 1, text.replace(/\r$/, '')));
}

function byId<T extends { id: number }>(file: string, lines: readonly Line[], read: (line: Line) => T) {
  const all = new Map<number, T>();
  for (const line of lines) {
    const item = read(line);
    if (all.has(item.id))
      throw new AgoraError('rating-data', `${file} line ${line.number}: id ${item.id} is there twice`);
    all.set(item.id, item);
  }
  return all;
}

/** One line of a file. Errors name the missing field. */
class Line {
  constructor(
    private readonly file: string,
    readonly number: number,
    private readonly text: string,
  ) {}

  fields(between: string, count: number): string[] {
    const fields = this.text.split(between);
    if (fields.length === count) return fields;
    const name = between === '\t' ? 'tabs' : `"${between}"`;
    this.fail(`${count} fields between ${name}`, this.text.slice(0, 60));
  }

  whole(what: string, field: string | undefined, least: number, most = 999_999_999): number {
    const value = /^\d{1,10}$/.test(field ?? '') ? Number(field) : Number.NaN;
    return value >= least && value <= most ? value : this.fail(what, field);
  }

  matching(what: string, field: string | undefined, pattern: RegExp): string {
    return field !== undefined && pattern.test(field) ? field : this.fail(what, field);
  }

  read<T>(what: string, field: string | undefined, reader: (text: string) => T | null): T {
    return reader(field ?? '') ?? this.fail(what, field);
  }

  private fail(needed: string, got: string | undefined): never {
    throw new AgoraError(
      'rating-data',
      `${this.file} line ${this.number} needs ${needed}, got "${got ?? ''}"`,
    );
  }
}

/**
 * First and last three-digit prefix of each state's zip codes, as the Postal Service assigns them (its public list of
 * three-digit prefixes), with the territories and the military's AE, AA and AP. In the order of their numbers.
 */
const prefixRanges =
  '005-005 NY, 006-007 PR, 008-008 VI, 009-009 PR, 010-027 MA, 028-029 RI, 030-038 NH, 039-049 ME, 050-054 VT, ' +
  '055-055 MA, 056-059 VT, 060-069 CT, 070-089 NJ, 090-099 AE, 100-149 NY, 150-196 PA, 197-199 DE, 200-200 DC, ' +
  '201-201 VA, 202-205 DC, 206-219 MD, 220-246 VA, 247-268 WV, 270-289 NC, 290-299 SC, 300-319 GA, 320-339 FL, ' +
  '340-340 AA, 341-349 FL, 350-369 AL, 370-385 TN, 386-397 MS, 398-399 GA, 400-427 KY, 430-459 OH, 460-479 IN, ' +
  '480-499 MI, 500-528 IA, 530-549 WI, 550-567 MN, 569-569 DC, 570-577 SD, 580-588 ND, 590-599 MT, 600-629 IL, ' +
  '630-658 MO, 660-679 KS, 680-693 NE, 700-714 LA, 716-729 AR, 730-731 OK, 733-733 TX, 734-749 OK, 750-799 TX, ' +
  '800-816 CO, 820-831 WY, 832-838 ID, 840-847 UT, 850-865 AZ, 870-884 NM, 885-885 TX, 888-888 DC, 889-898 NV, ' +
  '900-961 CA, 962-966 AP, 967-968 HI, 969-969 GU, 970-979 OR, 980-994 WA, 995-999 AK';

const stateOf = new Map<number, string>();
for (const range of prefixRanges.split(', ')) {
  const [first, last] = [Number(range.slice(0, 3)), Number(range.slice(4, 7))];
  for (let prefix = first; prefix <= last; prefix++) stateOf.set(prefix, range.slice(8));
}

/**
 * The state of a zip code, in two letters; "other" for anything but five digits of a known prefix (Canadian codes,
 * 00000). A prefix counts for one state: the few towns served from across a border are given to the neighbour. An
 * unassigned prefix within a state's range counts for that state.
 */
export function zipState(zip: string): string {
  return /^\d{5}(-\d{4})?$/.test(zip) ? (stateOf.get(Number(zip.slice(0, 3))) ?? 'other') : 'other';
}
