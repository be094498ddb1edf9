import type { TableCell } from './comparison';

/** A number with a fixed count of decimals; zero never carries a minus. */
export function numberText(value: number, decimals = 2): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace('-', '') : text;
}

/** The same with its sign, plus included, as a difference is written. */
export function signedText(value: number, decimals = 2): string {
  const text = numberText(value, decimals);
  return Number(text) > 0 ? `+${text}` : text;
}

/** A mean with its standard error in brackets, as papers print it: "79.05 (1.11)". */
export function cellText({ value, standardError }: TableCell, decimals = 2): string {
  const mean = numberText(value, decimals);
  return standardError === null ? mean : `${mean} (${numberText(standardError, decimals)})`;
}
