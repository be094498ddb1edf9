import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { experiment, type Run } from '../../experiment';
import { simulated } from '../../models';
import { election } from '../../protocols';
import { tinyQuiz } from '../../protocols/election/testing/tiny-quiz';
import { eventsOf, type Collaboration } from '../../transcripts';
import { range } from '../../voting';
import { accuracyByRule, elections, profileValidity, type Election } from '.';
import { firsts } from './testing/made-elections';

const rated = range({ scale: { lowest: 1, highest: 5 } });

let home: string;
let run: Run;
let held: Election[];
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'agora-elections-'));
  run = await experiment({
    environment: tinyQuiz({ raters: 4 }),
    protocol: election({
      rules: [firsts, rated],
      dictator: ['informed', 'mis-informed'],
      ties: 'fixed-order',
    }),
    model: simulated({ malformedRate: 0.3 }),
    collaborations: 60,
    folder: join(home, 'run'),
    progress: 'none',
  });
  held = await elections(run);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('elections', () => {
  it('law: a record counted again by the same rules decides what was decided', () => {
    expect(held.map(({ collaboration }) => collaboration)).toEqual(held.map((_, place) => place));
    const rules = [firsts, rated, 'informed dictatorial', 'mis-informed dictatorial'] as const;
    const again = accuracyByRule(held, rules, { ties: 'fixed-order' });
    const then = rules.map((rule) => {
      const name = typeof rule === 'string' ? rule : rule.name;
      const right = [...run].filter((one) =>
        eventsOf(one, 'decision').some(({ by, score }) => by === name && score['correct'] === 1),
      );
      return (100 * right.length) / held.length;
    });
    again.forEach(({ accuracy }, place) => expect(accuracy.mean).toBeCloseTo(then[place] ?? NaN, 9));
    for (const { right, selected, subject, collaboration } of held) {
      expect(['A', 'B', 'C', 'D']).toContain(right);
      expect(Object.keys(selected)).toEqual([...['firsts', 'rated'], ...rules.slice(2)]);
      expect(subject).toBe(collaboration % 2 === 0 ? 'even' : 'odd');
    }
  });

  it('law: every failed answer is counted, and every question', () => {
    const failures = [...run].flatMap((one) => eventsOf(one, 'failure'));
    const validity = profileValidity(held);
    expect(validity.map(({ what }) => what)).toEqual([
      ...['ranking', 'rating'],
      ...['informed dictatorial', 'mis-informed dictatorial'],
    ]);
    expect(failures.length).toBeGreaterThan(10);
    const counted = validity.map(({ ballots }) => ballots.unparsed + ballots.invalid + ballots.refused);
    expect(counted.reduce((sum, some) => sum + some, 0)).toBe(failures.length);
    const [rankings, , informed] = validity;
    expect(rankings?.ballots.valid).toBe(240 - (counted[0] ?? 0));
    const undecided = [...run].filter(({ finished }) => finished?.cause === 'invalid profile');
    expect(rankings?.valid).toBe(60 - undecided.length);
    expect(undecided.length).toBeGreaterThan(0);
    expect(informed?.ballots.notAsked).toBe(undecided.length);
    for (const { questions, valid, usable } of validity) {
      expect(questions).toBe(60);
      expect(valid).toBeLessThanOrEqual(usable);
    }
  });

  it('known: invented ballots stand at the unreliable raters’ places, and are told apart', async () => {
    const unreliable = await experiment({
      environment: tinyQuiz({ raters: 3 }),
      protocol: election({ rules: [firsts], unreliable: ['Rater 2'] }),
      model: simulated(),
      collaborations: 2,
      folder: join(home, 'unreliable'),
      progress: 'none',
    });
    const records = await elections(unreliable);
    expect(records[0]?.polls[0]?.ballots.map(({ invented, ballot }) => [invented, ballot === null])).toEqual([
      [false, false],
      [true, false],
      [false, false],
    ]);
    expect(profileValidity(records)[0]?.ballots).toMatchObject({ valid: 6, invented: 2 });
  });

  it('contract: other transcripts, and ballots that are none, are refused by name; unfinished ones are left out', async () => {
    const [one] = [...run] as [Collaboration];
    expect(await elections([{ ...one, finished: null }])).toEqual([]);
    const other = { ...one, events: one.events.filter(({ type }) => type !== 'note') };
    await expect(elections([other])).rejects.toThrow(expect.objectContaining({ code: 'election-record' }));
    await expect(elections([other])).rejects.toThrow(/collaboration \d+ is no election/);
    const bent = (ballot: object) => ({
      ...one,
      events: one.events.map((event) =>
        event.type === 'vote' ? { ...event, ballot: ballot as never } : event,
      ),
    });
    await expect(elections([bent({ kind: 'ranking', ranking: ['A', 'A', 'B', 'C'] })])).rejects.toThrow(
      /option "A" is ranked more than once/,
    );
    await expect(elections([bent({ kind: 'tea' })])).rejects.toThrow(/it has no such shape/);
    await expect(elections([bent({ kind: 'choice', choice: 'A' })])).rejects.toThrow(/ranking was asked for/);
    const unscored = { ...one, instance: null };
    const [record] = await elections([unscored]);
    const scored = eventsOf(one, 'decision').find(({ score }) => score['correct'] === 1);
    expect(record).toMatchObject({ subject: null, right: scored?.selected ?? null });
  });
});
