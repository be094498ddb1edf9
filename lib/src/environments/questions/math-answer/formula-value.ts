import { AgoraError } from '../../../agora-error';
import type { Complex, Formula } from './formula';

/** What this folder uses of mathjs's numbers of many digits. */
export interface Decimal {
  toExponential(decimals: number): string;
  isFinite(): boolean;
}

/** What is read of a node of mathjs's syntax tree. */
interface MathNode {
  readonly type: string;
  readonly name?: string;
  readonly value?: unknown;
  readonly content?: MathNode;
  readonly fn?: string | { readonly name: string };
  readonly args?: readonly MathNode[];
}

let mathjs: Readonly<Record<string, (...of: readonly unknown[]) => unknown>> | undefined;

/** Calls mathjs, with numbers of 40 digits; it is loaded with the first formula, which takes a second or two. */
function call(name: string, ...of: readonly unknown[]): unknown {
  if (mathjs === undefined) {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const { create, all } = require('mathjs') as {
      create: (what: unknown, settings: object) => NonNullable<typeof mathjs>;
      all: unknown;
    };
    mathjs = create(all, { number: 'BigNumber', precision: 40 });
  }
  return mathjs[name]?.(...of);
}

/**
 * What a formula is worth: at values of its variables in double precision, without them to 40 digits. mathjs reads its
 * text, which holds no word of a model's, and works out the operations below and nothing else.
 * @throws AgoraError 'formula', or mathjs's own error, where it has no value, or an enormous one
 */
export function valueOf({ text }: Formula, variables: readonly Complex[] | 'exactly'): Decimal | Complex {
  const value = worked(call('parse', text) as MathNode, variables);
  if (!isDecimal(value)) return complexOf(value);
  if (!value.isFinite()) throw fault('it has no finite value');
  return value;
}

export function isDecimal(value: unknown): value is Decimal {
  return typeof value === 'object' && value !== null && 'toExponential' in value;
}

function worked(node: MathNode, variables: readonly Complex[] | 'exactly'): unknown {
  const { type, name = '', content, fn, args = [] } = node;
  if (type === 'ParenthesisNode' && content !== undefined) return worked(content, variables);
  if (type === 'ConstantNode') return variables === 'exactly' ? node.value : Number(node.value);
  if (type === 'SymbolNode' && variables === 'exactly') return call('bignumber', exact[name]);
  if (type === 'SymbolNode') {
    const { re, im } = constants[name] ?? (variables[Number(name.slice(1))] as Complex);
    return im === 0 ? re : call('complex', re, im);
  }
  return operation(
    typeof fn === 'string' ? fn : (fn?.name ?? ''),
    args.map((arg) => worked(arg, variables)),
  );
}

const constants: Readonly<Record<string, Complex>> = {
  ...{ e: { re: Math.E, im: 0 }, pi: { re: Math.PI, im: 0 }, i: { re: 0, im: 1 } },
};
const exact: Readonly<Record<string, string>> = {
  pi: '3.1415926535897932384626433832795028841971693993751',
  e: '2.7182818284590452353602874713526624977572470936999',
};

const unbounded = new Set(
  'add subtract multiply divide unaryMinus unaryPlus abs floor ceil log asin acos atan'.split(' '),
);
const bounded = new Set('sin cos tan cot sec csc sinh cosh tanh exp'.split(' '));

/** The bounds keep every answer, also 9^{9^{9^9}}, within a time that nobody notices. */
function operation(name: string, of: readonly unknown[]): unknown {
  const [first, second] = of;
  if (name === 'root') return root(first, second);
  if (name === 'pow') {
    within(first, 1e100);
    within(second, 10_000);
  } else if (name === 'factorial' || name === 'combinations') of.forEach(needNatural);
  else if (bounded.has(name)) within(first, 10_000);
  else if (!unbounded.has(name)) throw fault(`"${name}" is unknown`);
  return call(name, ...of);
}

/** The real root where there is one: the cube root of -8 is -2. */
function root(of: unknown, index: unknown): unknown {
  const degree = Number(within(index, 100));
  if (degree === 2) return call('sqrt', of);
  const isNegative = (typeof of === 'number' || isDecimal(of)) && Number(of) < 0 && degree % 2 === 1;
  const size = call('pow', isNegative ? call('unaryMinus', of) : of, call('divide', 1, index));
  return isNegative ? call('unaryMinus', size) : size;
}

function within(value: unknown, bound: number): unknown {
  const { re, im } = complexOf(value);
  if (Math.abs(re) > bound || Math.abs(im) > bound) throw fault('too large to be worked out');
  return value;
}

function needNatural(value: unknown): void {
  const { re, im } = complexOf(within(value, 500));
  if (im !== 0 || re < 0 || !Number.isInteger(re)) throw fault('a natural number was needed');
}

function complexOf(value: unknown): Complex {
  const { re, im } =
    typeof value === 'object' && value !== null && 're' in value && 'im' in value
      ? { re: Number(value.re), im: Number(value.im) }
      : { re: Number(value), im: 0 };
  if (!Number.isFinite(re) || !Number.isFinite(im)) throw fault('it has no finite value');
  return { re, im };
}

function fault(what: string): AgoraError {
  return new AgoraError('formula', what);
}
