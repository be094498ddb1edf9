import { AgoraError } from '../error';
import { Random } from '../random';

/*
 * Evaluates formulas in answers. Translates LaTeX to mathjs notation, parses it with mathjs, and evaluates the syntax
 * tree node by node. Only a short list of operations is supported. No text is ever executed: mathjs's `evaluate` is not
 * used on answers.
 */

/** Mathematical names in LaTeX, without the backslash. */
export const functionNames =
  'arcsin arccos arctan sin cos tan cot sec csc ln log lg exp sqrt frac binom'.split(' ');
export const greekLetters = (
  'alpha beta gamma delta epsilon varepsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau phi varphi chi ' +
  'psi omega Gamma Delta Theta Lambda Sigma Phi Psi Omega'
).split(' ');

/** Matches a placeholder, which stands for a bracketed group that has already been translated. */
const group = '[\ue000-\uf8ff]';
const letter = `(?:[A-Za-z]|\\\\(?:pi|${greekLetters.join('|')})(?![A-Za-z]))(?:_(?:\\w|${group}))?'*`;
const number = '\\d+(?:\\.\\d*)?|\\.\\d+';
const value = `(?:${number}|${letter}|${group})`;
/** Matches an argument that a command takes without braces: a digit, a letter or a placeholder. */
const argument = `\\s*(\\d|${letter}|${group})`;
const factors = `-?\\s*(?:${value}(?:\\s*\\^\\s*-?\\s*${value})?!?\\s*)+`;
const named = (names: string) => `\\\\(${names})(?![A-Za-z])`;

const bare = [...functionNames, ...greekLetters.filter((name) => name.length > 2), 'pi'].join('|');
const bareNames = new RegExp(`(?<![\\\\A-Za-z])(?:${bare})(?![A-Za-z])`, 'g');
const brackets = /\{([^{}()[\]]*)\}|\(([^{}()[\]]*)\)|\[([^{}()[\]]*)\]/g;
const mixedNumber = new RegExp(`(?<![.\\d])(\\d+)\\s*\\\\frac${argument}${argument}`, 'g');
const ofTwo = new RegExp(`${named('frac|binom|root')}${argument}${argument}`, 'g');
const ofOne = new RegExp(`${named('sqrt|floor|ceil')}\\s*(${value})`, 'g');
const functionOf = new RegExp(
  `${named('arcsin|arccos|arctan|sin|cos|tan|cot|sec|csc|ln|log|lg|exp')}(?:\\s*_${argument})?(?:\\s*\\^${argument})?` +
    `\\s*(${group}(?!\\s*\\^)|${factors})`,
  'g',
);
const called: Readonly<Record<string, string>> = {
  arcsin: 'asin',
  arccos: 'acos',
  arctan: 'atan',
  ln: 'log',
  lg: 'log',
};
const token = new RegExp(`(${number})|(${letter}|${group})|([-+*/^!]|\\\\cdot)|\\S`, 'g');

/**
 * Translates LaTeX to mathjs notation, with a multiplication sign in every product. Handles 2x(x+1), 3\sqrt2, \frac12,
 * \sqrt[3]{x}, \binom{5}{2}, |x|, \lfloor x \rfloor, and functions with and without brackets. Reads 3\frac{1}{2} as
 * three and a half, a/bc as (a/b)c, and 2^34 as 2 to the power of 34. log without a base is the natural logarithm.
 * Letters are variables.
 *
 * The translation starts at the innermost brackets and works outwards.
 */
