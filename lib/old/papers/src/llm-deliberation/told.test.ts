import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Collaboration, eventsOf, recorded } from 'agora-core/transcripts';
import { told } from './told';

const seats = [
  { party: 'union', role: 'p1', scores: { A: [15, 20, 0], B: [0, 0, 0], C: [9, 5, 1, 0] }, minimum: 30 },
  { party: 'city', role: 'player', scores: { A: [1, 2, 3], B: [1, 2, 3], C: [1, 2, 3, 4] }, minimum: 5 },
];
/** What the union tells by saying this, in short. */
const says = (text: string, proposal: Record<string, number> | null = null, phase = 'turn 1') => {
  const events = [
    { type: 'proposal', round: 1, phase, by: 'union', proposal },
    { type: 'message', round: 1, phase, from: 'union', text },
  ];
  const one = { index: 0, agents: [], instance: { seats }, events, finished: null };
  return told(one as unknown as Collaboration).map(({ kind, is }) => `${kind} ${is}`);
};

describe('told', () => {
  it('known: numbers of its own sheet, right and wrong; other brackets are none', () => {
    expect(says('I propose A2 (20), C1 (8 points) and B1 (1:1 quota).')).toEqual([
      'score true',
      'score false',
    ]);
    expect(says('A $2 billion loan (A2) and D4 (7), which the game does not have')).toEqual([]);
  });

  it('known: its minimum in a number', () => {
    expect(says('This meets my minimum score of 30.')).toEqual(['minimum true']);
    expect(says('This meets the minimum threshold of 55')).toEqual(['minimum false']);
    expect(says('It meets the minimum score of 50 for all parties')).toEqual([]);
  });

  it('known: that a deal is enough for it, marked or in words', () => {
    expect(says('This meets my minimum score.', { A: 2, B: 1, C: 1 })).toEqual(['enough false']); // 20 + 9
    expect(says('A2, B1, C1, ensuring I meet my minimum score')).toEqual(['enough false']);
    expect(says('This is below my minimum score.', { A: 2, B: 1, C: 1 })).toEqual([]);
    expect(says('This meets my minimum score.')).toEqual([]); // no deal
    const easy = { A: 1, B: 1, C: 1 };
    expect(says('This meets our minimum. <DEAL>A1,B1,C1</DEAL>', easy)).toEqual(['enough false']); // 24
  });

  it('known: wishes for its best option, one between, its worst, and where it has no stake', () => {
    expect(says('We must insist on A2.')).toEqual(['wish true']);
    expect(says('The quota (C2) is crucial for us.')).toEqual(['wish in part']);
    expect(says('I strongly support A3!')).toEqual(['wish false']);
    expect(says('B2 is essential.')).toEqual(['wish false']);
    expect(says('I am willing to accept A2 as it is crucial to others.')).toEqual([]);
    expect(says('A1, B1 and C1 are crucial.')).toEqual([]); // a deal rather than a wish
    expect(says('<DEAL>A2 is crucial</DEAL>')).toEqual([]);
  });

  it('contract: strangers and the last proposal, which nobody hears any more, tell nothing', () => {
    expect(says('A2 (20)', null, 'final')).toEqual([]);
  });

  it('known: held against texts read by hand, how many readings are right and how many were missed', () => {
    const { read, unread } = JSON.parse(
      readFileSync(join(__dirname, 'testing/told-by-hand.json'), 'utf8'),
    ) as {
      read: { game: number; agent: string; kind: string; said: string; right: boolean }[];
      unread: { game: number; phase: string; tells: boolean }[];
    };
    const games = [...recorded('llm-deliberation')];
    const right: Record<string, [number, number]> = {};
    for (const label of read) {
      const found = told(games[label.game] as Collaboration).filter(
        ({ agent, kind, said }) =>
          agent === label.agent && kind === label.kind && said.trim().startsWith(label.said),
      );
      expect(found.length, label.said).toBeGreaterThan(0);
      const [yes, of] = right[label.kind] ?? [0, 0];
      right[label.kind] = [yes + Number(label.right), of + 1];
    }
    expect(right).toEqual({ minimum: [42, 45], enough: [45, 45], wish: [44, 45], score: [42, 42] });
    for (const { game, phase } of unread) {
      const one = games[game] as Collaboration;
      const text = eventsOf(one, 'message').find((message) => message.phase === phase);
      expect(text).toBeDefined();
      const found = told(one).filter(({ agent, said }) => agent === text?.from && text.text.includes(said));
      expect(found).toEqual([]);
    }
    expect([unread.length, unread.filter(({ tells }) => tells).length]).toEqual([60, 1]);
  });
});
