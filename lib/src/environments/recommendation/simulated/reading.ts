import { factNames, type Fact, type FactName, type Person } from './facts';
import type { Phrase } from './phrase';
import {
  confirmations,
  movieStatements,
  personStatements,
  ratingStatements,
  recaps,
  requests,
  statements,
  type Topic,
} from './phrases';

/** What one message says, as far as a simulated agent understands it. */
export interface Understood {
  readonly stated: readonly (Fact & { readonly name: FactName })[];
  /** What it repeats of others, in a summary. */
  readonly repeated: readonly { readonly name: FactName; readonly value: number }[];
  readonly genres: readonly string[] | null;
  readonly person: Person | null;
  /** What it asks for, confirmations included. */
  readonly asked: readonly Topic[];
  /** The rating its writer wants. */
  readonly rating: number | null;
}

const understood = new Map<string, Understood>();
const largestMemory = 20_000;

/** Reads a message's words. Real agents' messages are read as well: what is not understood is passed over. */
export function understand(text: string): Understood {
  const known = understood.get(text);
  if (known !== undefined) return known;
  const result = read(text);
  if (understood.size >= largestMemory) understood.clear();
  understood.set(text, result);
  return result;
}

const topics = Object.keys(requests) as readonly Topic[];

function read(text: string): Understood {
  const genres = first(movieStatements, text)?.['genres'];
  const person = first(personStatements, text);
  const rating = Object.values(ratingStatements)
    .map((options) => first(options, text)?.['value'])
    .find((value) => value !== undefined);
  return {
    stated: factNames.flatMap((name) => {
      const gaps = first(statements[name], text);
      return gaps === null ? [] : [{ name, value: Number(gaps['value']), count: Number(gaps['count'] ?? 0) }];
    }),
    repeated: factNames.flatMap((name) => {
      const gaps = first(recaps[name], text);
      return gaps === null ? [] : [{ name, value: Number(gaps['value']) }];
    }),
    genres: genres?.split(', ') ?? null,
    person:
      person === null ? null : { age: Number(person['age']), gender: genderLetter(person['gender'] ?? '') },
    asked: [
      ...topics.filter((topic) => first(requests[topic], text) !== null),
      ...factNames.filter((name) => first(confirmations[name], text) !== null),
    ],
    rating: rating === undefined ? null : Number(rating),
  };
}

function first(options: readonly Phrase[], text: string): Readonly<Record<string, string>> | null {
  for (const option of options) {
    const gaps = option.read(text);
    if (gaps !== null) return gaps;
  }
  return null;
}

/** "female" as the data write it: "F". Words for anything else are as they are. */
export function genderLetter(word: string): string {
  return { female: 'F', male: 'M' }[word] ?? word;
}

/** "F" as people write it. */
export function genderWord(letter: string): string {
  return { F: 'female', M: 'male' }[letter] ?? letter;
}
