import { AgoraError } from '../../../agora-error';
import { functionNames, greekLetters } from './names';

/** What a variable stands for. */
export interface Complex {
  readonly re: number;
  readonly im: number;
}

/** A formula, ready to be worked out. */
export interface Formula {
  /** Its variables' names; they are `v0`, `v1`, ... in `text`. */
  readonly names: readonly string[];
  /** Whether i stands in it, which has no exact decimal value. */
  readonly hasI: boolean;
  /** In mathjs's own writing, with all brackets and signs that it leaves out. */
  readonly text: string;
}

const plainNames = new Set<string>([
  ...functionNames,
  ...greekLetters.filter((name) => name.length > 2),
  ...['pi', 'infty'],
]);
const greek: ReadonlySet<string> = new Set(greekLetters);
const functions: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'sin cos tan cot sec csc sinh cosh tanh exp log'.split(' ').map((name) => [name, name]),
  ),
  ...{ arcsin: 'asin', arccos: 'acos', arctan: 'atan', ln: 'log', lg: 'log' },
};
const operators = new Set(['+', '-', '*', '/', '^', '!', 'cdot']);
const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const deepest = 60;

interface Token {
  readonly kind: 'number' | 'letter' | 'name' | 'sign';
  readonly text: string;
}

/**
 * Reads a tidied formula: sums, products (also without a sign: 2x(x+1), 3\sqrt2), powers, factorials, |x|, mixed numbers
 * (3\frac{1}{2} is three and a half), \frac, \sqrt[n], \binom, functions with or without brackets. As in school, a/bc is
 * (a/b)c; 2^34 is 2 to the 34th, since models that write no LaTeX mean it so. Every name of the result is ours.
 * @throws AgoraError 'formula' for whatever else stands there
 */
