/** Wrong answers: `usual` in no order, `reserve` for when too few of them differ. */
export interface Slips {
  readonly usual: readonly string[];
  readonly reserve: readonly string[];
}

/**
 * Slips around a number such as "18", "1,450,000" or "-2.5"; null when the answer is no such number. Numbers of the text
 * are taken for the answer, or added or left out; decimals keep their places.
 */
export function numberSlips(answer: string, text: string): Slips | null {
  const plain = answer.replaceAll(/[,\s]/g, '');
  if (!/^-?\d{1,12}(?:\.\d{1,6})?$/.test(plain)) return null;
  const right = Number(plain);
  const places = plain.split('.')[1]?.length ?? 0;
  const step = 10 ** -places;
  const show = (value: number): string => value.toFixed(Number.isInteger(value) ? 0 : Math.max(places, 1));
  const given = numbersIn(text).filter((number) => number > 1);
  const usual = [
    ...[right + step, right - step, right * 2, right * 10],
    ...(Number.isInteger(right / 2) ? [right / 2] : []),
    ...given.slice(-3).flatMap((number) => [number, right + number, Math.abs(right - number)]),
  ];
  const least = right < 0 ? -Infinity : 0;
  return {
    usual: [...usual.filter((value) => value >= least).map(show), ...swappedDigits(plain)],
    reserve: [2, 3, 5, 10, 12, 20, 50, 100].map((steps) => show(right + steps * step)),
  };
}

/** The numbers that a text gives, at most 9 digits long. */
export function numbersIn(text: string): number[] {
  return (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? [])
    .map((number) => Number(number.replaceAll(',', '')))
    .filter((number) => number < 1e9);
}

/** The number with two neighbouring digits the other way round, if that makes another number of the same length. */
function swappedDigits(plain: string): string[] {
  for (let at = plain.length - 2; at >= 0; at--) {
    const [first = '', second = ''] = [plain[at], plain[at + 1]];
    if (!/\d/.test(first) || !/\d/.test(second) || first === second) continue;
    const swapped = plain.slice(0, at) + second + first + plain.slice(at + 2);
    if (!/^-?0\d/.test(swapped)) return [swapped];
  }
  return [];
}
