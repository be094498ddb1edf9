import { describe, expect, it } from 'vitest';
import {
  callable,
  check,
  closest,
  either,
  flag,
  having,
  listOf,
  named,
  number,
  object,
  oneOf,
  over,
  positive,
  settings,
  text,
  whole,
} from './check';

const rule = having('a voting rule', { count: 'function' }, (value) =>
  value === 'majority' ? 'voting.majority' : undefined,
);
const schema = settings({
  rule,
  rounds: whole(1).optional(),
  share: number(0, 1).optional(),
  ties: oneOf('none', 'random').optional(),
  name: text(10).optional(),
  cache: flag.optional(),
  progress: callable.optional(),
  agents: listOf('names', text(), 1).optional(),
  budget: settings({ tokens: whole(1).optional(), money: number(0).optional() }).optional(),
});
const good = { rule: { count: () => 0 } };

describe('check', () => {
  it('law: what is right passes, frozen, and left out settings too', () => {
    const whole = {
      ...good,
      rounds: 1,
      share: 0,
      ties: 'none',
      name: 'a',
      cache: false,
      agents: ['A'],
      budget: {},
    };
    expect(() => check('roundTable', schema, Object.freeze(whole))).not.toThrow();
    expect(() => check('roundTable', schema, good)).not.toThrow();
  });

  it.each([
    [undefined, 'roundTable needs an object of settings, got nothing'],
    [3, 'roundTable needs an object of settings, got 3'],
    [{}, 'roundTable needs a voting rule as rule, got nothing'],
    [
      { rule: 'majority' },
      'roundTable needs a voting rule as rule, got "majority" (did you mean voting.majority?)',
    ],
    [{ ...good, rounds: -1 }, 'roundTable needs a whole number of at least 1 as rounds, got -1'],
    [{ ...good, rounds: NaN }, 'roundTable needs a whole number of at least 1 as rounds, got NaN'],
    [{ ...good, rounds: Infinity }, 'roundTable needs a whole number of at least 1 as rounds, got Infinity'],
    [{ ...good, rounds: '3' }, 'roundTable needs a whole number of at least 1 as rounds, got "3"'],
    [{ ...good, share: 1.5 }, 'roundTable needs a number from 0 to 1 as share, got 1.5'],
    [
      { ...good, ties: 'non' },
      'roundTable needs "none" or "random" as ties, got "non" (did you mean "none"?)',
    ],
    [{ ...good, ties: 'elsewhere' }, 'roundTable needs "none" or "random" as ties, got "elsewhere"'],
    [{ ...good, cache: 'yes' }, 'roundTable needs true or false as cache, got "yes"'],
    [{ ...good, progress: {} }, 'roundTable needs a function as progress, got an object'],
    [{ ...good, agents: [] }, 'roundTable needs a list of at least 1 names as agents, got an empty list'],
    [{ ...good, agents: ['A', 4] }, 'roundTable needs a text of 1 to 200 characters as agents.1, got 4'],
    [
      { ...good, name: 'x'.repeat(100) },
      `roundTable needs a text of 1 to 10 characters as name, got "${'x'.repeat(60)}…"`,
    ],
    [
      { ...good, ruonds: 3 },
      'roundTable knows no ruonds: its settings are rule, rounds, share, ties, name, cache, progress, agents, budget (did you mean "rounds"?)',
    ],
    [{ ...good, budget: { nope: 5 } }, 'roundTable knows no budget.nope: its settings are tokens, money'],
    [{ ...good, budget: { money: NaN } }, 'roundTable needs a number of at least 0 as budget.money, got NaN'],
  ])('contract: %j is turned away in one sentence', (value, message) => {
    expect(() => check('roundTable', schema, value)).toThrow(
      expect.objectContaining({ code: 'setting', message }),
    );
  });

  it.each([
    [{ groups: [2, 0] }, 'debate needs a whole number of at least 1 as groups.1, got 0'],
    [{ groups: 0 }, 'debate needs a whole number of at least 1 as groups, got 0'],
    [{ groups: 'evn' }, 'debate needs "even", a number or sizes as groups, got "evn" (did you mean "even"?)'],
    [{ width: 0 }, 'debate needs a number above 0 as width, got 0'],
    [{ runs: 3 }, 'debate needs runs under their names as runs, got 3'],
    [{ runs: { a: 'x' } }, 'debate needs a number as runs.a, got "x"'],
    [{ options: { rounds: -1 } }, 'debate needs a whole number of at least 0 as rounds, got -1'],
  ])(
    'contract: of several kinds and in several arguments, %j is named where it is wrong',
    (value, message) => {
      const sizes = listOf('sizes', whole(1));
      const schema = object('arguments', {
        groups: either('"even", a number or sizes', oneOf('even'), whole(1), sizes).optional(),
        width: positive().optional(),
        runs: named('runs', number()).optional(),
        options: settings({ rounds: whole().optional() }).optional(),
      });
      expect(() => check('debate', schema, value)).toThrow(expect.objectContaining({ message }));
    },
  );

  it('known: what is set to undefined keeps its default', () => {
    expect(over({ rounds: 4, ties: 'none' }, { rounds: undefined, ties: 'random' })).toEqual({
      rounds: 4,
      ties: 'random',
    });
  });

  it('known: "Majorty" is two changes from "majority", and nothing is near a long text', () => {
    expect(closest('Majorty', ['borda', 'majority'])).toBe('"majority"');
    expect(closest('gdei', ['roundtable', 'gedi'])).toBe('"gedi"');
    expect(closest('x'.repeat(1e6), ['borda'])).toBeUndefined();
  });
});
