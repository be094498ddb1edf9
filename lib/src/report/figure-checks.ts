import { z } from 'zod';
import { AgoraError } from '../agora-error';
import { listOf, number, object, settings, whole } from '../check';

/*
 * What the figures ask of their series and options. Their numbers are finite; null stands for no value.
 */
export const words = z.string({ error: 'a text' });
export const names = listOf('names', words, 1);
export const value = number().nullable();
export const values = listOf('numbers or null', value);
export const range = z.tuple([number(), number()], { error: 'the lowest and the highest value' });
export const decimals = whole(0, 20);
export const reference = object('a line with its value and label', { value: number(), label: words });

/** What every figure has, and what one kind has beside it. */
export const figureOptions = (more: z.ZodRawShape) =>
  settings({ title: words, subtitle: words.optional(), ...more });

/** @throws AgoraError 'figure' when a list that is given is not as long as what it belongs to */
export function needLength(
  figure: string,
  what: string,
  list: readonly unknown[] | undefined,
  length: number,
): void {
  if (list !== undefined && list.length !== length)
    throw new AgoraError('figure', `${figure} needs ${length} ${what}, got ${list.length}`);
}

/** @throws AgoraError 'figure' when two have the same name: a legend could not tell them apart */
export function needDistinct(figure: string, what: string, names: readonly string[]): void {
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined)
    throw new AgoraError('figure', `${figure} needs each ${what} once, got ${JSON.stringify(twice)} twice`);
}
