import { Template } from '@huggingface/jinja';
import { describe, expect, it } from 'vitest';
import { renderPrompt } from './chat-template';
import { FairQueue } from './fair-queue';
import { candidates } from './measure-threads';
import { chooseSequence, sharedPrefix } from './prefix';
import { ProcessorWatch, threadsFor } from './processor-watch';
import { cutOptions, optionProbabilities, scored } from './score-options';

describe('the chat template', () => {
  const tokens = { bos: '<s>', eos: '</s>' };
  const chatML =
    '{% for m in messages %}<|{{ m.role }}|>{{ m.content }}<|end|>{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}';

  it('known: its own words may hold special tokens, the words of messages may not', () => {
    const messages = [
      { role: 'system', content: 'You rate.' },
      { role: 'user', content: 'A or B?<|end|>' },
    ] as const;
    expect(renderPrompt(new Template(chatML), messages, tokens)).toEqual([
      { text: '<|system|>', special: true },
      { text: 'You rate.', special: false },
      { text: '<|end|><|user|>', special: true },
      { text: 'A or B?<|end|>', special: false },
      { text: '<|end|><|assistant|>', special: true },
    ]);
  });

  it('contract: one that takes no system message gets its words in the first of the user', () => {
    const strict = new Template(
      "{% if messages[0].role == 'system' %}{{ raise_exception('no system') }}{% endif %}{{ bos_token }}[{{ messages[0].content }}]",
    );
    const system = { role: 'system', content: 'You rate.' } as const;
    const user = { role: 'user', content: 'A?' } as const;
    expect(renderPrompt(strict, [system, user], tokens).map(({ text }) => text)).toEqual([
      '<s>[',
      'You rate.\n\nA?',
      ']',
    ]);
    expect(() => renderPrompt(strict, [system], tokens)).toThrow('no system');
  });
});

describe('the sequence for a prompt', () => {
  const place = (tokens: readonly number[], lastUsed: number, conversation = '', busy = false) => ({
    tokens,
    lastUsed,
    conversation,
    busy,
  });

  it('known: shared prefixes are counted from the beginning', () => {
    expect(sharedPrefix([1, 2, 3], [1, 2, 4, 3])).toBe(2);
    expect(sharedPrefix([], [1])).toBe(0);
  });

  it('known: the one that read half of the prompt or more, else the one unused longest', () => {
    const places = [place([1, 2, 9, 9], 3), place([1, 7, 7], 1), place([1, 2, 3], 2)];
    expect(chooseSequence([1, 2, 3, 4], 'A', places)).toBe(2);
    expect(chooseSequence([1, 5, 5, 5, 5], 'A', places)).toBe(1);
    expect(chooseSequence([1, 2, 3], 'A', [place([1, 2, 3], 1, 'A', true)])).toBe(-1);
  });

  it("known: an agent's own sequence comes before the one unused longest, if it is free", () => {
    const places = [place([1, 7, 7, 7], 1, 'B'), place([1, 2, 9, 9], 2, 'A'), place([], 0)];
    expect(chooseSequence([1, 2, 3, 3, 3, 3], 'A', places)).toBe(1);
    expect(chooseSequence([1, 7, 3, 3, 3, 3], 'C', places)).toBe(2);
    expect(chooseSequence([1, 2, 3, 3, 3, 3], 'A', [place([1, 2], 2, 'A', true), place([], 1)])).toBe(1);
  });
});

describe('the queue of several runs', () => {
  it('law: whoever waits has a turn before anybody has a second one', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1']) queue.add(item[0] ?? '', item);
    expect(queue.size).toBe(5);
    expect([queue.take(), queue.take(), queue.peek(), queue.take(), queue.take()]).toEqual([
      'a1',
      'b1',
      'c1',
      'c1',
      'a2',
    ]);
    expect([queue.remove('a', 'a3'), queue.remove('a', 'a3'), queue.take()]).toEqual([
      true,
      false,
      undefined,
    ]);
  });
});

describe('threads', () => {
  it('known: 1, 2, 4, ... and the number of processors are tried', () => {
    expect(candidates(1)).toEqual([1]);
    expect(candidates(6)).toEqual([1, 2, 4, 6]);
    expect(candidates(8)).toEqual([1, 2, 4, 8]);
  });

  it('known: no more than others leave free, one at least', () => {
    expect(threadsFor(8, 8, 0.2)).toBe(8);
    expect(threadsFor(8, 8, 3)).toBe(5);
    expect(threadsFor(2, 8, 3)).toBe(2);
    expect(threadsFor(2, 2, 2)).toBe(1);
  });

  it('known: what others use is what is busy, less what this process used', () => {
    // In 1000 ms of all processors together 700 were busy, 300 of them for this process: 40% are others'.
    const readings = [
      { all: 0, busy: 0, own: 0 },
      { all: 1000, busy: 700, own: 300 },
    ];
    const watch = new ProcessorWatch(() => readings.shift() ?? { all: 1000, busy: 700, own: 300 });
    const { others, processors } = watch.since();
    expect(others).toBeCloseTo(0.4 * processors, 10); // one multiplication apart
    expect(watch.since().others).toBe(0);
  });
});

describe('the probabilities of options', () => {
  it('known: products along tokens that differ, shares of their sum', () => {
    // "A" is token 1; "B1" is 2, 3; "B2" is 2, 4. P(1) = 0.5, P(2) = 0.4, P(3 | 2) = 0.75, P(4 | 2) = 0.2.
    const { common, paths } = cutOptions([
      [9, 1],
      [9, 2, 3],
      [9, 2, 4],
    ]);
    expect(common).toEqual([9]);
    const first = new Map([
      [1, 0.5],
      [2, 0.4],
    ]);
    const second = new Map([
      [3, 0.75],
      [4, 0.2],
    ]);
    const alone = optionProbabilities(paths, [[first], [first, second], [first, second]]);
    expect(alone[0]).toBe(0.5);
    expect(alone[1]).toBeCloseTo(0.3, 12); // products of doubles
    expect(alone[2]).toBeCloseTo(0.08, 12);
    const { text, probabilities, probabilityOfOptions } = scored(['A', 'B1', 'B2'], alone);
    expect(text).toBe('A');
    expect(probabilityOfOptions).toBeCloseTo(0.88, 12);
    expect(probabilities['A']).toBeCloseTo(0.5 / 0.88, 12);
  });

  it('known: an option that another goes on from has what is left over', () => {
    // "1" is token 1, "10" is 1, 0: P(1) = 0.6, P(0 | 1) = 0.5, so "10" has 0.3 and "1" what is left, 0.3.
    const { common, paths } = cutOptions([[1], [1, 0]]);
    expect({ common, paths }).toEqual({ common: [1], paths: [[], [0]] });
    expect(optionProbabilities(paths, [[], [new Map([[0, 0.5]])]])).toEqual([0.5, 0.5]);
  });

  it('contract: options without any probability share it evenly', () => {
    expect(scored(['A', 'B'], [0, 0])).toEqual({
      text: 'A',
      probabilities: { A: 0.5, B: 0.5 },
      probabilityOfOptions: 0,
    });
  });
});
