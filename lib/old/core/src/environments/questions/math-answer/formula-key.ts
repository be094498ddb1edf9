import { AgoraError, Random } from 'agora-voting';
import { missingPackage } from '../../../optional-package';
import { mathjsText } from './mathjs-text';

/** mathjs's numbers of 40 digits, or complex ones of double precision. */
type Value = Decimal | Complex;
interface Decimal {
  /** The exponent of ten. */
  readonly e: number;
  isFinite(): boolean;
  toDecimalPlaces(places: number): Decimal;
  toFixed(): string;
  toExponential(decimals: number): string;
}
interface Complex {
  readonly re: number;
  readonly im: number;
}

/**
 * The key of a formula: without variables its value, to 12 significant digits and integers whole; with variables its
 * values at two fixed points, a positive and a complex one, so that x and \sqrt{x^2} differ.
 * @throws AgoraError 'formula', or mathjs's own error, if it cannot be read, or its value is enormous
 */
export function formulaKey(latex: string): string {
  const [first, second] = valuesOf(latex);
  return isNear(first, second) ? valueKey(first) : `f[${valueKey(first)} ${valueKey(second)}]`;
}

/** The key of left = right with variables: equal for equations that are multiples of each other; null for "1 = 1". */
export function equationKey(left: string, right: string): string | null {
  const [first, second] = valuesOf(`(${left})-(${right})`);
  return isNear(first, second) ? null : `equation ${valueKey(call('divide', second, first))}`;
}

/** A number to 12 significant digits and 6 places at least; the parts of a complex one to 10 digits. */
function valueKey(value: Value): string {
  if (!isComplex(value)) {
    if (size(value) < 1e-30) return '0'; // what is left of 40 digits where two numbers cancel
    const rounded = value.toDecimalPlaces(Math.max(6, 11 - value.e));
    return value.e < 400 ? rounded.toFixed() : value.toExponential(11);
  }
  const rounding = 1e-11 * Math.max(size(value), 1e-3);
  const [re, im] = [value.re, value.im].map((part) =>
    Math.abs(part) < rounding ? '0' : String(Number(part.toPrecision(10))),
  );
  return im === '0' ? `${re}` : `${re},${im}i`;
}

const isComplex = (value: Value): value is Complex => 're' in value;
const size = (value: Value): number => Number(call('abs', value));
const isNear = (one: Value, other: Value): boolean =>
  size(call('subtract', one, other)) <= 1e-11 * Math.max(size(one), 1e-3);

let mathjs: Readonly<Record<string, (...of: readonly unknown[]) => Value>> | undefined;

/** Calls mathjs, which is loaded with the first formula: that takes most of a second. */
function call(name: string, ...of: readonly unknown[]): Value {
  if (mathjs === undefined) {
    const { create, all } = mathjsPackage();
    mathjs = create(all, { number: 'BigNumber', precision: 40 });
  }
  return mathjs[name]!(...of);
}

interface MathjsPackage {
  readonly create: (what: unknown, settings: object) => NonNullable<typeof mathjs>;
  readonly all: unknown;
}

/** @throws AgoraError 'missing-package' when it is not installed */
function mathjsPackage(): MathjsPackage {
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    return require('mathjs') as MathjsPackage;
  } catch (error) {
    throw missingPackage('a formula as an answer', ['mathjs'], error);
  }
}

/** What is read of a node of mathjs's syntax tree. */
interface MathNode {
  readonly type: string;
  readonly name?: string;
  readonly value?: Value;
  readonly content?: MathNode;
  readonly fn?: string | { readonly name: string };
  readonly args?: readonly MathNode[];
}

function valuesOf(latex: string): [Value, Value] {
  const formula = call('parse', mathjsText(latex)) as unknown as MathNode;
  return [valueOf(formula, 'positive'), valueOf(formula, 'complex')];
}

/** What is worked out, with the greatest size of its arguments: beyond it some take long, and sines leave mathjs in disorder. */
const operations: ReadonlyMap<string, number> = new Map([
  ...of('add subtract multiply divide pow root abs floor ceil log unaryMinus unaryPlus', Infinity),
  ...of('sin cos tan cot sec csc asin acos atan exp', 10_000),
  ...of('factorial combinations', 500),
]);

function of(names: string, greatest: number): [string, number][] {
  return names.split(' ').map((name) => [name, greatest]);
}

/** The value of these operations only. An enormous value, such as that of 9^{9^{9^9}}, does not count. */
function valueOf(node: MathNode, at: 'positive' | 'complex'): Value {
  const { type, name = '', value, content, fn, args = [] } = node;
  if (content !== undefined) return valueOf(content, at);
  if (type === 'ConstantNode' && value !== undefined) return value;
  if (type === 'SymbolNode') return symbol(name, at);
  const operation = typeof fn === 'string' ? fn : (fn?.name ?? '');
  const terms = args.map((arg) => valueOf(arg, at));
  const greatest = operations.get(operation) ?? -1;
  if (terms.some((term) => !(size(term) <= greatest)))
    throw new AgoraError('formula', `"${operation}" is not worked out`);
  const made = operation === 'root' ? root(terms) : call(operation, ...terms);
  const result = typeof made === 'number' ? call('bignumber', made) : made; // the size of a complex number
  const isModest = isComplex(result) ? Number.isFinite(size(result)) : result.isFinite() && result.e < 10_000;
  if (!isModest) throw new AgoraError('formula', 'it has no finite value, or an enormous one');
  return result;
}

/** The real root where there is one: the cube root of -8 is -2. */
function root([of, index]: readonly Value[]): Value {
  if (size(index!) === 2) return call('sqrt', of);
  return isComplex(of!) ? call('pow', of, call('divide', 1, index)) : call('nthRoot', of, index);
}

/** The constants, and for a variable a number of its own: always the same, irregular, near 1 so that x^2007 has a value. */
function symbol(name: string, at: 'positive' | 'complex'): Value {
  if (name === 'i') return call('complex', 0, 1);
  if (name === 'pi' || name === 'e') return call('evaluate', name);
  const random = Random.from(0, name, at);
  const [length, angle] = [1 + random.uniform() / 3, 2 + random.uniform() / 2];
  return at === 'positive'
    ? call('bignumber', length)
    : call('complex', length * Math.cos(angle), length * Math.sin(angle));
}
