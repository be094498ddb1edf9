// First, so that all that is loaded after it has counters.
import { countSteps } from './count-steps';
import { describe, expect, it } from 'vitest';

/** Executes its busiest block as often as it is told. */
function loop(times: number): number {
  let sum = 0;
  for (let time = 0; time < times; time++) sum += time;
  return sum;
}

describe('countSteps', () => {
  it('known: counts blocks, what methods look at or make, and steps of regular expressions', () => {
    const steps = [
      ...countSteps(() => {
        loop(1234);
        'one, two'.indexOf('two');
        'one, two'.lastIndexOf('x', 3);
        [1, 2, 3].includes(2);
        [...'word'].join('-');
        / /.test('a b');
      }),
    ];
    expect(steps).toContainEqual([
      expect.stringMatching(/^loop \(testing\/steps\/count-steps\.test\.ts:\d+\)$/),
      1234,
    ]);
    expect(Object.fromEntries(steps)).toMatchObject({
      'String.indexOf': 6,
      'String.lastIndexOf': 4,
      'Array.includes': 2,
      'Array.join': 7,
      // Four characters and the end.
      'String iterator.next': 5,
      // No blank, then a blank, then done.
      ' ': 3,
    });
  });

  it('law: the same work takes the same steps', () => {
    const work = (): void => {
      for (let length = 0; length < 50; length++) {
        const text = 'a (b), '.repeat(length);
        loop(text.length);
        text
          .split(/\W+/)
          .sort()
          .map((word) => word.replace(/b?$/, text));
      }
    };
    work();
    const first = countSteps(work);
    expect(first.size).toBeGreaterThan(5);
    for (let time = 0; time < 5; time++) expect(countSteps(work)).toEqual(first);
  });

  it('law: what is counted gives what it gives otherwise', () => {
    const texts = ['', 'a', ',', 'a,b,,c', ' a  b\n', '😀,😀', 'aXbxc'];
    const patterns = [/,/, /,/g, /,/y, /\s*/, /(?:)/, /(?:)/u, /(,)|(x)/i, /$/, /^|b/m, /a|(?=c)/];
    const results = (): unknown[] =>
      texts.flatMap((text) => [
        ...patterns.flatMap((pattern) => [
          text.split(pattern),
          text.split(pattern, 2),
          text.replace(pattern, '[$&]'),
          text.search(pattern),
          text.match(pattern),
        ]),
        [...text.matchAll(/./gu)].map(({ index }) => index),
        [...text].toSorted().toReversed().concat('end').join('|').lastIndexOf('|'),
      ]);
    let counted: unknown[] = [];
    countSteps(() => void (counted = results()));
    expect(counted).toEqual(results());
  });

  it('contract: the engine’s methods are put back, also when the work throws', () => {
    const methods = () => [RegExp.prototype.exec, RegExp.prototype[Symbol.split], ''.indexOf, JSON.parse];
    const before = methods();
    const failing = () => countSteps(() => void JSON.parse('{'));
    expect(failing).toThrow(SyntaxError);
    expect(methods()).toEqual(before);
    let within = before;
    countSteps(() => void (within = methods()));
    for (const [index, method] of within.entries()) expect(method).not.toBe(before[index]);
  });
});
