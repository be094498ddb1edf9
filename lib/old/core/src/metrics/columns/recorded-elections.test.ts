import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { experiment, type Run } from '../../experiment';
import { simulated } from '../../models';
import { election } from '../../protocols';
import { tinyQuiz } from '../../protocols/election/testing/tiny-quiz';
import { eventsOf, type Collaboration } from '../../transcripts';
import { informedDictatorial, misinformedDictatorial, range } from 'agora-voting';
import { electionOf } from '../elections/election';
import { measure } from '../measure';
import { firsts } from '../testing/made-elections';
import { elections } from './elections';

const rated = range({ scale: { lowest: 1, highest: 5 } });

let home: string;
let run: Run;
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
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('elections', () => {
  it('law: a record counted again by the same rules decides what was decided', async () => {
    const rules = [firsts, rated, informedDictatorial, misinformedDictatorial];
    const { accuracy } = elections(rules, { ties: 'fixed-order' });
    const again = await measure(run, { accuracy });
    const then = rules.map(({ name }) => {
      const right = [...run].filter((one) =>
        eventsOf(one, 'decision').some(({ by, score }) => by === name && score['correct'] === 1),
      );
      return (100 * right.length) / run.finished;
    });
    again.forEach(({ value }, place) => expect(value).toBeCloseTo(then[place] ?? NaN, 9));
    for (const { right, subject, collaboration } of [...run].map(electionOf)) {
      expect(['A', 'B', 'C', 'D']).toContain(right);
      expect(subject).toBe(collaboration % 2 === 0 ? 'even' : 'odd');
    }
  });

  it('law: every failed answer is counted, and every question', async () => {
    const failures = [...run].flatMap((one) => eventsOf(one, 'failure'));
    expect(failures.length).toBeGreaterThan(10);
    const missing = [...run]
      .map(electionOf)
      .flatMap(({ polls, dictators }) => [
        ...polls.flatMap(({ ballots }) => ballots),
        ...dictators.map(({ ballot }) => ballot),
      ]);
    const undecided = [...run].filter(({ finished }) => finished?.cause === 'invalid profile');
    expect(undecided.length).toBeGreaterThan(0);
    // Where the rankings are no profile, neither dictator is asked for the informed part.
    const notAsked = 60 * 2 - [...run].flatMap(({ events }) => dictatorsAsked(events)).length;
    expect(missing.filter((ballot) => ballot === null)).toHaveLength(failures.length + notAsked);
    const valid = await measure(run, { valid: elections([firsts]).valid });
    expect(valid.map(({ ballot, n }) => [ballot, n])).toEqual([
      ['ranking', 60],
      ['rating', 60],
      ['informed dictatorial', 60],
      ['mis-informed dictatorial', 60],
    ]);
    expect(valid[0]?.value).toBeCloseTo((100 * (60 - undecided.length)) / 60, 10);
  });

  it('known: invented ballots stand at the unreliable raters’ places', async () => {
    const unreliable = await experiment({
      environment: tinyQuiz({ raters: 3 }),
      protocol: election({ rules: [firsts], unreliable: ['Rater 2'] }),
      model: simulated(),
      collaborations: 2,
      folder: join(home, 'unreliable'),
      progress: 'none',
    });
    for (const one of unreliable) {
      const invented = eventsOf(one, 'note').find(({ kind }) => kind === 'invented ballots')?.data;
      const [poll] = electionOf(one).polls;
      expect(invented).toMatchObject({ ballots: [{ by: 'Rater 2', ballot: poll?.ballots[1] }] });
      expect(poll?.ballots).not.toContain(null);
    }
  });

  it('contract: other transcripts, and ballots that are none, are refused by name; unfinished ones are left out', async () => {
    const [one] = [...run] as [Collaboration];
    const read = async (one: Collaboration) =>
      measure(Object.assign([one], { evidence: 'simulated' as const }), elections([firsts]));
    expect(await read({ ...one, finished: null })).toEqual([]);
    const other = { ...one, events: one.events.filter(({ type }) => type !== 'note') };
    await expect(read(other)).rejects.toThrow(expect.objectContaining({ code: 'election-record' }));
    await expect(read(other)).rejects.toThrow(/collaboration \d+ is no election/);
    const bent = (ballot: object) => ({
      ...one,
      events: one.events.map((event) =>
        event.type === 'vote' ? { ...event, ballot: ballot as never } : event,
      ),
    });
    await expect(read(bent({ kind: 'ranking', ranking: ['A', 'A', 'B', 'C'] }))).rejects.toThrow(
      /option "A" is ranked more than once/,
    );
    await expect(read(bent({ kind: 'tea' }))).rejects.toThrow(/it has no such shape/);
    await expect(read(bent({ kind: 'choice', choice: 'A' }))).rejects.toThrow(/ranking was asked for/);
    const scored = eventsOf(one, 'decision').find(({ score }) => score['correct'] === 1);
    expect(electionOf({ ...one, instance: null })).toMatchObject({
      subject: null,
      right: scored?.selected ?? null,
    });
  });
});

const dictatorsAsked = (events: Collaboration['events']) =>
  events.filter(
    (event) => (event.type === 'vote' || event.type === 'failure') && event.phase.startsWith('dictator/'),
  );
