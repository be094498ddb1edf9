import { AgoraError } from '../../../agora-error';
import { applied } from './bounded-operations';
import { type Expression } from './expression';
import { complexOf, isDecimal, type ComplexValue } from './formula-value';
import { mathFunctions, type MathFunctions } from './math-functions';

export type Variables = (name: string) => ComplexValue;

/** The value of a formula without variables and i, to 40 digits, in exponential notation; complex where a root makes it so. */
export function exactValue(
  expression: Expression,
): { readonly exponential: (digits: number) => string } | ComplexValue {
  const value = evaluate(expression, mathFunctions(), null);
  if (isDecimal(value) && !value.isFinite()) throw new AgoraError('formula', 'it has no finite value');
  return isDecimal(value) ? { exponential: (digits) => value.toExponential(digits - 1) } : complexOf(value);
}

/** The value of a formula at given values of its variables, in double precision. */
export function complexValue(expression: Expression, variables: Variables): ComplexValue {
  return complexOf(evaluate(expression, mathFunctions(), variables));
}

function evaluate(expression: Expression, math: MathFunctions, variables: Variables | null): unknown {
  switch (expression.kind) {
    case 'number':
      return variables === null ? math.bignumber(expression.text) : Number(expression.text);
    case 'constant': {
      if (expression.name === 'i') return math.complex(0, 1);
      const [exact, double] = expression.name === 'pi' ? [pi, Math.PI] : [e, Math.E];
      return variables === null ? math.bignumber(exact) : double;
    }
    case 'variable': {
      if (variables === null) throw new AgoraError('formula', `"${expression.name}" has no value`);
      const { re, im } = variables(expression.name);
      return im === 0 ? re : math.complex(re, im);
    }
    case 'operation':
      return applied(
        expression.name,
        expression.of.map((part) => evaluate(part, math, variables)),
        math,
      );
  }
}

const pi = '3.1415926535897932384626433832795028841971693993751';
const e = '2.7182818284590452353602874713526624977572470936999';
