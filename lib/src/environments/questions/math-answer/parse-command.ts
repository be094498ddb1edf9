import { AgoraError } from '../../../agora-error';
import { operation, type Expression, type Operation } from './expression';
import { greekLetters } from './names';
import type { FormulaReader } from './formula-reader';

const functions: Readonly<Record<string, Operation>> = {
  ...{ sin: 'sin', cos: 'cos', tan: 'tan', cot: 'cot', sec: 'sec', csc: 'csc' },
  ...{ arcsin: 'arcsin', arccos: 'arccos', arctan: 'arctan', sinh: 'sinh', cosh: 'cosh', tanh: 'tanh' },
  ...{ exp: 'exp', ln: 'log', log: 'log', lg: 'log' },
};
const inverses: Partial<Record<Operation, Operation>> = { sin: 'arcsin', cos: 'arccos', tan: 'arctan' };
const greek: ReadonlySet<string> = new Set(greekLetters);
const number = (text: string): Expression => ({ kind: 'number', text });

/** Reads what a command of LaTeX, or a known name, stands for, with its arguments. */
export function parseCommand(name: string, reader: FormulaReader): Expression {
  if (name === 'frac') return operation('divide', reader.argument(), reader.argument());
  if (name === 'binom') return operation('binomial', reader.argument(), reader.argument());
  if (name === 'sqrt') return root(reader);
  if (name === 'pi') return { kind: 'constant', name: 'pi' };
  if (name === 'repeating') return repeating(reader);
  if (name === 'lfloor' || name === 'lceil') return rounded(name, reader);
  if (greek.has(name)) return reader.variable(name);
  const applied = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (applied === undefined) throw new AgoraError('formula', `"${name}" is unknown`);
  return functionOf(applied, name, reader);
}

function root(reader: FormulaReader): Expression {
  let index = number('2');
  if (reader.take('[')) {
    index = reader.sum();
    reader.need(']');
  }
  return operation('root', reader.argument('whole number'), index);
}

/** 0.1\overline{6} is (16 - 1)/90: its digits, less those that do not repeat, over nines and zeros. */
function repeating(reader: FormulaReader): Expression {
  const [whole, once, again] = [digits(reader), digits(reader), digits(reader)];
  const above = BigInt(whole + once + again) - BigInt(whole + once || '0');
  return operation(
    'divide',
    number(above.toString()),
    number('9'.repeat(again.length) + '0'.repeat(once.length)),
  );
}

function digits(reader: FormulaReader): string {
  reader.need('{');
  const inside = reader.take('}') ? null : reader.sum();
  if (inside === null) return '';
  reader.need('}');
  if (inside.kind !== 'number') throw new AgoraError('formula', 'digits were needed');
  return inside.text;
}

function rounded(name: 'lfloor' | 'lceil', reader: FormulaReader): Expression {
  const inside = reader.sum();
  if (!reader.takeName(name === 'lfloor' ? 'rfloor' : 'rceil'))
    throw new AgoraError('formula', 'a bracket is missing');
  return operation(name === 'lfloor' ? 'floor' : 'ceiling', inside);
}

/** log is the natural one unless it has a base, lg that to base 10; \sin^2 x squares, \sin^{-1} x is the inverse. */
function functionOf(applied: Operation, name: string, reader: FormulaReader): Expression {
  const base = name === 'lg' ? number('10') : name === 'log' && reader.take('_') ? reader.argument() : null;
  const exponent = reader.take('^') ? reader.exponent() : null;
  const argument = reader.is('(') || reader.is('{') ? reader.argument() : product(reader);
  const isInverse =
    exponent?.kind === 'operation' && exponent.name === 'negate' && inverses[applied] !== undefined;
  const value = operation(isInverse ? (inverses[applied] as Operation) : applied, argument);
  const scaled = base === null ? value : operation('divide', value, operation('log', base));
  return exponent === null || isInverse ? scaled : operation('power', scaled, exponent);
}

/** What a function takes without brackets: the factors that follow, up to the next function. */
function product(reader: FormulaReader): Expression {
  if (reader.take('-')) return operation('negate', product(reader));
  let factors = reader.power();
  while (
    reader.startsFactor() &&
    !(reader.next()?.kind === 'name' && Object.hasOwn(functions, reader.next()?.text ?? ''))
  )
    factors = operation('multiply', factors, reader.power());
  return factors;
}
