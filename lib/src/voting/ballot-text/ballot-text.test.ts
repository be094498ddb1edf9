import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../random';
import { randomBallot } from '../random-ballot';
import { readBallot } from '../read-ballot';
import type { Ballot, BallotKind } from '../voting-rule';
import { readBallotText, type BallotTextSettings } from './read-ballot-text';
import { writeBallot } from './write-ballot';

const letters = ['A', 'B', 'C', 'D'];
const digits = ['1', '2', '3', '4'];

/** What is read, in short: the ballot as `writeBallot` has it, "abstains", or the code of what is wrong. */
function read(kind: BallotKind, text: string, settings: BallotTextSettings = {}, options = letters): string {
  const reading = readBallotText(kind, text, options, settings);
  if (!reading.ok) return `! ${reading.code}`;
  return reading.value === null ? 'abstains' : writeBallot(reading.value);
}

describe('a ranking in words', () => {
  it.each([
    ['B > A > D > C', 'B > A > D > C'],
    ['B, A, D, C', 'B > A > D > C'],
    ['B>A>D>C', 'B > A > D > C'],
    ['My ranking is **B** > **A** > **D** > **C**.', 'B > A > D > C'],
    ['Option B > Option A > Option D > Option C', 'B > A > D > C'],
    ['1. B\n2. A\n3. D\n4. C', 'B > A > D > C'],
    ['1. B: the best of all\n2. A, because it is cheap\n3. (D)\n4. "C"', 'B > A > D > C'],
    ['1) B 2) A 3) D 4) C', 'B > A > D > C'],
    ['1st: B, 2nd: A, 3rd: D, 4th: C', 'B > A > D > C'],
    ['- B\n- A\n- D\n- C', 'B > A > D > C'],
    ['Here it is:\n```json\n["B", "A", "D", "C"]\n```', 'B > A > D > C'],
    ['{"reason": "A is [cheap]", "ranking": ["B", "A", "D", "C"]}', 'B > A > D > C'],
    ['I rank them [B, A, D, C] today.', 'B > A > D > C'],
    ['B > A > D > C. I put A before D because A is cheap, and A > C is clear.', 'B > A > D > C'],
    ['A > B > C > D looks right at first, but my answer is D > C > B > A', 'D > C > B > A'],
    ['We have A, B, C and D. Final: B > C > A > D', 'B > C > A > D'],
  ])('known: %j', (text, ballot) => {
    expect(read('ranking', text)).toBe(ballot);
  });

  it.each([
    ['B > E > A > C > D', '! unknown-option'],
    ['B, E, A, C, D', '! unknown-option'],
    ['B > A', '! missing-option'],
    ['B > A > D > C > B', '! repeated-option'],
    ['A = C > B > D', '! tiers-not-allowed'],
    ['D < C < B < A', '! ambiguous'],
    ['From worst to best: D, C, B, A', '! ambiguous'],
    ['A, C > B > D', '! ambiguous'],
    ['A is good, B is bad, C and D are in between', '! missing-option'],
    ['I like all of them.', '! no-ballot'],
    ['', 'abstains'],
    ['None.', 'abstains'],
    ['I abstain', 'abstains'],
  ])('contract: %j is not guessed at', (text, fault) => {
    expect(read('ranking', text)).toBe(fault);
  });

  it('known: tiers where the rule takes them', () => {
    const weak = { weak: true };
    expect(read('ranking', 'A=C > B > D', weak)).toBe('A = C > B > D');
    expect(read('ranking', '[["A", "C"], "B", ["D"]]', weak)).toBe('A = C > B > D');
    expect(read('ranking', '1. A and C\n2. B\n3. D', weak)).toBe('A = C > B > D');
  });

  it('known: the last explicit list, or the first', () => {
    const text = 'B > A > C > D\n\nReasons:\n1. A is cheap\n2. B is near\n3. C is quiet\n4. D is far';
    expect(read('ranking', text)).toBe('A > B > C > D');
    expect(read('ranking', text, { prefer: 'first' })).toBe('B > A > C > D');
  });

  it('known: numbers as ids, and a truncated ranking', () => {
    const five = { truncated: true, places: { most: 3 } };
    expect(read('ranking', '3 > 1 > 2 > 4', {}, digits)).toBe('3 > 1 > 2 > 4');
    expect(read('ranking', '1. 3\n2. 1\n3. 2\n4. 4', {}, digits)).toBe('3 > 1 > 2 > 4');
    expect(read('ranking', '#3, #1', five, digits)).toBe('3 > 1');
    expect(read('ranking', '#3 #1 #9', five, digits)).toBe('3 > 1');
    expect(read('ranking', '#3, #1, #2, #4', five, digits)).toBe('! too-many');
  });
});

