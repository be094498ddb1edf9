import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { majority } from 'agora-voting';
import { describe, expect, it } from 'vitest';
import { exchangeEconomy } from '../environments';
import { simulated } from '../models';
import { roundTable } from '../protocols';
import { ConversationRoom } from './conversation-room';
import { experiment } from './experiment';

/** How many of ten collaborations are open at the beginning, and once it is known that each has so many agents. */
async function opened(conversations: number | undefined, agents: number): Promise<[number, number]> {
  const room = new ConversationRoom(conversations);
  let open = 0;
  for (let one = 0; one < 10; one++) void room.enter().then(() => open++);
  const settled = async (): Promise<number> => {
    await new Promise((resolve) => setImmediate(resolve));
    return open;
  };
  const first = await settled();
  room.learn(agents);
  return [first, await settled()];
}

describe('ConversationRoom', () => {
  it('known: eight conversations are room for two groups of three, and any number for all', async () => {
    expect(await opened(8, 3)).toEqual([1, 2]);
    expect(await opened(8, 1)).toEqual([1, 8]);
    expect(await opened(undefined, 3)).toEqual([10, 10]);
  });

  it('law: one is always open, and as each leaves the next one enters', async () => {
    const room = new ConversationRoom(4);
    const ended: number[] = [];
    let open = 0;
    let most = 0;
    await Promise.all(
      [1, 2, 3, 4, 5].map(async (one) => {
        await room.enter();
        most = Math.max(most, ++open);
        room.learn(10);
        await new Promise((resolve) => setImmediate(resolve));
        open--;
        ended.push(one);
        room.leave();
      }),
    );
    expect(most).toBe(1);
    expect(ended).toHaveLength(5);
  });
});

describe('a run with a model that remembers few conversations', () => {
  it('law: its collaborations have no more agents at a time than it remembers, and all are played', async () => {
    const protocol = roundTable({ rule: majority, rounds: 2 });
    const folder = mkdtempSync(join(tmpdir(), 'agora-room-'));
    let open = 0;
    let most = 0;
    const run = await experiment({
      environment: exchangeEconomy(), // three agents
      protocol: {
        ...protocol,
        run: async (session) => {
          most = Math.max(most, ++open);
          try {
            return await protocol.run(session);
          } finally {
            open--;
          }
        },
      },
      model: Object.assign(simulated(), { conversations: 7 }),
      collaborations: 5,
      concurrency: 5,
      progress: 'none',
      folder: folder,
    });
    rmSync(folder, { recursive: true, force: true });
    expect([run.finished, most]).toEqual([5, 2]);
  });
});