function mathjsText(latex: string): string {
  const groups: string[] = [];
  const hold = (text: string) => String.fromCharCode(0xe000 + groups.push(text) - 1);
  const shown = (text: string): string =>
    text.replace(/[\ue000-\uf8ff]/g, (sign) => `(${shown(groups[sign.charCodeAt(0) - 0xe000] as string)})`);

  /** Translates the text inside one pair of brackets: commands and functions first, then products. */
  function inside(text: string): string {
    const flat = text
      .replace(/\|([^|]+)\|/g, (_, of: string) => hold(`abs(${inside(of)})`))
      .replace(mixedNumber, (all, whole: string, above: string, below: string) =>
        /^[\d()]+$/.test(shown(above + below)) ? hold(`${whole}+${above}/${below}`) : all,
      )
      .replace(ofTwo, (_, name: string, first: string, second: string) => {
        const [a, b] = [product(first), product(second)];
        return hold(
          name === 'frac' ? `${a}/${b}` : name === 'binom' ? `combinations(${a},${b})` : `root(${b},${a})`,
        );
      })
      .replace(ofOne, (_, name: string, of: string) =>
        hold(name === 'sqrt' ? `root(${product(of)},2)` : `${name}(${product(of)})`),
      );
    return product(untilDone(flat, functionOf, applied));
  }

  function applied(_: string, name: string, base: string | undefined, power: string | undefined, of: string) {
    const plain = `${called[name] ?? name}(${product(of)})`;
    const divisor = name === 'lg' ? '10' : base;
    const based = divisor === undefined ? plain : `(${plain}/log(${product(divisor)}))`;
    return hold(power === undefined ? based : `${based}^${product(power)}`);
  }

  /** Adds a multiplication sign between adjacent factors. Throws if a number follows another factor. */
  function product(flat: string): string {
    let text = '';
    let isValue = false;
    for (const [all, number, name, operator] of flat.matchAll(token)) {
      if (operator !== undefined) text += operator === '\\cdot' ? '*' : operator;
      else if (number !== undefined && !isValue) text += number;
      else if (name !== undefined) text += (isValue ? '*' : '') + nameOf(name);
      else throw new AgoraError(`Cannot read "${all}".`);
      isValue = operator === undefined || operator === '!';
    }
    return text;
  }

  /** Returns the name of a variable. x_1 and x_{1} are the same variable. */
  const nameOf = (name: string) =>
    /^[A-Z\\]/i.test(name)
      ? shown(name)
          .replace(/[\\(){}]/g, '')
          .replace(/\W/g, '_')
      : name;

  const commands = latex
    .replace(/[\ue000-\uf8ff]/g, '?')
    .replace(bareNames, '\\$&')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(/\\(sin|cos|tan)\s*\^\s*\{\s*-1\s*\}/g, '\\arc$1')
    .replace(/\\sqrt\s*\[([^[\]]*)\]/g, '\\root{$1}')
    .replace(/\\l(floor|ceil)(?![A-Za-z])/g, '\\$1{')
    .replace(/\\r(?:floor|ceil)(?![A-Za-z])/g, '}');
  const flat = untilDone(commands, brackets, (_, a?: string, b?: string, c?: string) =>
    hold(inside(a ?? b ?? c ?? '')),
  );
  return shown(inside(flat));
}

/** Replaces the innermost matches until no match is left. */
function untilDone(text: string, search: RegExp, by: (...groups: string[]) => string): string {
  const replaced = text.replace(search, by);
  return replaced === text ? text : untilDone(replaced, search, by);
}

/** A mathjs number with 40 digits, or a complex number with double precision. */
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
 * Returns the key of a formula. If the formula has no variables, the key is its value, rounded to 12 significant
 * digits; an integer keeps all of its digits. If the formula has variables, the key consists of its values at two fixed
 * points, one positive and one complex. The complex point distinguishes x from \sqrt{x^2}.
 * @throws if the formula cannot be read, or if its value is too large
 */
export function formulaKey(latex: string): string {
  const [first, second] = valuesOf(latex);
  return isNear(first, second) ? valueKey(first) : `f[${valueKey(first)} ${valueKey(second)}]`;
}

/**
 * Returns the key of the equation left = right. Equations that are multiples of each other have equal keys. Returns
 * null if the two sides differ by a constant, as in "1 = 1".
 */
