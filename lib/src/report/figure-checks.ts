import { AgoraError } from '../agora-error';

/** @throws AgoraError 'figure' when there is none of what a figure shows */
export function needSome(figure: string, what: string, list: readonly unknown[]): void {
  if (list.length === 0) throw new AgoraError('figure', `${figure} needs at least one ${what}, got none`);
}

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

/** @throws AgoraError 'figure' when a number is not finite; null stands for no value */
export function needFinite(
  figure: string,
  what: string,
  values: readonly (number | null | undefined)[],
): void {
  const odd = values.find((value) => typeof value === 'number' && !Number.isFinite(value));
  if (odd !== undefined) throw new AgoraError('figure', `${figure} needs finite ${what} or null, got ${odd}`);
}

/** @throws AgoraError 'figure' when two have the same name: a legend could not tell them apart */
export function needDistinct(figure: string, what: string, names: readonly string[]): void {
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined)
    throw new AgoraError('figure', `${figure} needs each ${what} once, got ${JSON.stringify(twice)} twice`);
}