export function formulaOf(latex: string): Formula {
  const tokens = tokensOf(latex);
  const names: string[] = [];
  let hasI = false;
  let at = 0;
  let depth = 0;
  const is = (wanted: string): boolean => tokens[at]?.text === wanted;
  const take = (wanted: string): boolean => is(wanted) && ++at > 0;

  /** What stands before a closing sign, which is taken; without one, all of it. */
  function inside(close?: string): string {
    if (++depth > deepest) throw fault('too deep');
    let text = '';
    let isValue = false;
    for (; at < tokens.length && !(close !== undefined && is(close));) {
      const { kind, text: sign } = tokens[at] as Token;
      if (operators.has(sign)) {
        at++;
        text += sign === 'cdot' ? '*' : sign;
        isValue = sign === '!';
        continue;
      }
      if (isValue && kind === 'number') throw fault('two numbers side by side are no product');
      text += (isValue ? '*' : '') + value();
      isValue = true;
    }
    if (close !== undefined && !take(close)) throw fault(`"${close}" is missing`);
    depth--;
    return `(${text})`;
  }

  function value(): string {
    const token = tokens[at++];
    if (token === undefined) throw fault('it breaks off');
    if (token.kind === 'number') return mixed(token.text);
    if (token.kind === 'letter') return variable(token.text);
    if (token.kind === 'name') return command(token.text);
    if (token.text === '|') return `abs${inside('|')}`;
    const close = pairs[token.text];
    if (close === undefined) throw fault(`"${token.text}" has no place here`);
    return inside(close);
  }

  function mixed(whole: string): string {
    const next = tokens.slice(at, at + 7).map(({ text }) => text);
    if (whole.includes('.') || !/^frac(?:\{\d+\}|\d)(?:\{\d+\}|\d)/.test(next.join(''))) return whole;
    at++;
    return `(${whole}+${argument()}/${argument()})`;
  }

  /** A letter, with its index; e and i are numbers. */
  function variable(letter: string): string {
    let name = letter;
    if (take('_')) {
      const braced = take('{');
      for (; tokens[at] !== undefined && tokens[at]?.kind !== 'sign'; at++) {
        name += `_${tokens[at]?.text}`;
        if (!braced && at++ > 0) break;
      }
      if (name === letter || (braced && !take('}'))) throw fault('an index is missing');
    } else if (letter === 'e' || letter === 'i') {
      hasI ||= letter === 'i';
      return letter;
    }
    while (take("'")) name += "'";
    if (!names.includes(name)) names.push(name);
    return `v${names.indexOf(name)}`;
  }

  /** What a command is applied to: a group, or one digit ("\frac43"), letter or command. */
  function argument(): string {
    const next = tokens[at];
    if (next?.kind !== 'number') return value();
    if (next.text.length > 1) tokens[at] = { kind: 'number', text: next.text.slice(1) };
    else at++;
    return next.text.slice(0, 1);
  }

  /** What a command of LaTeX, or a known name, stands for, with its arguments. */
  function command(name: string): string {
    if (name === 'pi') return 'pi';
    if (name === 'frac') return `(${argument()}/${argument()})`;
    if (name === 'binom') return `combinations(${argument()},${argument()})`;
    if (name === 'lfloor') return `floor${inside('rfloor')}`;
    if (name === 'lceil') return `ceil${inside('rceil')}`;
    if (name === 'sqrt') {
      const index = take('[') ? inside(']') : '2';
      return `root(${value()},${index})`;
    }
    if (greek.has(name)) return variable(name);
    return applied(name);
  }

  /** log is the natural one unless it has a base, lg that to base 10; \sin^2 x squares, \sin^{-1} x is the inverse. */
  function applied(name: string): string {
    const called = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (called === undefined) throw fault(`"${name}" is unknown`);
    const base = name === 'lg' ? '10' : name === 'log' && take('_') ? argument() : null;
    const exponent = take('^') ? power() : null;
    const of = is('(') || is('{') ? value() : `(${factors()})`;
    if (exponent?.startsWith('(-') === true && /^(?:sin|cos|tan)$/.test(called)) return `a${called}${of}`;
    const plain = base === null ? `${called}${of}` : `(log${of}/log(${base}))`;
    return exponent === null ? plain : `(${plain}^${exponent})`;
  }

  /** What stands behind "^", without a sign of its own. */
  function power(): string {
    return take('-') ? `(-${power()})` : value();
  }

  /** What a function takes without brackets: the factors that follow, up to the next function. */
  function factors(): string {
    if (take('-')) return `-${factors()}`;
    let text = '';
    do {
      text += (text === '' ? '' : '*') + value();
      while (take('!')) text += '!';
      if (take('^')) text += `^${power()}`;
    } while (startsFactor());
    return text;
  }

  function startsFactor(): boolean {
    const next = tokens[at];
    if (next === undefined || next.kind === 'number') return false;
    if (next.kind === 'name') return !operators.has(next.text) && !Object.hasOwn(functions, next.text);
    return next.kind === 'letter' || next.text === '(' || next.text === '{';
  }

  const text = inside();
  return { names, hasI, text };
}

const token =
  /\s+|\\([A-Za-z]+)|\\([{}|])|(\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d*)?|\.\d+)|([A-Za-z]+)|([-+*/^_!|()[\]{}'])/y;

/** A run of letters is a known name ("sqrt", "pi") or a product of variables. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  for (let at = 0; at < text.length; at = token.lastIndex) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null) throw fault(`"${text.slice(at, at + 10)}" has no place here`);
    const [, command, brace, number, letters, sign] = match;
    if (command !== undefined) tokens.push({ kind: 'name', text: command });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number.replaceAll(',', '') });
    else if (letters !== undefined && plainNames.has(letters)) tokens.push({ kind: 'name', text: letters });
    else if (letters !== undefined)
      for (const letter of letters) tokens.push({ kind: 'letter', text: letter });
    else if (brace !== undefined || sign !== undefined)
      tokens.push({ kind: 'sign', text: (brace ?? sign) as string });
  }
  return tokens;
}

function fault(what: string): AgoraError {
  return new AgoraError('formula', what);
}
