import { AgoraError } from '../../../agora-error';
import { type Expression } from './expression';
import { FormulaReader } from './formula-reader';
import { formulaTokens } from './formula-tokens';

/**
 * Reads a tidied formula: sums, products (also without a sign: 2x(x+1), 3\sqrt2), powers, factorials, |x|, mixed numbers
 * (3\frac{1}{2} is three and a half), \frac, \sqrt[n], \binom, functions with or without brackets. As in school, a/bc is
 * (a/b)c; 2^34 is 2 to the 34th, since models that write no LaTeX mean it so.
 * @throws AgoraError 'formula' for whatever else stands there
 */
export function parseFormula(text: string): Expression {
  const reader = new FormulaReader(formulaTokens(text));
  const read = reader.sum();
  if (reader.next() !== null) throw new AgoraError('formula', `unread: "${reader.next()?.text}"`);
  return read;
}
