import { describe, expect, it } from 'vitest';
import { contentWords, sentencesOf } from './offline-sentences';
import { offlineActs } from './offline-labeller';
import { messageLength, readingGrade, sentenceCount, wordsOf } from './readability';

/** What models and attackers may repeat; the last ones go with cues of the offline labeller. */
const patterns = [
  ...[' ', '  a', 'a', '1', '.', '?', '...', '?!', "'", '"', '-', '\n', 'a \n', '\t', '[', ']', '{}', '()'],
  ...[
    'é',
    'e\u0301',
    '\u0301',
    '\ud800',
    '\udc00',
    '😀',
    '👨‍👩‍👧',
    '\u00a0',
    '\u0000',
    '我',
    '我同意。',
    'ไทย',
    'я ',
  ],
  ...[
    'a.',
    'a. ',
    'Mr. ',
    'e.g. ',
    '1. a\n',
    '* a\n',
    'http://a.b/c?d=e&f ',
    'www.',
    'zzz',
    'ough',
    "'t",
    "don't ",
  ],
  ...[
    'really ',
    'very ',
    'more most ',
    'i really ',
    'is not a ',
    'find the ',
    'finds the very ',
    'combine a ',
  ],
  ...[
    'if you lower ',
    'we know ',
    'you said ',
    'did i get ',
    'is it a ',
    'i agree that ',
    'despite the ',
    'ly ',
  ],
];

const says = (text: string) => ({ collaboration: 0, round: 1, agent: 'Ann', text });
const yes = says('Yes, I agree with your proposal.');
const readers: Record<string, (text: string) => unknown> = {
  wordsOf,
  messageLength,
  sentenceCount,
  readingGrade,
  sentencesOf,
  contentWords,
  offlineActs: (text) => offlineActs({ target: says(text), previous: [yes] }),
  'offlineActs after it': (text) => offlineActs({ target: yes, previous: [says(text), says(text)] }),
};

describe('hostile text', () => {
  it.each(Object.entries(readers))(
    'contract: %s takes no more than linear time on any pattern',
    (_, read) => {
      read('The first text loads what there is to load, and is supercalifragilistic.');
      const slow = patterns.filter((pattern) => {
        const [little, much] = [5_000, 50_000].map((size) => milliseconds(read, pattern, size));
        // Ten times the text; a square would be a hundred times. A tenth of a second is no wait.
        return (much as number) > Math.max(100, 30 * (little as number));
      });
      expect(slow).toEqual([]);
    },
    60_000,
  );
});

/** Of this process's own time, the better of two. */
function milliseconds(read: (text: string) => unknown, pattern: string, size: number): number {
  const text = pattern.repeat(size / pattern.length);
  const once = (): number => {
    const before = process.cpuUsage();
    read(text);
    return process.cpuUsage(before).user / 1000;
  };
  return Math.min(once(), once());
}
