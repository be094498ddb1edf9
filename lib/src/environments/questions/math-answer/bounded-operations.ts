import { AgoraError } from '../../../agora-error';
import { type Operation } from './expression';
import { complexOf, isDecimal } from './formula-value';
import type { MathFunctions, MathName } from './math-functions';

const names: Partial<Record<Operation, MathName>> = {
  ...{ add: 'add', subtract: 'subtract', multiply: 'multiply', divide: 'divide', negate: 'unaryMinus' },
  ...{
    absolute: 'abs',
    floor: 'floor',
    ceiling: 'ceil',
    log: 'log',
    arcsin: 'asin',
    arccos: 'acos',
    arctan: 'atan',
  },
  ...{ sin: 'sin', cos: 'cos', tan: 'tan', cot: 'cot', sec: 'sec', csc: 'csc' },
  ...{ sinh: 'sinh', cosh: 'cosh', tanh: 'tanh', exp: 'exp' },
};
const trigonometric: ReadonlySet<Operation> = new Set([
  ...(['sin', 'cos', 'tan', 'cot', 'sec', 'csc', 'sinh', 'cosh', 'tanh', 'exp'] as const),
]);

/** Works one operation out. @throws AgoraError 'formula' where the result would be enormous, or there is none */
export function applied(name: Operation, of: readonly unknown[], math: MathFunctions): unknown {
  const [first, second] = of;
  if (name === 'power') return power(first, second, math);
  if (name === 'root') return root(first, second, math);
  if (name === 'factorial') return math.factorial(natural(first, 500));
  if (name === 'binomial') return math.combinations(natural(first, 500), natural(second, 500));
  if (trigonometric.has(name)) within(first, 10_000);
  return math[names[name] as MathName](...of);
}

function power(base: unknown, exponent: unknown, math: MathFunctions): unknown {
  within(exponent, 10_000);
  within(base, 1e100);
  return math.pow(base, exponent);
}

/** The real root where there is one: the cube root of -8 is -2. */
function root(of: unknown, index: unknown, math: MathFunctions): unknown {
  const degree = Number(within(index, 100));
  if (degree === 2) return math.sqrt(of);
  const isReal = typeof of === 'number' || isDecimal(of);
  if (isReal && Number(of) < 0 && degree % 2 === 1)
    return math.unaryMinus(math.pow(math.unaryMinus(of), math.divide(1, index)));
  return math.pow(of, math.divide(1, index));
}

/** The bounds keep every answer, also 9^{9^{9^9}}, within a time that nobody notices. */
function within(value: unknown, bound: number): unknown {
  const { re, im } = complexOf(value);
  if (Math.abs(re) > bound || Math.abs(im) > bound)
    throw new AgoraError('formula', 'too large to be worked out');
  return value;
}

function natural(value: unknown, bound: number): unknown {
  const { re, im } = complexOf(within(value, bound));
  if (im !== 0 || re < 0 || !Number.isInteger(re))
    throw new AgoraError('formula', 'a natural number was needed');
  return value;
}
