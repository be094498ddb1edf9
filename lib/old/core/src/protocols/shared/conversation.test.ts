import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exchangeEconomy, taskAllocation, type Environment } from '../../environments';
import { experiment } from '../../experiment';
import { simulated, wrap, type ChatRequest } from '../../models';
import { eventsOf } from '../../transcripts';
import { majority } from 'agora-voting';
import { deliberation } from '../deliberation/deliberation';
import type { Protocol } from '../protocol';
import { roundTable } from '../round-table/round-table';
import { Conversation, type ConversationMemory } from './conversation';

let home: string;
beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'agora-memory-'))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

const said = (round: number) => ({ round, from: 'Ann', to: ['Ben'], text: `Round ${round}.` });
const remembering = (memory: ConversationMemory, rounds: number) => {
  const conversation = new Conversation(memory);
  for (let round = 1; round <= rounds; round++) conversation.hear(said(round));
  return conversation;
};

describe('Conversation', () => {
  it('known: all, the last rounds before the one that goes on, or a summary and the last round', () => {
    const rounds = (memory: ConversationMemory) =>
      remembering(memory, 4)
        .recalled('Ann', 5)
        .messages.map(({ round }) => round);
    expect(rounds('all')).toEqual([1, 2, 3, 4]);
    expect(rounds({ lastRounds: 1 })).toEqual([4]);
    expect(rounds({ lastRounds: 2 })).toEqual([3, 4]);
    expect(rounds({ lastRounds: 9 })).toEqual([1, 2, 3, 4]);
    expect(rounds('summaries')).toEqual([4]);
  });

  it("known: a summary is its author's alone, and what is left out is said", () => {
    const conversation = remembering('summaries', 3);
    conversation.summarised('Ann', 'All is well.');
    expect(conversation.recalled('Ann', 4)).toMatchObject({ summary: 'All is well.', isCut: true });
    expect(conversation.recalled('Ben', 4).summary).toBeNull();
    expect(remembering({ lastRounds: 3 }, 3).recalled('Ann', 4).isCut).toBe(false);
  });

  it('contract: a memory that is none is turned away', () => {
    const wanted = 'needs "all", "summaries" or { lastRounds } as memory, got "some"';
    expect(() => roundTable({ rule: majority, memory: 'some' as never })).toThrow(`roundTable ${wanted}`);
    expect(() => deliberation({ memory: 'some' as never })).toThrow(`deliberation ${wanted}`);
    expect(() => deliberation({ memory: { lastRounds: 0 } })).toThrow('a whole number of at least 1');
  });
});

/** All that was asked in one collaboration. */
async function asked(environment: Environment<never, never>, protocol: Protocol, name: string) {
  const requests: ChatRequest[] = [];
  const model = wrap(simulated(), (inner, request, options) => {
    requests.push(request);
    return inner.chat(request, options);
  });
  const folder = join(home, name);
  const run = await experiment({ environment, protocol, model, collaborations: 1, folder, progress: 'none' });
  const promptOf = (round: number, phase: string, agent: string) =>
    requests
      .find(({ call }) => call.round === round && call.phase === phase && call.agent === agent)
      ?.messages.map(({ content }) => content)
      .join('\n') ?? '';
  return { run, requests, promptOf };
}

const lengths = (requests: readonly ChatRequest[], phase: string) =>
  [2, 6].map(
    (round) =>
      requests
        .find(({ call }) => call.round === round && call.phase === phase)
        ?.messages.reduce((sum, { content }) => sum + content.length, 0) ?? 0,
  ) as [number, number];

describe.each([
  [
    'round table',
    exchangeEconomy() as unknown as Environment<never, never>,
    (memory: ConversationMemory) => roundTable({ rule: majority, rounds: 6, memory }),
    'message',
  ],
  [
    'deliberation',
    taskAllocation() as unknown as Environment<never, never>,
    (memory: ConversationMemory) => deliberation({ memory }),
    'planning',
  ],
] as const)('memory of a %s', (name, environment, protocolOf, phase) => {
  it('law: prompts grow with all, and hardly do with the last round', async () => {
    const of = async (memory: ConversationMemory) =>
      lengths(
        (await asked(environment, protocolOf(memory), `${name} ${JSON.stringify(memory)}`)).requests,
        phase,
      );
    const [all, last] = [await of('all'), await of({ lastRounds: 1 })];
    // A deliberation may be over before: then there is nothing to compare.
    if (all[1] > 0) expect(all[1] - all[0]).toBeGreaterThan(400);
    if (last[1] > 0 && all[1] > 0) expect(last[1] - last[0]).toBeLessThan((all[1] - all[0]) / 2);
    expect(all[0]).toBeGreaterThan(0);
  });

  it('known: summaries are asked for after each round, and stand in the prompts of the next', async () => {
    const { run, promptOf } = await asked(environment, protocolOf('summaries'), `${name} summaries`);
    const [agent = ''] = run.get(0).agents;
    const summaries = eventsOf(run.get(0), 'note').filter(
      ({ kind, by }) => kind === 'summary' && by === agent,
    );
    const [first] = summaries;
    if (run.get(0).finished!.rounds === 1) return;
    expect(first).toMatchObject({ round: 1, phase: 'summary' });
    const { text } = first!.data as { text: string };
    expect(promptOf(2, phase, agent)).toContain(`Your summary of earlier rounds\n${text}`);
    expect(promptOf(1, phase, agent)).not.toContain('Your summary of earlier rounds');
    expect(promptOf(1, 'summary', agent)).toContain('Summarise for yourself');
    // The last round needs none.
    expect(summaries.length).toBe(run.get(0).finished!.rounds - 1);
  });
});
