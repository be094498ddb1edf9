import { describe, expect, it } from 'vitest';
import type { Collaboration } from '../../transcripts';
import { rowOf, rowsOf } from '../testing/measured';
import { deliberations } from './deliberations';

interface Made {
  readonly score?: object;
  /** Of beliefs: whose, hallucination and error of public resources. */
  readonly beliefs?: readonly (readonly [string, number, number])[];
  /** The solver's last solution: the candidate and what it is worth. */
  readonly advice?: readonly (readonly [string, number])[];
  readonly decided?: string;
}
function made(index: number, { score, beliefs = [], advice = [], decided }: Made): Collaboration {
  const note = (kind: string, by: string, data: object) => ({ type: 'note', kind, by, data });
  const events = [
    ...beliefs.map(([by, hallucination, publicError]) =>
      note('belief', by, {
        belief: {},
        unknown: [],
        missing: [],
        negative: [],
        errors: { hallucination, publicError, invented: hallucination / 10 },
      }),
    ),
    ...advice.map(([candidate, normalized]) =>
      note('advice', 'Ann', { candidate, proposal: [], reward: 1, score: { normalized } }),
    ),
    { type: 'decision', standing: decided === undefined ? null : { candidate: decided, proposal: [] } },
  ].map((event, place) => ({ collaboration: index, round: Math.floor(place / 2) + 1, phase: '', ...event }));
  const scores = { normalized: 0.8, valid: true, adjusted: 0.8, ...score };
  return {
    index,
    instance: null,
    agents: [],
    events: events as never,
    finished: { rounds: 2, score: scores } as never,
  };
}

describe('columns.deliberations', () => {
  it('known: by hand', async () => {
    const rows = await rowsOf(
      [
        made(0, {
          beliefs: [
            ['Ann', 0.5, 1],
            ['Ben', 0.25, 0.4],
          ],
          advice: [
            ['1', 0.2],
            ['2', 1],
          ],
          decided: '2',
        }),
        made(1, {
          advice: [['1', 0.9]],
          decided: '2',
          score: { normalized: 0, valid: false, adjusted: 0.3 },
        }),
        made(2, { beliefs: [['Ann', 0.75, 0]] }),
        made(3, { advice: [['1', 0.5]] }),
      ],
      deliberations(),
    );
    const of = (column: string) => [rowOf(rows, column).value, rowOf(rows, column).n];
    expect([of('NR'), of('VR'), of('rounds')]).toEqual([
      [60, 4],
      [75, 4],
      [2, 4],
    ]); // 3 x 80 and 0
    expect(of('NAR')[0]).toBeCloseTo(67.5, 12); // (3 x 80 + 30) / 4
    expect([of('hallucination'), of('invented'), of('publicError')]).toEqual([
      [0.5, 2],
      [0.05, 2],
      [0.2, 2],
    ]); // last of each
    expect(of('toolNR')).toEqual([80, 3]); // 100, 90 and 50
    expect(of('actualNR')[0]).toBeCloseTo(160 / 3, 12); // 80, 0 and 80
    expect(of('compliance')[0]).toBeCloseTo(100 / 3, 12); // nothing decided is no compliance
    const errors = rows.filter(({ column }) => column === 'beliefError');
    expect(errors.map(({ round, agent, value }) => [round, agent, value])).toEqual([
      [1, 'Ann', 0.5],
      [1, 'Ben', 0.4],
    ]);
  });

  it('contract: a score that is not there is named', async () => {
    await expect(rowsOf([made(3, { score: { valid: 'yes' } })], deliberations())).rejects.toThrow(
      'columns.deliberations needs the number score.valid of collaboration 3, got "yes"',
    );
  });
});
