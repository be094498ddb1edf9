import { describe, expect, it } from 'vitest';
import { messageLength, readingGrade, sentenceCount, wordsOf } from './readability';
import { isPronounced, syllablesOf } from './syllables';
import reference from './testing/textstat-reference.json';

const syllablesIn = (text: string) => wordsOf(text).reduce((sum, word) => sum + syllablesOf(word), 0);
const chinese = '你好，世界。我同意这个建议。';
const arabic = 'مرحبا بالعالم، أنا موافق على الاقتراح.';

describe(`reference: textstat ${reference.versions.textstat} on ${reference.texts.length} texts`, () => {
  it('reference: words and sentences are the same in every text', () => {
    expect(reference.texts.length).toBeGreaterThanOrEqual(60);
    for (const { text, words, sentences } of reference.texts) {
      expect([text, wordsOf(text).length, sentenceCount(text)]).toEqual([text, words, sentences]);
      if (!text.includes('你好') && !text.includes('李明')) expect(messageLength(text)).toBe(words);
    }
  });

  it('reference: texts of words that the dictionary lists have the same syllables and grade', () => {
    const listed = reference.texts.filter(
      ({ text, words }) => words > 0 && wordsOf(text).every((word) => isPronounced(word)),
    );
    expect(listed.length).toBeGreaterThan(30);
    for (const { text, syllables, grade } of listed) {
      expect([text, syllablesIn(text)]).toEqual([text, syllables]);
      expect(readingGrade(text)).toBeCloseTo(grade, 9);
    }
  });

  it('reference: a word that it does not list differs by 2 syllables at most, and the grade accordingly', () => {
    const graded = reference.texts.filter(({ text }) => readingGrade(text) !== null);
    expect(graded.length).toBeGreaterThan(60);
    for (const { text, words, grade } of graded) {
      const unlisted = wordsOf(text).filter((word) => !isPronounced(word)).length;
      const difference = Math.abs((readingGrade(text) as number) - grade);
      expect([text, difference <= (11.8 * 2 * unlisted) / words + 1e-9]).toEqual([text, true]);
    }
  });
});

describe('messageLength', () => {
  it('known: punctuation, bullets and emoji are no words; contractions, compounds and numbers are one', () => {
    expect(messageLength("I don't mind a well-known price of $1,250.75 - yes/no?")).toBe(9);
    expect(wordsOf("I don't mind 3.5 (well-known) things.")).toEqual(
      ['I', "don't", 'mind', '35', 'wellknown', 'things'], // prettier-ignore
    );
    expect(messageLength('- apples\n- bread\n* cheese 🧀')).toBe(3);
  });

  it('known: nothing to count is 0', () => {
    for (const text of ['', ' \n\t', '👍🏽', '?!... -- ()', '❤️ 🎉']) expect(messageLength(text)).toBe(0);
  });

  it('known: scripts without spaces are segmented, others split at white space', () => {
    expect(messageLength(arabic)).toBe(6);
    expect(messageLength('Я согласен с предложением.')).toBe(4);
    expect(messageLength('你好，世界')).toBe(2); // 你好 hello, 世界 world
    expect(messageLength(chinese)).toBeGreaterThan(4); // textstat: 1
    expect(messageLength('ฉันเห็นด้วย')).toBeGreaterThan(1); // Thai: I agree
    expect(messageLength('I agree with 李明 today')).toBeGreaterThanOrEqual(5);
  });

  it('law: wide spaces separate as plain ones do, and long texts take linear time', () => {
    expect(messageLength('one\u00a0two\u3000three\u2003four')).toBe(4);
    expect(messageLength('a'.repeat(300_000))).toBe(1);
    expect(sentenceCount(`${' '.repeat(300_000)}x`)).toBe(1);
  });
});

describe('readingGrade', () => {
  it('known: the formula by hand', () => {
    // 2 sentences, 7 words, 8 syllables (ap-ples has 2): 0.39 x 3.5 + 11.8 x 8/7 - 15.59 = -0.7393
    expect(readingGrade('I like red apples. We eat bread.')).toBeCloseTo(
      0.39 * 3.5 + (11.8 * 8) / 7 - 15.59,
      12,
    );
    expect([syllablesOf('Apples'), syllablesOf('3'), syllablesOf('constructor')]).toEqual([2, 1, 3]);
    expect(syllablesOf('toString')).toBe(2); // no dictionary word, though every object has it
  });

  it('known: short pieces and decimals do not make sentences; a list without stops is one', () => {
    expect(sentenceCount('Yes. Dr. Smith agrees with all of it.')).toBe(1);
    expect(sentenceCount('The mean is 3.5 for this user and film.')).toBe(2); // as textstat: "5 for this ..." has 3 words
    expect(sentenceCount('- one more\n- two more\n- three more')).toBe(1);
  });

  it('known: null where the formula has nothing to grade', () => {
    for (const text of ['', '  ', '🎉🎉', '42', '3.5 - 4', '...', chinese, arabic, '我同意 OK']) {
      expect([text, readingGrade(text)]).toEqual([text, null]);
    }
    expect(readingGrade('I trade with 李明 today.')).not.toBeNull();
    expect(readingGrade('café crème')).not.toBeNull();
  });

  it('law: case does not matter, nor what was asked before', () => {
    const text = 'Both agents exchange bread for cheese, because their preferences differ.';
    const grade = readingGrade(text);
    readingGrade('Something else altogether.');
    expect(readingGrade(text)).toBe(grade);
    expect(readingGrade(text.toUpperCase())).toBe(grade);
  });
});
