import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { jupyterDisplay, type MimeBundle } from '../../core/src/notebook';
import type { Collaboration, Event } from 'agora-core/transcripts';
import { sampleEvents } from '../../core/src/transcripts/testing/sample-run';
import { frame } from './frames';

/** Two collaborations with an event of each type; the scores of their outcomes name different numbers. */
const run: Collaboration[] = [0, 1].map((index) => {
  const events = sampleEvents(2)
    .filter(({ collaboration }) => collaboration === index)
    .map((event) =>
      event.type === 'finished'
        ? { ...event, score: index === 0 ? { share: 0.5, by: {} } : { error: 2 } }
        : event,
    );
  const finished = events.find((event) => event.type === 'finished') ?? null;
  return { index, instance: null, agents: ['A', 'B'], events, finished };
});
const textOf = (value: object) => inspect(value);

describe('frame', () => {
  it('known: a run gives a row a collaboration, with the numbers of its score; what one lacks is NaN', () => {
    const made = frame(run);
    expect(made.shape).toEqual([2, 13]);
    expect(made.column('score.share').values).toEqual([0.5, NaN]);
    expect(made.column('score').values).toEqual(['{"share":0.5,"by":{}}', '{"error":2}']);
    expect(['calls', 'failures', 'outputTokens'].map((name) => made.column(name).sum())).toEqual([4, 2, 8]);
    expect(made.column('agents').values[0]).toBe('["A","B"]');
  });

  it('law: each table has the events of its type, each at its place, and `events` has all of them whole', () => {
    const counts: Record<string, number> = {
      messages: 2,
      ballots: 2,
      replies: 4,
      failures: 2,
      decisions: 2,
      proposals: 2,
    };
    for (const [table, count] of Object.entries(counts))
      expect(frame(run, table as never).shape[0], table).toBe(count);
    const all = frame(run, 'events');
    expect(all.column('data').values.map((text) => JSON.parse(String(text)) as Event)).toEqual(
      run.flatMap(({ events }) => events),
    );
    const [ballot] = frame(run, 'ballots').values as unknown[][];
    expect(ballot).toEqual([0, 5, 1, 'vote', 'A', null, null, 'none']);
    expect(frame(run, 'failures').column('kind').values).toEqual(['refused', 'refused']);
    expect(frame(run, 'replies').column('cached').mean()).toBe(0.5);
  });

  it('law: nulls survive, in texts of which the first are missing, and in numbers, groups and descriptions; so do rows of metrics', () => {
    const late = frame([...Array.from({ length: 40 }, () => ({ a: null, n: null })), { a: 'x', n: 3 }]);
    expect(late.dtypes).toEqual(['string', 'float32']);
    expect([late.column('a').values[0], late.column('a').values[40], late.column('n').mean()]).toEqual([
      null,
      'x',
      3,
    ]);
    const mixed = frame([
      { rule: 'Borda', value: 1, ok: true },
      { rule: null, value: null, ok: null },
      { rule: 'Borda', value: 4 },
    ]);
    expect(mixed.groupby(['rule']).col(['value']).mean().values).toEqual([
      ['Borda', 2.5],
      [null, NaN],
    ]);
    expect(mixed.describe().column('ok').values[0]).toBe(1);
    const rows = frame([{ column: 'share', round: 1, value: 2, evidence: 'live' }]);
    expect(rows.groupby(['column']).col(['value']).mean().values).toEqual([['share', 2]]);
    expect(frame(run.slice(0, 0).concat({ ...run[0]!, events: [] }), 'messages').shape).toEqual([0, 8]);
  });

  it('known: it shows itself, and so does what is made of it: no more than thirty rows, no more than the start of a text', () => {
    const made = frame(
      Array.from({ length: 31 }, (_, at) => ({ rule: 'Borda', at, text: 'x'.repeat(1000) })),
    );
    expect(textOf(made).split('\n')[0]).toBe('The first 30 of 31 rows');
    expect(textOf(made).length).toBeLessThan(6000);
    expect(textOf(made.groupby(['rule']).col(['at']).mean())).toBe(
      'rule   at_mean\n-----  -------\nBorda       15',
    );
    expect(textOf(made.describe()).split('\n')[2]).toMatch(/^count +31$/);
    const bundle = (made.head(1) as unknown as Record<symbol, () => MimeBundle>)[jupyterDisplay]?.();
    expect(bundle?.['text/html']).toContain('<td style=');
  });

  it('known: rows are chosen by texts, numbers, lists or a function, and a column takes no method away', () => {
    const made = frame([
      { column: 'share', round: 1, value: 2, ok: true },
      { column: 'share', round: 2, value: null, ok: false },
      { column: 'words', round: 2, value: 7, ok: true },
    ]);
    expect(made.where({ column: 'share' }).shape).toEqual([2, 4]);
    expect(made.where({ column: ['share', 'words'], round: 2 }).index).toEqual([1, 2]);
    expect(made.where({ ok: true }).column('column').values).toEqual(['share', 'words']);
    expect(made.where({ value: null }).shape[0]).toBe(1);
    expect(made.where(({ value }) => Number(value) > 5).where({ column: 'words' }).shape[0]).toBe(1);
    expect(made.where({ column: 'none' }).columns).toEqual(made.columns);
    expect(made.head(2).column('round').sum()).toBe(3);
    expect(() => made.where({ rul: 1 })).toThrow(
      'where knows no column "rul": the frame has column, round, value, ok',
    );
  });

  it('contract: hostile names and nonsense', () => {
    const hostile = frame([{ constructor: 1, '<b>': '<script>', '\ud800': '__proto__' }]);
    expect(hostile.columns).toEqual(['constructor', '<b>', '\ud800']);
    expect(() => frame([JSON.parse('{"__proto__":1}') as object])).toThrow(
      'frame needs records without a property called __proto__',
    );
    expect(() => frame([{ index: 1 }])).toThrow('called index: a data frame has one of its own');
    expect(textOf(frame([], 'failures')).split('\n')[0]).toMatch(/^collaboration +event .* text$/);
    expect(() => frame(7 as never)).toThrow(
      'frame needs a run, collaborations, or a list of records as what, got 7',
    );
    expect(() => frame(run, 'mesages' as never)).toThrow('did you mean "messages"?');
  });
});
