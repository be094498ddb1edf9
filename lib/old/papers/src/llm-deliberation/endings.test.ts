import { describe, expect, it } from 'vitest';
import { measure } from 'agora-core/metrics';
import { type Collaboration, recorded } from 'agora-core/transcripts';
import { AgoraError } from 'agora-voting';
import { bestDeal, columns } from './endings';
import type { Deal, Seat } from './game';

const seat = (scores: Seat['scores'], minimum: number, role: Seat['role'] = 'player'): Seat => ({
  party: role,
  role,
  scores,
  minimum,
});
// Two issues of two options. Totals: A1 B1 19, A2 B1 14, A1 B2 16, A2 B2 11; the second party needs 5: A2 B1 is its least.
const two = [seat({ A: [9, 2], B: [6, 1] }, 3, 'p1'), seat({ A: [1, 3], B: [3, 5] }, 5, 'p2')];
const third = seat({ A: [0, 0], B: [0, 4] }, 4);

describe('bestDeal', () => {
  it('known: the largest total among deals that everybody accepts, by hand', () => {
    // The second gets 4, 6, 6 and 8; so A1 B1 (19) is out, and of the others A1 B2 has most: 10 + 6.
    expect(bestDeal(two)).toEqual({ deal: { A: 1, B: 2 }, total: 16 });
    // A third that needs B2 and adds 4 there.
    expect(bestDeal([...two, third])).toEqual({ deal: { A: 1, B: 2 }, total: 20 });
  });

  it('known: by the rule one may be left out, but nobody with a veto', () => {
    const poor = seat({ A: [0, 0], B: [1, 0] }, 9);
    expect(bestDeal([...two, poor])).toBeNull();
    expect(bestDeal([...two, poor], 'the rule')).toEqual({ deal: { A: 1, B: 2 }, total: 16 });
    expect(bestDeal([...two, poor, poor], 'the rule')).toBeNull();
    expect(bestDeal([two[0] as Seat, { ...poor, role: 'p2' }], 'the rule')).toBeNull();
  });

  it('law: without minimums each issue takes its own best option', () => {
    const free = two.map((one) => ({ ...one, minimum: 0 }));
    expect(bestDeal(free)).toEqual({ deal: { A: 1, B: 1 }, total: 19 });
  });

  it('contract: what is no party or no way of accepting is refused by name', () => {
    expect(() => bestDeal([])).toThrow(AgoraError);
    expect(() => bestDeal(two, 'nobody' as never)).toThrow('everybody');
  });
});

describe('columns', () => {
  const game = (outcome: Deal | null, offers: readonly (Deal | null)[], seats: readonly Seat[] = two) =>
    ({
      index: 0,
      agents: [],
      instance: { seats },
      events: offers.map((proposal) => ({ type: 'proposal', proposal })),
      finished: { rounds: 2, cause: 'the leader proposed last', outcome },
    }) as unknown as Collaboration;
  const read = (one: Collaboration) =>
    Object.entries(columns).map(([, column]) => (typeof column === 'function' ? column(one) : NaN));

  it('known: a good end, a worse one than was offered, one that somebody refuses, none', () => {
    const [best, less, refused] = [
      { A: 1, B: 2 },
      { A: 2, B: 1 },
      { A: 1, B: 1 },
    ];
    // VR, NR, NR offered, shortfall, then VR and NR by the rule: both have a veto, so the same.
    expect(read(game(best, [best]))).toEqual([100, 100, 100, 0, 100, 100]);
    expect(read(game(less, [best, null, less]))).toEqual([100, 87.5, 100, 12.5, 100, 87.5]);
    expect(read(game(refused, [less, refused]))).toEqual([0, 0, 87.5, null, 0, 0]);
    expect(read(game(null, []))).toEqual([0, 0, 0, null, 0, 0]);
  });

  it('contract: nothing of a game that broke off or has no such deal; no game is refused by name', () => {
    const broken = game(null, []);
    const off = { ...broken, finished: { ...broken.finished, cause: 'broken off' } } as Collaboration;
    expect(read(off)).toEqual(Array(6).fill(null));
    const hopeless = two.map((one) => ({ ...one, minimum: 99 }));
    expect(read(game(null, [], hopeless))).toEqual(Array(6).fill(null));
    expect(() => read({ ...broken, instance: { question: 'none' } })).toThrow(
      expect.objectContaining({ code: 'game' }),
    );
  });

  it('known: counts and means of the real games, as a script that is not ours finds them', async () => {
    const all = [...recorded('llm-deliberation')].filter(({ finished }) => finished?.cause !== 'broken off');
    const nameOf = ({ instance }: Collaboration) => {
      const { model, parties } = instance as { model: string; parties: number };
      return `${model}, ${parties}`;
    };
    const games = [...new Set(all.map(nameOf))].map((name): [string, Collaboration[]] => [
      name,
      all.filter((one) => nameOf(one) === name),
    ]);
    const runs = games.map(([name, own]) => [name, Object.assign(own, { evidence: 'recorded' as const })]);
    const rows = await measure({ games: Object.fromEntries(runs) as never }, columns);
    const of = (column: string) =>
      rows.filter((row) => row.column === column).map(({ value, n }) => [n, Number(value?.toFixed(4))]);
    expect(games.map(([name]) => name)).toEqual([
      'llama2_13b, 6',
      'llama2_70b, 6',
      'llama3_70b, 6',
      'mixtral, 5',
      'mixtral, 4',
      'mixtral, 3',
      'mixtral, 6',
      'gpt-4, 6',
      'gpt-4 with gpt-3.5 adversary, 6',
      'gpt-4 with gpt-3.5 as leader, 6',
      'gpt-4 with gpt-3.5 as union and mayor, 6',
      'gpt-4, 7',
    ]);
    expect(of('NR')).toEqual([
      [28, 0],
      [21, 4.7619],
      [33, 8.7189],
      [21, 18.6056],
      [21, 13.7399],
      [21, 17.4833],
      [23, 0],
      [285, 21.8513],
      [21, 0],
      [22, 4.5106],
      [21, 27.792],
      [80, 16.7692],
    ]);
    expect(of('NR by rule')).toEqual([
      [28, 0],
      [21, 48.1671],
      [33, 46.0901],
      [21, 18.6056],
      [21, 13.7399],
      [21, 17.4833],
      [23, 12.3985],
      [285, 62.2884],
      [21, 49.4459],
      [22, 8.7887],
      [21, 54.2808],
      [80, 71.8189],
    ]);
    expect(of('VR').map(([n = 0, share = 0]) => Math.round((n * share) / 100))).toEqual([
      0, 1, 3, 4, 3, 4, 0, 64, 0, 1, 6, 15,
    ]);
  });
});
