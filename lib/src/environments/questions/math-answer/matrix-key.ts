import { splitTopLevel } from './split-top-level';
import { rowEnd } from './tidy-latex';

const matrix =
  /^\\begin\s*\{(?:([pbB]|small)?matrix|([vV])matrix|array)\}(?:\s*\{[lcr| ]*\})?(.*)\\end\s*\{\w+\}$/s;

/** The entries of a matrix, row by row; null for a text that is none. Determinants (vmatrix) are told apart. */
export function matrixOf(
  text: string,
): { readonly bars: boolean; readonly rows: readonly (readonly string[])[] } | null {
  const [whole, , bars, inside] =
    matrix.exec(text.replace(/^[([]\s*(\\begin\s*\{array\}.*)[\])]$/s, '$1')) ?? [];
  if (whole === undefined || inside === undefined || inside.includes('\\begin')) return null;
  const rows = inside
    .split(rowEnd)
    .map((row) => splitTopLevel(row, /&/))
    .filter((row) => row.some((entry) => entry !== ''));
  return { bars: bars !== undefined, rows };
}
