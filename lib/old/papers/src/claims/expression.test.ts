import { describe, expect, it } from 'vitest';
import { evaluateExpression } from './expression';

describe('evaluateExpression', () => {
  it('known: order of operations, brackets, signs and functions', () => {
    const names = { a: 6, b: 3, c: 2 };
    expect(evaluateExpression('100 * (1 - a / b)', names)).toBe(-100);
    expect(evaluateExpression('a - b - c', names)).toBe(1);
    expect(evaluateExpression('-a + b * c', names)).toBe(0);
    expect(evaluateExpression('max(a, b, c) - min(a - b, c)', names)).toBe(4);
    expect(evaluateExpression('abs(b - a - 0.5)', names)).toBe(3.5);
  });

  it('contract: nonsense is quoted', () => {
    const said = (text: string) => () => evaluateExpression(text, { a: 1 });
    expect(said('a -')).toThrow('"a -" makes no sense at its end');
    expect(said('a a')).toThrow('"a a" makes no sense at "a"');
    expect(said('a + z')).toThrow('"a + z" makes no sense at "z"');
    expect(said('(a')).toThrow('makes no sense at its end');
    expect(said('a + constructor')).toThrow('makes no sense at "constructor"');
  });
});
