import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchangeEconomy } from '../environments';
import { experiment, Run } from '../experiment';
import { simulated, type ChatMessage } from '../models';
import { wrap } from '../models/chat-model';
import { requestDigest } from '../models/request-digest';
import { roundTable } from '../protocols';
import { borda } from 'agora-voting';
import { PromptBook, readPrompts } from './prompts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'agora-prompts-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = () => join(folder, 'prompts.jsonl');

const message = fc.record({
  role: fc.constantFrom<ChatMessage['role']>('system', 'user', 'assistant'),
  content: fc
    .array(fc.constantFrom('', 'a', 'b', 'a long line', '\u2028', '__proto__', '😀\ud800'), { maxLength: 9 })
    .map((lines) => lines.join('\n')),
});

describe('prompts on record', () => {
  it('law: every prompt reads back as it was, those written before a break among them', () => {
    const prompts = fc.array(fc.array(message, { maxLength: 4 }), { maxLength: 12 });
    fc.assert(
      fc.property(prompts, prompts, (before, after) => {
        const asked = [before, after].flatMap((session, place) => {
          const book = new PromptBook(4);
          return session.map((messages, at) => ({ request: `${place} ${at}`, messages, book }));
        });
        const other = new PromptBook(44).write('1', [{ role: 'user', content: 'another one' }]);
        writeFileSync(
          file(),
          other + asked.map(({ book, request, messages }) => book.write(request, messages)).join(''),
        );
        expect(readPrompts(folder, 4)).toEqual(
          new Map(asked.map(({ request, messages }) => [request, messages])),
        );
      }),
    );
  });

  it('contract: a broken line is named; a cut-off last one, and a run without prompts, are none', () => {
    const book = new PromptBook(0);
    const tool = { role: 'tool', content: '4', toolCallId: 'x' } as const;
    const called = {
      role: 'assistant',
      content: '',
      toolCalls: [{ id: 'x', name: 'add', arguments: '[2, 2]' }],
    } as const;
    writeFileSync(file(), book.write('one', [called, tool]));
    appendFileSync(file(), book.write('two', [tool]).slice(0, -1));
    expect(readPrompts(folder, 0)).toEqual(new Map([['one', [called, tool]]]));
    appendFileSync(file(), '\n{"collaboration":0,"request":7}\n');
    expect(() => readPrompts(folder, 0)).toThrow(
      /prompts\.jsonl, line 3 is not a prompt: .*The events are intact/,
    );
    expect(readPrompts(join(folder, 'older'), 0)).toEqual(new Map());
  });

  it('law: a run keeps what its model was sent, for less than its events take; what was shown behind a vote is one line', async () => {
    const sent = new Map<string, readonly ChatMessage[]>();
    const model = wrap(simulated(), (inner, request, options) => {
      sent.set(requestDigest(request), request.messages);
      return inner.chat(request, options);
    });
    const run = await experiment({
      environment: exchangeEconomy(),
      protocol: roundTable({ rule: borda, rounds: 4 }),
      model,
      collaborations: 3,
      folder: join(folder, 'run'),
      progress: 'none',
    });
    const prompts = [0, 1, 2].flatMap((index) => [...readPrompts(run.folder, index)]);
    expect(new Map(prompts)).toEqual(sent);
    const bytes = (name: string) => statSync(join(run.folder, name)).size;
    expect(bytes('prompts.jsonl')).toBeLessThan(bytes('events.jsonl'));
    const whole = [...sent.values()].flat().reduce((sum, { content }) => sum + content.length, 0);
    expect(bytes('prompts.jsonl')).toBeLessThan(whole / 3);

    const opened = Run.open(run.folder);
    const vote = run.get(1).events.findLast(({ type }) => type === 'vote')!;
    expect(opened.prompt(vote)?.at(-1)?.content).toContain('Now: voting phase of round 4');
    expect(opened.prompt(run.get(1).events[0])).toBeNull();
    rmSync(join(run.folder, 'prompts.jsonl'));
    expect(opened.prompt(vote)).toBeNull();
    expect(readFileSync(join(run.folder, 'events.jsonl'), 'utf8')).not.toContain('voting phase of');
  });
});
