import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgoraError } from '../../agora-error';
import { dayOf, releaseDay } from './day';
import type { Movie, MovieUser, Rating } from './types';
import { zipState } from './zip-state';

/** The flags of u.item in their order (u.genre). */
export const movieLensGenres: readonly string[] = (
  "unknown|Action|Adventure|Animation|Children's|Comedy|Crime|Documentary|Drama|Fantasy|" +
  'Film-Noir|Horror|Musical|Mystery|Romance|Sci-Fi|Thriller|War|Western'
).split('|');

/** u.user: id | age | gender | occupation | zip code. */
export function readUsers(folder: string, file: string): Map<number, MovieUser> {
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
export function readMovies(folder: string, file: string): Map<number, Movie> {
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
export function readRatings(folder: string, file: string): Rating[] {
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

/** One line of a file; whatever it lacks is an error that names it. */
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