export function equationKey(left: string, right: string): string | null {
  const [first, second] = valuesOf(`(${left})-(${right})`);
  return isNear(first, second) ? null : `equation ${valueKey(call('divide', second, first))}`;
}

/**
 * Formats a number with 12 significant digits, and with at least 6 decimal places. A complex number has 10 significant
 * digits in each part.
 */
function valueKey(value: Value): string {
  if (!isComplex(value)) {
    if (size(value) < 1e-30) return '0'; // a rounding error from subtracting 40-digit numbers
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

/** Calls a mathjs function. mathjs takes most of a second to load, so it is loaded when the first formula is read. */
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

function mathjsPackage(): MathjsPackage {
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    return require('mathjs') as MathjsPackage;
  } catch (error) {
    throw new MissingMathjs(
      'Comparing formulas requires the package mathjs, which is not installed. Run `npm install mathjs`.',
      'input',
      {
        cause: error,
      },
    );
  }
}

/** Thrown if mathjs is not installed. All other errors in this file concern the formula itself. */
export class MissingMathjs extends AgoraError {}

/** The fields of a mathjs syntax-tree node that this file uses. */
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

/**
 * The supported operations, each with the maximum absolute value of its arguments. Larger arguments could make an
 * operation very slow.
 */
const operations: ReadonlyMap<string, number> = new Map([
  ...of('add subtract multiply divide pow root abs floor ceil log unaryMinus unaryPlus', Infinity),
  ...of('sin cos tan cot sec csc asin acos atan exp', 10_000),
  ...of('factorial combinations', 500),
]);

function of(names: string, greatest: number): [string, number][] {
  return names.split(' ').map((name) => [name, greatest]);
}

/** Returns the value of a formula. Throws if the value is too large, as it is for 9^{9^{9^9}}. */
function valueOf(node: MathNode, at: 'positive' | 'complex'): Value {
  const { type, name = '', value, content, fn, args = [] } = node;
  if (content !== undefined) return valueOf(content, at);
  if (type === 'ConstantNode' && value !== undefined) return value;
  if (type === 'SymbolNode') return symbol(name, at);
  const operation = typeof fn === 'string' ? fn : (fn?.name ?? '');
  const terms = args.map((arg) => valueOf(arg, at));
  const greatest = operations.get(operation) ?? -1;
  if (terms.some((term) => !(size(term) <= greatest)))
    throw new AgoraError(`Unsupported operation: ${operation}.`);
  const made = operation === 'root' ? root(terms) : call(operation, ...terms);
  const result = typeof made === 'number' ? call('bignumber', made) : made; // abs of a complex number is a plain number
  const isModest = isComplex(result) ? Number.isFinite(size(result)) : result.isFinite() && result.e < 10_000;
  if (!isModest) throw new AgoraError('The formula has no finite value, or its value is too large.');
  return result;
}

/** Returns the real root if there is one. For example, the cube root of -8 is -2. */
function root([of, index]: readonly Value[]): Value {
  if (size(index!) === 2) return call('sqrt', of);
  return isComplex(of!) ? call('pow', of, call('divide', 1, index)) : call('nthRoot', of, index);
}

const constant = (name: 'pi' | 'e'): Value =>
  name === 'pi' ? call('acos', call('bignumber', -1)) : call('exp', call('bignumber', 1));

/**
 * Returns the value of a constant or a variable. Each variable has its own fixed, irregular value with an absolute
 * value near 1, so that powers such as x^2007 stay finite.
 */
function symbol(name: string, at: 'positive' | 'complex'): Value {
  if (name === 'i') return call('complex', 0, 1);
  if (name === 'pi' || name === 'e') return constant(name);
  const random = Random.from(0, name, at);
  const [length, angle] = [1 + random.uniform() / 3, 2 + random.uniform() / 2];
  return at === 'positive'
    ? call('bignumber', length)
    : call('complex', length * Math.cos(angle), length * Math.sin(angle));
}