describe('a choice in words', () => {
  it.each([
    ['B', 'B'],
    ['(B)', 'B'],
    ['**B.**', 'B'],
    ['I vote for B', 'B'],
    ['I vote for option B.', 'B'],
    ['Answer: B', 'B'],
    ['The answer is (B), as A is too dear.', 'B'],
    ['A is cheap and C is near. I choose D.', 'D'],
    ['A good case can be made, but my vote goes to B', 'B'],
    ['I would not vote for A. I vote for B.', 'B'],
    ['\\boxed{B}', 'B'],
    ['{"decision": "B"}', 'B'],
    ['```json\n{"vote": "Option B"}\n```', 'B'],
    ['At first I choose A.\nAfter thinking again: my choice is C.', 'C'],
    ['A thing of beauty.\nB', 'B'],
  ])('known: %j', (text, ballot) => {
    expect(read('choice', text)).toBe(ballot);
  });

  it.each([
    ['I vote for A or B', '! ambiguous'],
    ['I vote for A and B', '! ambiguous'],
    ['A is cheap, B is near.', '! ambiguous'],
    ['I am against B', '! ambiguous'],
    ['I vote for E', '! no-ballot'],
    ['A difficult question.', '! no-ballot'],
    ['I cannot decide.', '! no-ballot'],
    ['null', 'abstains'],
  ])('contract: %j is not guessed at', (text, fault) => {
    expect(read('choice', text)).toBe(fault);
  });

  it('known: two votes in one text: the last, or the first', () => {
    const text = 'I choose A. No: I choose C.';
    expect(read('choice', text)).toBe('C');
    expect(read('choice', text, { prefer: 'first' })).toBe('A');
  });
});

