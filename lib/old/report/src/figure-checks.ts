import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { listOf, number, object, settings, whole } from 'agora-voting/internal';

/*
 * The requirements of figures on their series and options. Numbers are finite; null means no value.
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
  settings({ title: words.optional(), subtitle: words.optional(), ...more });

/** @throws AgoraError 'figure' when two have the same name: a legend could not tell them apart */
export function needDistinct(figure: string, what: string, names: readonly string[]): void {
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined)
    throw new AgoraError('figure', `${figure} needs each ${what} once, got ${JSON.stringify(twice)} twice`);
}

/** @throws AgoraError 'figure' when a series has another's name, or a list that is not as long as the categories */
export function needOneEach(
  figure: string,
  series: readonly { readonly name: string }[],
  categories: readonly string[],
): void {
  needDistinct(
    figure,
    'series',
    series.map(({ name }) => name),
  );
  for (const { name, ...lists } of series)
    for (const [what, list] of Object.entries<readonly unknown[] | undefined>(lists))
      if (list !== undefined && list.length !== categories.length)
        throw new AgoraError(
          'figure',
          `${figure} needs ${categories.length} ${what} for "${name}", one for each category, got ${list.length}`,
        );
}
