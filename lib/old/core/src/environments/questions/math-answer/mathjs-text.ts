import { AgoraError } from 'agora-voting';

/** Names that are mathematics and no words, without their backslash. */
export const functionNames =
  'arcsin arccos arctan sin cos tan cot sec csc ln log lg exp sqrt frac binom'.split(' ');
export const greekLetters = (
  'alpha beta gamma delta epsilon varepsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau phi varphi chi ' +
  'psi omega Gamma Delta Theta Lambda Sigma Phi Psi Omega'
).split(' ');

/** Placeholder signs for groups: a bracket's content is replaced by one once it is in mathjs's notation. */
const group = '[\ue000-\uf8ff]';
const letter = `(?:[A-Za-z]|\\\\(?:pi|${greekLetters.join('|')})(?![A-Za-z]))(?:_(?:\\w|${group}))?'*`;
const number = '\\d+(?:\\.\\d*)?|\\.\\d+';
const value = `(?:${number}|${letter}|${group})`;
/** What a command takes without braces: a digit, a letter or a group. */
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
 * Tidied LaTeX as mathjs reads it, every product with its sign: 2x(x+1), 3\sqrt2, \frac12, \sqrt[3]{x}, \binom{5}{2},
 * |x|, \lfloor x \rfloor, functions with and without brackets, 3\frac{1}{2} for three and a half. As in school a/bc is
 * (a/b)c, and 2^34 is 2 to the 34th. log is the natural one unless it has a base. Letters are variables.
 * Works from the innermost brackets outwards. A finished group is replaced by one sign in the surrounding text.
 * @throws AgoraError 'formula' for anything else
 */
export function mathjsText(latex: string): string {
  const groups: string[] = [];
  const hold = (text: string) => String.fromCharCode(0xe000 + groups.push(text) - 1);
  const shown = (text: string): string =>
    text.replace(/[\ue000-\uf8ff]/g, (sign) => `(${shown(groups[sign.charCodeAt(0) - 0xe000] as string)})`);

  /** Translates the text between two brackets: commands and functions first, then products. */
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

  /** Adds a sign between adjacent factors. A number comes first. */
  function product(flat: string): string {
    let text = '';
    let isValue = false;
    for (const [all, number, name, operator] of flat.matchAll(token)) {
      if (operator !== undefined) text += operator === '\\cdot' ? '*' : operator;
      else if (number !== undefined && !isValue) text += number;
      else if (name !== undefined) text += (isValue ? '*' : '') + nameOf(name);
      else throw new AgoraError('formula', `"${all}" has no place here`);
      isValue = operator === undefined || operator === '!';
    }
    return text;
  }

  /** x_1 and x_{1} are one variable. */
  const nameOf = (name: string) =>
    /^[A-Za-z\\]/.test(name)
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

/** Replaces the innermost matches until none is left. */
function untilDone(text: string, search: RegExp, by: (...groups: string[]) => string): string {
  const replaced = text.replace(search, by);
  return replaced === text ? text : untilDone(replaced, search, by);
}
