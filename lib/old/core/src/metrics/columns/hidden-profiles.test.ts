import { describe, expect, it } from 'vitest';
import { hiddenProfile } from '../../environments';
import type { Column } from '../../row';
import type { Collaboration } from '../../transcripts';
import { hiddenProfiles } from './hidden-profiles';

const environment = hiddenProfile();
const bakery = environment.instance(0);

/** A collaboration with messages by round, and a decision. */
function made(said: readonly (readonly [number, string])[], decided: string | null): Collaboration {
  return {
    index: 0,
    instance: bakery,
    agents: bakery.members,
    events: said.map(([round, text]) => ({
      type: 'message',
      collaboration: 0,
      round,
      phase: 'message',
      from: 'Agent 1',
      to: [],
      text,
    })),
    finished: { rounds: 2, score: environment.score(bakery, decided) },
  } as never;
}

const talk = made(
  [
    [1, 'Tomas has ten years of experience in large bakeries. And Ines repaired a broken mixer, I know.'],
    [2, 'As I said, Ines repaired that broken mixer. Tomas was warned for shouting at us, his colleagues.'],
  ],
  'Ines',
);
const columns = hiddenProfiles() as Record<string, Column>;

describe('columns of hidden profiles', () => {
  it('known: shares of unshared and shared facts that were mentioned, each fact once', () => {
    // Repaired, broken, mixer of "repaired, broken, mixer, saved, whole, delivery" are a half: not enough.
    // Warned, shouting, colleagues of "warned, twice, shouting, colleagues" are enough: 1 of 6 unshared facts.
    expect(columns['unshared']!.of(talk)).toBeCloseTo(100 / 6, 12);
    expect(columns['shared']!.of(talk)).toBeCloseTo(100 / 7, 12);
    expect(columns['pooled']!.of(talk)).toEqual([
      { round: 1, value: 0 },
      { round: 2, value: 100 / 6 },
    ]);
  });

  it('known: accuracy and the share of misled decisions', () => {
    const of = (decided: string | null) =>
      ['accuracy', 'misled'].map((name) => columns[name]!.of(made([], decided)));
    expect(of('Ines')).toEqual([100, 0]);
    expect(of('Tomas')).toEqual([0, 100]);
    expect(of('Ruth')).toEqual([0, 0]);
    expect(of(null)).toEqual([0, 0]);
  });

  it('contract: without messages nothing was mentioned; another environment is refused by name', () => {
    expect(columns['unshared']!.of(made([], 'Ines'))).toBe(0);
    const other = { ...talk, instance: { goods: [] } } as never;
    for (const name of Object.keys(columns))
      expect(() => columns[name]!.of(other)).toThrow(
        'columns.hiddenProfiles needs collaborations of environments.hiddenProfile, and collaboration 0 is of another',
      );
  });
});