describe('ratings and points in words', () => {
  const ten = { scale: { lowest: 0, highest: 10 } };

  it.each([
    ['A: 7, B: 5, C: 0, D: 10', 'A: 7, B: 5, C: 0, D: 10'],
    ['A - 7/10\nB - 5/10\nC - 0/10\nD - 10/10', 'A: 7, B: 5, C: 0, D: 10'],
    ['A = 7; B = 5; C = 0; D = 10', 'A: 7, B: 5, C: 0, D: 10'],
    ['A (7), B (5), C (0) and D (10)', 'A: 7, B: 5, C: 0, D: 10'],
    ['- **A**: 7 - fine\n- **B**: 5 - dear\n- **C**: 0\n- **D**: 10', 'A: 7, B: 5, C: 0, D: 10'],
    ['1. A: 7\n2. B: 5\n3. C: 0\n4. D: 10', 'A: 7, B: 5, C: 0, D: 10'],
    ['| option | score |\n|---|---|\n| A | 7 |\n| B | 5 |\n| C | 0 |\n| D | 10 |', 'A: 7, B: 5, C: 0, D: 10'],
    ['A gets 7 out of 10. B gets 5. I hate C: 0. And D is 10.', 'A: 7, B: 5, C: 0, D: 10'],
    ['Scores: {"A": 7, "B": 5, "C": 0, "D": 10}', 'A: 7, B: 5, C: 0, D: 10'],
    ['A: 7, B: 5. C: 0, D: 10.', 'A: 7, B: 5, C: 0, D: 10'],
    ["{'scores': {A: 7, B: 5, C: 0, D: 10,}}", 'A: 7, B: 5, C: 0, D: 10'],
  ])('known: %j', (text, ballot) => {
    expect(read('rating', text, ten)).toBe(ballot);
  });

  it.each([
    ['A: 7, B: 5, C: 0', '! missing-option'],
    ['A: 7, B: 5, C: 0, D: 11', '! out-of-scale'],
    ['A: 7, B: 5, C: 0, D: -1', '! out-of-scale'],
    ['A: 7.5, B: 5, C: 0, D: 10', '! not-whole'],
    ['A: 7, A: 6, B: 5, C: 0, D: 10', '! repeated-option'],
    ['A: 4/5, B: 5/5, C: 0/5, D: 1/5', '! ambiguous'],
    ['A is best', '! no-ballot'],
    ['A: high, B: low, C: low, D: low', '! no-ballot'],
  ])('contract: %j is turned away', (text, fault) => {
    expect(read('rating', text, ten)).toBe(fault);
  });

  it.each([
    ['A - 3 points, C - 7 points', 'A: 3, C: 7'],
    ['3 points to A and 7 points to C', 'A: 3, C: 7'],
    ['A (3 points), C (7 points)\n\nI gave 3 points to A since B: 9 is out of the question.', 'A: 3, C: 7'],
    ['A: 2.5, B: 7.5', 'A: 2.5, B: 7.5'],
    ['A: 3, B: 3', '! wrong-sum'],
    ['A: -3, B: 13', '! negative-points'],
  ])('known: the points of %j', (text, ballot) => {
    expect(read('points', text, { points: 10 })).toBe(ballot);
  });

  it('known: ids that are numbers, beside numbers', () => {
    const read10 = (text: string): string => read('points', text, { points: 10 }, digits);
    expect(read10('#1,3 #2,7')).toBe('1: 3, 2: 7');
    expect(read10('#1, 3 #2, 7')).toBe('1: 3, 2: 7');
    expect(read10('#1 - 3 points #2 - 7 points')).toBe('1: 3, 2: 7');
    expect(read10('1: 3, 3: 7')).toBe('1: 3, 3: 7');
    expect(read10('#1,3 - the first is near me. #2,7 - the second is nearer.')).toBe('1: 3, 2: 7');
  });
});

describe('options with names', () => {
  const names = { A: 'Oslo', B: 'New York', C: 'Bern', D: 'St. Gallen' };

  it('known: by id, by name, or by both, and named again in the reasons', () => {
    expect(read('ranking', 'New York > Oslo > Bern > St. Gallen', { names })).toBe('B > A > C > D');
    expect(read('ranking', 'B (New York), Oslo (A), c, d', { names })).toBe('! missing-option');
    expect(read('ranking', 'B (New York), Oslo (A), Bern, D. St. Gallen', { names })).toBe('B > A > C > D');
    expect(read('choice', 'The capital is Bern.', { names })).toBe('C');
    expect(read('choice', 'My answer is C: Bern, not A.', { names })).toBe('C');
    expect(read('points', '- New York: 3\n- D (St. Gallen): 1', { names })).toBe('B: 3, D: 1');
    const text = '#2 - New York #1 - Oslo\n\n#1 (Oslo) is cold.';
    const numbered = { names: { 1: 'Oslo', 2: 'New York' } };
    expect(read('ranking', text, numbered, ['1', '2'])).toBe('2 > 1');
  });

  it('contract: a name of two options means neither', () => {
    expect(read('choice', 'I vote for Oslo', { names: { A: 'Oslo', B: 'Oslo' } })).toBe('! no-ballot');
  });
});

