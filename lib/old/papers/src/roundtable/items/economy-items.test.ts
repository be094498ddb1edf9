import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { estimate } from 'agora-core/statistics';
import { eventsOf, type Collaboration } from 'agora-core/transcripts';
import { approval, borda, cumulative, majority, plurality } from 'agora-voting';
import { standingAfterRounds } from '../../claims/computed-votes';
import { negotiations } from '../../claims/negotiations';
import { fileName } from '../../item-names';
import { committed } from '../../recomputed/committed';
import { recordedGames } from '../recorded-negotiations';
import { tables } from '../tables';
import { figure20, figure3, figure4, table1, table3, table4, table5, table6, table7 } from '.';

const home = mkdtempSync(join(tmpdir(), 'agora-economy-items-'));
beforeEach(() => {
  vi.stubEnv('AGORA_HOME', home);
  vi.stubEnv('AGORA_MODEL', undefined);
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

const runsOnDisk = (): string[] => readdirSync(join(home, 'runs'));

describe('items of the exchange economy', () => {
  it('known: have the published numbers as they were', () => {
    expect(table1.published.rows).toBe(tables.table1.rows);
    expect(table1.published.rows[0]?.cells['utility@10']?.value).toBe(48.48);
    expect(table6.published.rows).toBe(tables.table6.rows);
    expect(figure3.published.columns).toContain('drop@1');
    expect(figure20.published.rows).toHaveLength(5);
    expect(fileName(figure20.id)).toBe('roundtable-figure-20');
  });

  it('law: a table, a figure and a table of other sizes share the run of a rule', async () => {
    const small = { evidence: 'simulated', collaborations: 2, rounds: 3, seed: 5 } as const;
    await table1.run({ ...small, rules: [majority] });
    const before = runsOnDisk();
    await figure3.run({ ...small, rules: [majority] });
    await figure20.run(small);
    await table6.run({ ...small, agents: [3] });
    expect(runsOnDisk()).toEqual(before);
  });

  it('law: three agents of one model stand beside the mean of the models, and beside K = 3', async () => {
    const ours = await table6.run({
      evidence: 'simulated',
      collaborations: 2,
      rounds: 3,
      seed: 5,
      agents: [3],
    });
    const [{ comparison } = { comparison: undefined }] = table6.compare(ours).parts;
    expect(comparison?.rows.map(({ label }) => label)).toEqual(['K = 3', 'mean over models']);
    const models = tables.table6.rows.slice(0, 5).map(({ cells }) => cells['fairness']?.value ?? NaN);
    const mean = models.reduce((sum, value) => sum + value, 0) / 5;
    const place = comparison?.columns.indexOf('fairness') ?? -1;
    expect(comparison?.rows[1]?.cells[place]?.published).toBeCloseTo(mean, 9);
  });

  it('law: a rule of your own has a row of its own, recorded and simulated', async () => {
    for (const evidence of ['recorded', 'simulated'] as const) {
      const small = { evidence: evidence, collaborations: 3, rounds: 2, rules: [majority, borda, approval] };
      const [{ comparison } = { comparison: undefined }] = table1.compare(await table1.run(small)).parts;
      expect(comparison?.rows.map(({ label }) => label)).toEqual(['Majority', 'borda', 'approval']);
    }
  });

  it('known: what recorded games have in place of votes and of round 10 is told', async () => {
    const small = { evidence: 'recorded', collaborations: 3 } as const;
    const textOf = ({ text }: { text: string }) => text.replace(/\s+/g, ' ');
    const lastRound = '@10 is the last round of games that have fewer rounds.';
    expect(textOf(table1.compare(await table1.run({ ...small, rules: [majority] })))).toContain(
      `none was cast. In utility, a game that they leave undecided counts as 0. ${lastRound}`,
    );
    const deals = textOf(table6.compare(await table6.run(small)));
    expect(deals).toContain(lastRound);
    expect(deals).not.toContain('score sheets');
    const played = await table1.run({
      evidence: 'simulated',
      collaborations: 2,
      rounds: 3,
      rules: [majority],
    });
    expect(textOf(table1.compare(played))).not.toContain('score sheets');
  });

  it('known: votes on recorded games are those of the claims, and what they select is scored', () => {
    const common = { agents: 3, collaborations: 50, rounds: 10, stands: 'computed vote' } as const;
    const games = recordedGames({ ...common, rule: cumulative }) as unknown as Collaboration[];
    const shares = games.map((game) => eventsOf(game, 'decision').at(-1)?.score['share'] as number);
    const theirs = negotiations().filter(({ seats }) => seats.length === 3);
    expect(shares).toHaveLength(theirs.length);
    const last = theirs.map((one) => {
      const deal = standingAfterRounds(one, cumulative).at(-1) ?? {};
      const worth = one.seats.flatMap(({ scores }) =>
        Object.entries(deal).map(([issue, option]) => scores[issue]?.[option - 1] ?? 0),
      );
      return worth.reduce((sum, value) => sum + value, 0) / one.optimum;
    });
    const rounded = (values: readonly number[]) => values.map((value) => value.toFixed(9)).sort();
    expect(rounded(shares)).toEqual(rounded(last));
  });

  it('law: standard errors of recorded games are over configurations, and over games where there is one', async () => {
    const errorOf = (
      ours: Awaited<ReturnType<typeof table1.run>>,
      by: (row: (typeof ours.rows)[number]) => string,
    ) => {
      const own = ours.rows
        .filter(({ column }) => column === 'fairness')
        .filter(({ value }) => value !== null);
      const values = own.map(({ value }) => Number(value));
      return estimate(values, { clusters: own.map(by) }).standardError;
    };
    const shown = (ours: Awaited<ReturnType<typeof table1.run>>) => {
      const [{ comparison } = { comparison: undefined }] = table1.compare(ours).parts;
      return {
        error: comparison?.rows[0]?.cells[comparison.columns.indexOf('fairness')]?.oursError,
        caption: comparison?.caption,
      };
    };
    const common = { evidence: 'recorded', rules: [plurality] } as const;
    const six = await table1.run({ ...common, collaborations: 200 });
    const byConfig = errorOf(six, ({ config }) => String(config));
    expect(shown(six).error).toBeCloseTo(byConfig ?? NaN, 12);
    expect(byConfig).not.toBeCloseTo(errorOf(six, ({ collaboration }) => String(collaboration)) ?? NaN, 3);
    const three = await table1.run({ ...common, agents: 3 });
    const byGame = errorOf(three, ({ collaboration }) => String(collaboration));
    expect(shown(three).error).toBeCloseTo(byGame ?? NaN, 12);
    expect(shown(three).caption).toContain('over recorded games, all of one configuration');
  });

  it('law: as in the paper, single choices with several winners select nothing, and graded ones the first', async () => {
    const common = {
      evidence: 'recorded',
      collaborations: 40,
      rounds: 2,
      rules: [plurality, cumulative],
    } as const;
    const values = async (rule: string, ties: 'as in the paper' | 'none' | 'fixed-order') => {
      const { rows } = await table1.run({ ...common, ties: ties });
      return rows.filter((row) => row['rule'] === rule && row.column === 'utility').map(({ value }) => value);
    };
    expect(await values('plurality', 'as in the paper')).toEqual(await values('plurality', 'none'));
    expect(await values('plurality', 'none')).not.toEqual(await values('plurality', 'fixed-order'));
    expect(await values('cumulative', 'as in the paper')).toEqual(await values('cumulative', 'fixed-order'));
  });

  it('law: ties that select nothing leave more rounds without a decision than ties by order', async () => {
    const common = {
      evidence: 'recorded',
      rules: [majority, cumulative],
      collaborations: 60,
      rounds: 1,
    } as const;
    const waiting = async (ties: 'none' | 'fixed-order'): Promise<number> => {
      const { rows } = await table1.run({ ...common, ties: ties });
      return rows.filter(({ column, value }) => column === 'withoutAgreement' && value === 1).length;
    };
    expect(await waiting('none')).toBeGreaterThan(await waiting('fixed-order'));
  });

  it('contract: bad input is one clear line', async () => {
    await expect(table1.run({ evidence: 'recorded', agents: 12 })).rejects.toThrow(
      'recorded negotiations need 3, 4, 5, 6, 7 as agents, got 12',
    );
    await expect(table6.run({ rule: 3 as never })).rejects.toThrow(/^roundtable\.table6 needs a voting rule/);
    await expect(table6.run({ rule: 'majorty' })).rejects.toThrow('did you mean "majority"?');
    await expect(figure20.run({ stands: 'a vote' as never })).rejects.toThrow(
      '"computed vote" or "latest deal"',
    );
  });
});

describe('items of the recommendation system', () => {
  it('known: the mean absolute error is the mean of what the rows hold, the other the root of their mean square', async () => {
    const ours = await table7.run({ examples: 4, rounds: 2, rules: [majority] });
    const errors = ours.rows
      .filter(({ column, round }) => column === 'error' && round === 2)
      .flatMap(({ value }) => value ?? []);
    const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
    const [{ comparison } = { comparison: undefined }] = table7.compare(ours).parts;
    const cell = (column: string) => comparison?.rows[0]?.cells[comparison.columns.indexOf(column)]?.ours;
    expect(cell('mae@2')).toBeCloseTo(mean(errors), 9);
    expect(cell('rmse@2')).toBeCloseTo(Math.sqrt(mean(errors.map((one) => one * one))), 9);
  });

  it('law: a figure shares the runs of the table, and draws always guessing 4', async () => {
    await table7.run({ examples: 3, rounds: 2, rules: [majority] });
    const before = runsOnDisk();
    const ours = await figure4.run({ examples: 3, rounds: 2, rules: [majority] });
    expect(runsOnDisk()).toEqual(before);
    const guessed = ours.rows.filter(({ column }) => column === 'always guess 4');
    const guess = guessed.reduce((sum, { value }) => sum + (value ?? 0), 0) / guessed.length;
    expect(JSON.stringify(figure4.figure(ours).data)).toContain(String(guess));
  });

  it('known: 11 of 86 printed cells of the examples are not as in MovieLens', async () => {
    const { audit } = committed<{ audit: { cells: number; agree: number }[] }>('ml-100k');
    for (const [place, item] of [table3, table4, table5].entries()) {
      const { rows } = await item.run();
      expect(rows).toHaveLength(audit[place]?.cells ?? NaN);
      expect(rows.filter(({ value }) => value === 1)).toHaveLength(audit[place]?.agree ?? NaN);
    }
    expect(table4.published.rows[0]?.['movie_title']).toBe('Toy Story');
  });

  it('contract: more examples than there are is one clear line', async () => {
    await expect(table7.run({ examples: 5000 })).rejects.toThrow('at most 4000 as examples');
  });
});
