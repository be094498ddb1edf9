/** A formula, read: numbers as written, variables by name, everything else an operation. */
export type Expression =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'constant'; readonly name: 'pi' | 'e' | 'i' }
  | { readonly kind: 'operation'; readonly name: Operation; readonly of: readonly Expression[] };

export type Operation =
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'divide'
  | 'negate'
  | 'power'
  | 'root'
  | 'factorial'
  | 'binomial'
  | 'absolute'
  | 'floor'
  | 'ceiling'
  | 'exp'
  | 'log'
  | 'sin'
  | 'cos'
  | 'tan'
  | 'cot'
  | 'sec'
  | 'csc'
  | 'arcsin'
  | 'arccos'
  | 'arctan'
  | 'sinh'
  | 'cosh'
  | 'tanh';

export const operation = (name: Operation, ...of: Expression[]): Expression => ({
  kind: 'operation',
  name,
  of,
});

/** Whether variables stand in it, or the imaginary unit, which have no exact decimal value. */
export function holds(expression: Expression, wanted: 'variable' | 'i'): boolean {
  if (expression.kind === 'operation') return expression.of.some((part) => holds(part, wanted));
  return wanted === 'variable'
    ? expression.kind === 'variable'
    : expression.kind === 'constant' && expression.name === 'i';
}
