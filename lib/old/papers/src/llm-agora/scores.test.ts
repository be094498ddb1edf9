import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Collaboration, eventsOf, recorded } from 'agora-core/transcripts';
import counts from './reference/agora-counts.json';
import { answers } from '../../../core/src/metrics/columns';
import { rowsOf, valuesOf } from '../../../core/src/metrics/testing/measured';
import { answerOf, choiceIn, keyNumber, numberIn, performance } from './scores';

describe('the reading of LLM-Agora', () => {
  it('known: the last digits, whatever number they are part of', () => {
    expect(numberIn('So it is 40 + 2 = \\boxed{42}')).toBe(42);
    expect(numberIn('It costs $12.50.')).toBe(50);
    expect(numberIn('There are 1,250 of them')).toBe(250);
    expect(numberIn('It sinks by -12 to 7 as in step 2')).toBe(2);
    expect(numberIn('none')).toBeNull();
    // Zero counts as none, and is looked for again as a decimal number.
    expect(numberIn('It costs $3.00')).toBe(3);
    expect(numberIn('nothing, 0')).toBe(0);
  });

  it('known: the key is the last decimal number, and 0 is no key', () => {
    expect(keyNumber('2 + 2 = <<2+2=4>>4\n#### 4')).toBe(4);
    expect(keyNumber('#### 12.5')).toBe(12.5);
    expect(keyNumber('#### 5,600')).toBe(600);
    expect(keyNumber('#### 2,000')).toBeNull();
    expect(keyNumber('#### 0')).toBeNull();
  });

  it('known: any letter before a closing bracket is a choice, else a number', () => {
    expect(choiceIn('I take (b).')).toBe('B');
    expect(choiceIn('A) this, B) that')).toBe('B');
    expect(choiceIn('B (of the two kinds)')).toBe('S');
    expect(choiceIn('in the form (X) at the end')).toBe('X');
    expect(choiceIn('The answer is C, by step 2.')).toBe('2.');
    expect(choiceIn('The answer is C')).toBeNull();
  });

  it('contract: debates from elsewhere are named', () => {
    expect(answerOf('(B)', { file: 'mmlu_result.json', answer: 'B' })).toEqual({
      key: 'B',
      correct: true,
    });
    expect(answerOf('7', { file: 'gsm_result.json', answer: '#### 8' })).toEqual({
      key: '7',
      correct: false,
    });
    expect(() => answerOf('(B)', { file: 'other.json', answer: 'B' })).toThrow(
      expect.objectContaining({ code: 'debate-record' }),
    );
    expect(() => answerOf('(B)', null)).toThrow(/gsm.* or mmlu.*, got file undefined/);
  });
});

const folder = join(
  process.env['AGORA_SHARED_DATA'] ?? resolve(__dirname, '../../../../../shared/data'),
  'llm-agora',
);
const there = existsSync(folder);
const why = there ? '' : ' (SKIPPED: no llm-agora in AGORA_SHARED_DATA)';

describe.skipIf(!there)(`the real llm-agora${why}`, () => {
  const all: Collaboration[] = there ? [...recorded('llm-agora', { folder })] : [];
  const ofFile = (file: string) => all.filter(({ instance }) => (instance as { file: string }).file === file);
  const [gsm, mmlu] = [ofFile('gsm_result.json'), ofFile('mmlu_result.json')];
  const published = (file: string) =>
    (JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>[]).map((row) =>
      Number(Object.values(row)[0]),
    );

  it('reference: all six published scores, by their own reading and scoring', async () => {
    const scores = async (of: Collaboration[]) => (await performance(of)).map(({ score }) => score);
    expect(await scores(gsm)).toEqual(published('gsm_performance.json'));
    expect(await scores(mmlu)).toEqual(published('mmlu_performance.json'));
    expect(await scores(all)).toEqual([0.26, 0.26, 0.26, 0.48, 0, 0.54]);
  });

  it('reference: by any agent the published scores but for one void question; 26 of GSM8K are 10 by majority', async () => {
    for (const [of, { rounds }] of [
      [gsm, counts.gsm],
      [mmlu, counts.mmlu],
    ] as const) {
      const each = async (scoring: 'any agent' | 'majority') =>
        (await rowsOf(of, answers({ scoring, answerOf }), { each: true })).filter(
          ({ column }) => column === 'accuracy',
        );
      const [any, majority] = [await each('any agent'), await each('majority')];
      const hiddenBy = (round: number, holds: (share: number) => boolean) =>
        any.filter(
          (row, place) => row.round === round && row.value === 100 && holds(majority[place]?.value ?? NaN),
        );
      rounds.forEach(({ hidden, tied }, place) => {
        expect(hiddenBy(place + 1, (share) => share === 0)).toHaveLength(hidden);
        expect(hiddenBy(place + 1, (share) => share > 0 && share < 100)).toHaveLength(tied);
      });
      for (const [scoring, name] of [
        ['any agent', 'any'],
        ['majority', 'majority'],
        ['last agent', 'last'],
        ['mean agent', 'mean'],
      ] as const) {
        const rows = await rowsOf(of, answers({ scoring, answerOf }));
        expect(valuesOf(rows, 'unreadable')).toEqual(rounds.map((round) => round.unreadable));
        // 100 questions: percents are counts
        valuesOf(rows, 'accuracy').forEach((value, place) =>
          expect(value).toBeCloseTo(rounds[place]![name], 5),
        );
      }
    }
    expect(counts.mmlu.rounds.map(({ any }) => any)).toEqual([49, 0, 54]);
    expect(counts.gsm.rounds.map(({ majority }) => Math.round(majority))).toEqual([10, 10, 10]);
  });

  it('known: what their reading makes of the texts', () => {
    const choices = (round: number) =>
      mmlu
        .flatMap((one) => eventsOf(one, 'message').filter((message) => message.round === round))
        .map(({ text }) => choiceIn(text));
    const sound = (round: number) =>
      choices(round).filter((one) => one !== null && 'ABCD'.includes(one)).length;
    // Of 300 answers each: the second round is prompts that come back, every one read as X.
    expect([1, 2, 3].map(sound)).toEqual([146, 0, 151]);
    expect(choices(2).every((one) => one === 'X')).toBe(true);
    expect(choices(3).filter((one) => one !== null && /^\d/.test(one))).toHaveLength(90);
    const keys = gsm.map(({ instance }) => (instance as { answer: string }).answer);
    const meant = keys.map((key) => Number(key.split('####')[1]?.replace(/,/g, '')));
    const misread = keys.filter((key, place) => keyNumber(key) !== meant[place]);
    expect(misread.map((key) => keyNumber(key)).sort()).toEqual([600, null]);
  });
});
