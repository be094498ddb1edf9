import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { barProgress } from './bar-progress';
import { duration, lineProgress, progressText, short, stoppedText, type Progress } from './progress';

const progress = (changes: Partial<Progress> = {}): Progress => ({
  name: 'round table',
  finished: 8,
  requested: 100,
  calls: 1234,
  inputTokens: 30_000,
  outputTokens: 500,
  cost: 0.05,
  failures: 2,
  retries: 0,
  timeouts: 0,
  tokensPerSecond: null,
  elapsed: 20,
  left: 190,
  ...changes,
});

describe('progressText', () => {
  it('known: what is done, what it cost and the time left come first', () => {
    expect(progressText(progress())).toBe(
      '8 of 100, $0.05, 3 min 10 s left | round table | 1.2k calls, 30.5k tokens, 2 unusable answers',
    );
    expect(progressText(progress({ cost: null, left: null, failures: 0 }))).toBe(
      '8 of 100 | round table | 1.2k calls, 30.5k tokens',
    );
    expect(stoppedText(progress({ cost: 0.0012 }))).toBe('stopped at 8 of 100, $0.0012');
    expect([short(950), short(4e6), duration(42), duration(7500)]).toEqual([
      '950',
      '4.0M',
      '42 s',
      '2 h 5 min',
    ]);
  });
});

describe('lineProgress', () => {
  it('known: nothing of a short run, a line now and then of a long one', () => {
    const lines: string[] = [];
    const listener = lineProgress((line) => lines.push(line), 15);
    listener.update(progress({ elapsed: 14 }));
    listener.end(progress({ elapsed: 14.5 }));
    expect(lines).toEqual([]);
    for (const elapsed of [16, 20, 31, 32]) listener.update(progress({ elapsed }));
    listener.end(progress({ finished: 100, left: 0 }));
    expect(lines.map((line) => line.split(',')[0])).toEqual(['8 of 100', '8 of 100', '100 of 100']);
  });

  it('known: while a batch is waited for, a line only where something is new', () => {
    const lines: string[] = [];
    const listener = lineProgress((line) => lines.push(line), 15);
    for (const [elapsed, done] of [
      [20, 0],
      [40, 0],
      [60, 5],
      [80, 5],
    ] as const)
      listener.update(progress({ elapsed, batches: `a batch of 9 calls in progress, ${done} done` }));
    expect(lines.map((line) => line.split(', $')[0])).toEqual([
      '8 of 100, a batch of 9 calls in progress, 0 done',
      '8 of 100, a batch of 9 calls in progress, 5 done',
    ]);
  });
});

describe('barProgress', () => {
  /** A terminal of so many columns, and all that was written to it. */
  function terminal(columns: number) {
    const stream = Object.assign(new PassThrough(), { isTTY: true, columns });
    let written = '';
    stream.on('data', (data: Buffer) => (written += data.toString()));
    return { stream: stream as unknown as NodeJS.WriteStream, written: () => written };
  }
  /** The lines as they stand at the end: each drawing begins by going back to the first column. */
  const drawn = (text: string) =>
    stripVTControlCharacters(text.replaceAll('\u001b[1G', '\r'))
      .split('\n')
      .map((line) => line.split('\r').at(-1));

  it.each([
    [80, '8 of 100, $0.05, 3 min 10 s left | a run of many words w'],
    [110, '8 of 100, $0.05, 3 min 10 s left | a run of many words with a long name | 1.2k calls, '],
  ])(
    'known: at %i columns, cost and time left are there, and the line is cut at its end',
    (columns, text) => {
      const { stream, written } = terminal(columns);
      const bar = barProgress(stream);
      const name = 'a run of many words with a long name';
      bar.update(progress({ name }));
      bar.end(progress({ name }));
      const [line = '', rest] = drawn(written());
      expect(line).toBe(`[==------------------] ${text}`.slice(0, columns - 1));
      expect(line.length).toBeLessThan(columns);
      expect(rest).toBe('');
    },
  );

  it('law: told to stop, it is over: what is printed then stands on a line of its own, and nothing is drawn after it', async () => {
    const { stream, written } = terminal(80);
    const bar = barProgress(stream);
    bar.update(progress());
    bar.stopping?.(progress({ finished: 9 }));
    stream.write('Stopping.\n');
    const before = written();
    for (const listener of [bar.update, bar.end]) listener(progress({ finished: 10 }));
    await new Promise((resolve) => setTimeout(resolve, 150)); // longer than between two drawings
    expect(written()).toBe(before);
    const lines = drawn(before);
    expect(lines[0]).toContain('9 of 100');
    expect(lines[1]).toBe('Stopping.');
  });
});
