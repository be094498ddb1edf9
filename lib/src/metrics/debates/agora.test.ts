import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventsOf, readLlmAgora, type Collaboration } from '../../transcripts';
import counts from './reference/agora-counts.json';
import { accuracyByRound, agoraAnswerOf, agoraPerformance, anyAgentHides } from '.';
import { agoraChoice, agoraGold, agoraNumber } from './agora-reading';

describe('agoraReading', () => {
  it('known: the last digits, whatever number they are part of', () => {
    expect(agoraNumber('So it is 40 + 2 = \\boxed{42}')).toBe(42);
    expect(agoraNumber('It costs $12.50.')).toBe(50);
    expect(agoraNumber('There are 1,250 of them')).toBe(250);
    expect(agoraNumber('It sinks by -12 to 7 as in step 2')).toBe(2);
    expect(agoraNumber('none')).toBeNull();
    // Zero counts as none, and is looked for again as a decimal number.
    expect(agoraNumber('It costs $3.00')).toBe(3);
    expect(agoraNumber('nothing, 0')).toBe(0);
  });

  it('known: the key is the last decimal number, and 0 is no key', () => {
    expect(agoraGold('2 + 2 = <<2+2=4>>4\n#### 4')).toBe(4);
    expect(agoraGold('#### 12.5')).toBe(12.5);
    expect(agoraGold('#### 5,600')).toBe(600);
    expect(agoraGold('#### 2,000')).toBeNull();
    expect(agoraGold('#### 0')).toBeNull();
  });

  it('known: any letter before a closing bracket is a choice, else a number', () => {
    expect(agoraChoice('I take (b).')).toBe('B');
    expect(agoraChoice('A) this, B) that')).toBe('B');
    expect(agoraChoice('B (of the two kinds)')).toBe('S');
    expect(agoraChoice('in the form (X) at the end')).toBe('X');
    expect(agoraChoice('The answer is C, by step 2.')).toBe('2.');
    expect(agoraChoice('The answer is C')).toBeNull();
  });

  it('contract: debates from elsewhere are named', () => {
    expect(agoraAnswerOf('(B)', { file: 'mmlu_result.json', answer: 'B' })).toEqual({
      key: 'B',
      correct: true,
    });
    expect(agoraAnswerOf('7', { file: 'gsm_result.json', answer: '#### 8' })).toEqual({
      key: '7',
      correct: false,
    });
    expect(() => agoraAnswerOf('(B)', { file: 'other.json', answer: 'B' })).toThrow(
      expect.objectContaining({ code: 'debate-record' }),
    );
    expect(() => agoraAnswerOf('(B)', null)).toThrow(/gsm.* or mmlu.*, got file undefined/);
  });
});

const folder = join(
  process.env['AGORA_SHARED_DATA'] ?? resolve(__dirname, '../../../../../shared/data'),
  'llm-agora',
);
const there = existsSync(folder);
const why = there ? '' : ' (SKIPPED: no llm-agora in AGORA_SHARED_DATA)';

describe.skipIf(!there)(`the real llm-agora${why}`, () => {
  const all: Collaboration[] = there ? [...readLlmAgora(folder)] : [];
  const ofFile = (file: string) => all.filter(({ instance }) => (instance as { file: string }).file === file);
  const [gsm, mmlu] = [ofFile('gsm_result.json'), ofFile('mmlu_result.json')];
  const published = (file: string) =>
    (JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>[]).map((row) =>
      Number(Object.values(row)[0]),
    );

  it('reference: all six published scores, by their own reading and scoring', async () => {
    const scores = async (of: Collaboration[]) => (await agoraPerformance(of)).map(({ score }) => score);
    expect(await scores(gsm)).toEqual(published('gsm_performance.json'));
    expect(await scores(mmlu)).toEqual(published('mmlu_performance.json'));
    expect(await scores(all)).toEqual([0.26, 0.26, 0.26, 0.48, 0, 0.54]);
  });

  it('reference: by any agent the published scores but for one void question; 26 of GSM8K are 10 by majority', async () => {
    for (const [of, { rounds }] of [
      [gsm, counts.gsm],
      [mmlu, counts.mmlu],
    ] as const) {
      const { rows } = await anyAgentHides(of, { answerOf: agoraAnswerOf });
      expect(rows.map(({ hidden, tied }) => [hidden.length, tied.length])).toEqual(
        rounds.map(({ hidden, tied }) => [hidden, tied]),
      );
      for (const [scoring, name] of [
        ['any agent', 'any'],
        ['majority', 'majority'],
        ['last agent', 'last'],
        ['mean agent', 'mean'],
      ] as const) {
        const byRound = (await accuracyByRound(of, { scoring, answerOf: agoraAnswerOf })).rows;
        expect(byRound.map(({ unreadable }) => unreadable)).toEqual(rounds.map((round) => round.unreadable));
        // 100 questions: percents are counts
        byRound.forEach(({ accuracy }, place) => expect(accuracy.mean).toBeCloseTo(rounds[place]![name], 5));
      }
    }
    expect(counts.mmlu.rounds.map(({ any }) => any)).toEqual([49, 0, 54]);
    expect(counts.gsm.rounds.map(({ majority }) => Math.round(majority))).toEqual([10, 10, 10]);
  });

  it('known: what their reading makes of the texts', () => {
    const choices = (round: number) =>
      mmlu
        .flatMap((one) => eventsOf(one, 'message').filter((message) => message.round === round))
        .map(({ text }) => agoraChoice(text));
    const sound = (round: number) =>
      choices(round).filter((one) => one !== null && 'ABCD'.includes(one)).length;
    // Of 300 answers each: the second round is prompts that come back, every one read as X.
    expect([1, 2, 3].map(sound)).toEqual([146, 0, 151]);
    expect(choices(2).every((one) => one === 'X')).toBe(true);
    expect(choices(3).filter((one) => one !== null && /^\d/.test(one))).toHaveLength(90);
    const keys = gsm.map(({ instance }) => (instance as { answer: string }).answer);
    const meant = keys.map((key) => Number(key.split('####')[1]?.replace(/,/g, '')));
    const misread = keys.filter((key, place) => agoraGold(key) !== meant[place]);
    expect(misread.map((key) => agoraGold(key)).sort()).toEqual([600, null]);
  });
});
