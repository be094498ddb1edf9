import { describe, expect, it } from 'vitest';
import { isInDictionary, readingGrade, sentenceCount, syllablesOf, wordCount, wordsOf } from './readability';
import reference from './reference/textstat-reference.json';

const syllablesIn = (text: string) => wordsOf(text).reduce((sum, word) => sum + syllablesOf(word), 0);
const chinese = '你好，世界。我同意这个建议。';
const arabic = 'مرحبا بالعالم، أنا موافق على الاقتراح.';

describe(`textstat ${reference.versions.textstat} on ${reference.texts.length} texts`, () => {
  it('reference: word and sentence counts are equal in every text', () => {
    expect(reference.texts.length).toBeGreaterThanOrEqual(60);
    for (const { text, words, sentences } of reference.texts) {
      expect([text, wordsOf(text).length, sentenceCount(text)]).toEqual([text, words, sentences]);
      if (!text.includes('你好') && !text.includes('李明')) expect(wordCount(text)).toBe(words);
    }
  });

  it('reference: texts with only dictionary words have equal syllable counts and grades', () => {
    const listed = reference.texts.filter(
      ({ text, words }) => words > 0 && wordsOf(text).every((word) => isInDictionary(word)),
    );
    expect(listed.length).toBeGreaterThan(30);
    for (const { text, syllables, grade } of listed) {
      expect([text, syllablesIn(text)]).toEqual([text, syllables]);
      expect(readingGrade(text)).toBeCloseTo(grade, 9);
    }
  });

  it('reference: syllable counts for other words differ by at most 2', () => {
    const graded = reference.texts.filter(({ text }) => readingGrade(text) !== null);
    expect(graded.length).toBeGreaterThan(60);
    for (const { text, words, grade } of graded) {
      const unlisted = wordsOf(text).filter((word) => !isInDictionary(word)).length;
      const difference = Math.abs((readingGrade(text) as number) - grade);
      expect([text, difference <= (11.8 * 2 * unlisted) / words + 1e-9]).toEqual([text, true]);
    }
  });
});

describe('wordCount', () => {
  it.each([
    ["I don't mind a well-known price of $1,250.75 - yes/no?", 9],
    ['- apples\n- bread\n* cheese 🧀', 3],
    ['one\u00a0two\u3000three\u2003four', 4],
    [arabic, 6],
    ['Я согласен с предложением.', 4],
    ['你好，世界', 2],
    ['', 0],
    [' \n\t', 0],
    ['👍🏽', 0],
    ['?!... -- ()', 0],
  ])('known: %j has %d words', (text, words) => {
    expect(wordCount(text)).toBe(words);
  });

  it('known: passages without spaces are segmented', () => {
    expect(wordCount(chinese)).toBeGreaterThan(4);
    expect(wordCount('ฉันเห็นด้วย')).toBeGreaterThan(1);
    expect(wordCount('I agree with 李明 today')).toBeGreaterThanOrEqual(5);
  });

  it('known: contractions, compounds and decimals are one word each', () => {
    expect(wordsOf("I don't mind 3.5 (well-known) things.")).toEqual(
      ['I', "don't", 'mind', '35', 'wellknown', 'things'], // prettier-ignore
    );
  });

  it('behaviour: counting handles very long words and gaps', () => {
    expect(wordCount('a'.repeat(300_000))).toBe(1);
    expect(sentenceCount(`${' '.repeat(300_000)}x`)).toBe(1);
    expect(() => wordCount(undefined as never)).toThrow(expect.objectContaining({ name: 'AgoraError' }));
  });
});

describe('readingGrade', () => {
  it('known: the grade equals the formula computed by hand', () => {
    // 2 sentences, 7 words, 8 syllables: only "apples" has two.
    expect(readingGrade('I like red apples. We eat bread.')).toBeCloseTo(
      0.39 * 3.5 + (11.8 * 8) / 7 - 15.59,
      12,
    );
    expect(['Apples', '3', 'constructor', 'toString'].map(syllablesOf)).toEqual([2, 1, 3, 2]);
  });

  it.each([
    ['Yes. Dr. Smith agrees with all of it.', 1],
    ['The mean is 3.5 for this user and film.', 2], // as in textstat: "5 for this ..." has at least three words
    ['- one more\n- two more\n- three more', 1],
    ['', 0],
  ])('known: %j has %d sentences', (text, sentences) => {
    expect(sentenceCount(text)).toBe(sentences);
  });

  it('known: the grade is null if Latin letters are missing or a minority', () => {
    for (const text of ['', '  ', '🎉🎉', '42', '3.5 - 4', '...', chinese, arabic, '我同意 OK'])
      expect([text, readingGrade(text)]).toEqual([text, null]);
    expect(readingGrade('I trade with 李明 today.')).not.toBeNull();
    expect(readingGrade('café crème')).not.toBeNull();
  });

  it('law: case and earlier calls do not change the grade', () => {
    const text = 'Both agents exchange bread for cheese, because their preferences differ.';
    const grade = readingGrade(text);
    readingGrade('Something else altogether.');
    expect(readingGrade(text)).toBe(grade);
    expect(readingGrade(text.toUpperCase())).toBe(grade);
  });
});
