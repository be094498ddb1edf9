import { AgoraError } from 'agora-voting';

/** The values of the names in an expression. */
export type Names = Readonly<Record<string, number>>;

/**
 * Arithmetic on names: + - * /, brackets, abs, min and max. A file's expression is never run as a program.
 * @throws AgoraError 'expression' quoting the expression and where it stops making sense
 */
export function evaluateExpression(text: string, names: Names): number {
  const tokens = text.match(/[a-z]+|\d+(?:\.\d+)?|[-+*/(),]/g) ?? [];
  let place = 0;

  const fail = (): never => {
    const at = tokens[place] === undefined ? 'its end' : JSON.stringify(tokens[place]);
    throw new AgoraError('expression', `"${text}" makes no sense at ${at}`);
  };
  const take = (wanted: string): void => {
    if (tokens[place] !== wanted) fail();
    place++;
  };

  function sum(): number {
    let value = product();
    while (tokens[place] === '+' || tokens[place] === '-') {
      const sign = tokens[place++];
      value = sign === '+' ? value + product() : value - product();
    }
    return value;
  }

  function product(): number {
    let value = factor();
    while (tokens[place] === '*' || tokens[place] === '/') {
      const sign = tokens[place++];
      value = sign === '*' ? value * factor() : value / factor();
    }
    return value;
  }

  function factor(): number {
    const token = tokens[place++] ?? '';
    if (token === '-') return -factor();
    if (/^\d/.test(token)) return Number(token);
    if (token === '(') {
      const value = sum();
      take(')');
      return value;
    }
    if (token === 'min') return Math.min(...list());
    if (token === 'max') return Math.max(...list());
    if (token === 'abs') {
      const values = list();
      return values.length === 1 ? Math.abs(values[0] ?? NaN) : fail();
    }
    const value = Object.hasOwn(names, token) ? names[token] : undefined;
    if (value !== undefined) return value;
    place--;
    return fail();
  }

  function list(): number[] {
    take('(');
    const values = [sum()];
    while (tokens[place] === ',') {
      place++;
      values.push(sum());
    }
    take(')');
    return values;
  }

  const value = sum();
  return place === tokens.length ? value : fail();
}