describe('an approval in words', () => {
  it.each([
    ['A, C', 'A, C'],
    ['A and C', 'A, C'],
    ['I approve of A and C.', 'A, C'],
    ['- A\n- C', 'A, C'],
    ['I approve A, C, but not D', 'A, C'],
    ['Approve: A, C. Disapprove: B, D.', 'A, C'],
    ['A: yes, B: no, C: yes, D: no', 'A, C'],
    ['["A", "C"]', 'A, C'],
    ['[]', '[]'],
    ['My ballot: ["C"]', 'C'],
    ['I only approve of C.', 'C'],
    ['A, C\n\nI like A and the garden of C; B and D are too dear.', 'A, C'],
    ['A > C', '! ambiguous'],
    ['I approve A but not C', 'A'],
    ['A; B and C', '! ambiguous'],
    ['A, C, A', '! repeated-option'],
    ['A, C, E', '! unknown-option'],
    ['everything', '! no-ballot'],
  ])('known: %j', (text, ballot) => {
    expect(read('approval', text)).toBe(ballot);
  });
});

describe('hostile texts', () => {
  const kinds = ['choice', 'ranking', 'approval', 'rating', 'points'] as const;

  it('known: of a long text the beginning and the end are read', () => {
    const filler = 'B is near, and this is a sentence. '.repeat(4000);
    expect(read('ranking', `${filler}\nA > B > C > D`)).toBe('A > B > C > D');
    expect(read('ranking', `A > B > C > D\n${filler}`, { prefer: 'first' })).toBe('A > B > C > D');
    expect(read('rating', `${filler}\n{"A": 1, "B": 2, "C": 3, "D": 4}`)).toBe('A: 1, B: 2, C: 3, D: 4');
  });

  it('contract: 10,000 brackets in one another are no value that is a ballot', () => {
    const nested = `${'['.repeat(10_000)}"A"${']'.repeat(10_000)}`;
    const held = `${'{"decision":'.repeat(10_000)}"A"${'}'.repeat(10_000)}`;
    for (const kind of kinds) {
      for (const text of [nested, held]) {
        expect(read(kind, text)).toMatch(/^!|^A$/);
        expect(readBallot(kind, JSON.parse(text), letters)).toMatchObject({ ok: false });
      }
    }
    expect(readBallot('ranking', 'x'.repeat(100_000), letters)).toMatchObject({ code: 'wrong-shape' });
  });

  it('contract: with nothing to vote on there is only abstention', () => {
    expect(read('choice', 'B', {}, [])).toBe('! no-ballot');
    expect(read('ranking', 'none', {}, [])).toBe('abstains');
  });
});

describe('what is written is read back', () => {
  const kinds = ['choice', 'rating', 'ranking', 'points', 'approval'] as const;
  const pools = [
    letters,
    digits,
    Array.from({ length: 24 }, (_, place) => String(place + 1)),
    ['Proposal 1', 'Proposal 2', 'Proposal 12'],
    ['a', 'A', 'b'],
    ['none', 'A, B', 'A', 'B > A', '"', '1. A'],
    ['Zürich', 'Genève', 'yes', 'no', 'and'],
    ['__proto__', 'constructor', '[x]', '{y}'],
  ];

  it('law: every kind of ballot over names of every sort', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.constantFrom(...pools), fc.nat(), (kind, options, seed) => {
        const ballot = randomBallot(kind, options, {}, Random.from(seed));
        expect(readBallotText(kind, writeBallot(ballot), options)).toEqual({ ok: true, value: ballot });
      }),
      { seed: 5, numRuns: 500 },
    );
  });

  it('law: tiers, and names at random', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(names, fc.nat(), (options, seed) => {
        const random = Random.from(seed);
        const tiers: string[][] = [];
        for (const option of random.shuffle(options))
          if (tiers.length === 0 || random.chance(0.5)) tiers.push([option]);
          else tiers.at(-1)?.push(option);
        const ballot: Ballot = { kind: 'weak-ranking', tiers };
        const strict: Ballot = { kind: 'ranking', ranking: tiers.flat() };
        const reading = readBallotText('ranking', writeBallot(ballot), options, { weak: true });
        const isStrict = tiers.every((tier) => tier.length === 1);
        // Tiers of one may come back as a ranking, which says the same.
        expect(isStrict ? [strict, ballot] : [ballot]).toContainEqual(reading.ok ? reading.value : reading);
      }),
      { seed: 6, numRuns: 200 },
    );
  });
});
