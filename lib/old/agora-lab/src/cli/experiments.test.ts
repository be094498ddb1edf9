import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { experimentByName, planOf, type ExperimentSettings } from './experiments';
import { main } from './main';

const settings = (changes: Partial<ExperimentSettings> = {}): ExperimentSettings => ({
  rule: 'majority',
  rounds: 10,
  collaborations: 2,
  seed: 7,
  ...changes,
});
const plan = (name: string, changes: Partial<ExperimentSettings> = {}) =>
  planOf(experimentByName(name), settings(changes));
const economy = 'roundtable-exchange-economy';
const recommendation = 'roundtable-recommendation';
const election = 'gedi-election';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-experiments-'));
  vi.stubEnv('AGORA_HOME', home);
  vi.stubEnv('AGORA_SHARED_DATA', join(home, 'nothing'));
  vi.stubEnv('AGORA_MODEL', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  process.exitCode = 0;
  vi.restoreAllMocks();
  rmSync(home, { recursive: true, force: true });
});

describe('experiments', () => {
  it('known: six rules of each, on the same environment', () => {
    for (const name of [economy, recommendation]) {
      const plans = plan(name, { rule: 'all' });
      expect(plans.map(({ protocol }) => protocol.settings['rule'])).toEqual([
        'unanimous',
        'majority',
        'plurality',
        'rated',
        'ranked',
        'cumulative',
      ]);
      expect(new Set(plans.map(({ environment }) => JSON.stringify(environment.settings))).size).toBe(1);
      expect(new Set(plans.map((each) => each.name)).size).toBe(6);
    }
  });

  it('known: a short run is extended by asking for more, as both have the same examples', () => {
    const [short, long, longer] = [2, 100, 101].map(
      (collaborations) => plan(recommendation, { collaborations })[0]?.environment.settings,
    );
    expect(short).toEqual(long);
    expect([long?.['examples'], longer?.['examples']]).toEqual([100, 101]);
  });

  it('law: another seed draws other examples', () => {
    const digest = (seed: number) => plan(recommendation, { seed })[0]?.environment.settings['digest'];
    expect(digest(7)).toBe(digest(7));
    expect(digest(8)).not.toBe(digest(7));
  });

  it('contract: an option of another experiment is named with its owner, never passed over', () => {
    expect(() => plan(recommendation, { preferences: 'uniform' })).toThrow(
      expect.objectContaining({ code: 'command' }),
    );
    expect(() => plan(recommendation, { preferences: 'uniform' })).toThrow(
      '--preferences does nothing in roundtable-recommendation; it belongs to roundtable-exchange-economy',
    );
    expect(() => plan(recommendation, { agents: 3 })).toThrow('--agents does nothing');
    expect(() => plan(economy, { data: 'ml-100k' })).toThrow('it belongs to roundtable-recommendation');
  });

  it('contract: data that are not there are named, with the command that brings them', () => {
    expect(() => plan(recommendation, { data: 'ml-100k' })).toThrow('npx agora data ml-100k');
    expect(() => plan(recommendation, { data: join(home, 'no-such-folder') })).toThrow('no-such-folder');
  });

  it('known: the command runs offline and prints columns of Table 7', async () => {
    let text = '';
    vi.spyOn(console, 'log').mockImplementation(
      (...parts: unknown[]) => void (text += `${parts.join(' ')}\n`),
    );
    await main(['run', recommendation, '-q', '-n', '2', '--rounds', '5']);
    vi.restoreAllMocks();
    expect(process.exitCode).toBe(0);
    expect(text).toContain('roundtable recommendation majority generated: 2 of 2 collaborations, 90 calls');
    expect(text).toMatch(/MAE@1 +MAE@5 +MAE@10 +RMSE@10/);
    expect(text).toMatch(/simulated +\d\.\d\d \(\d\.\d\d\) +\d\.\d\d \(\d\.\d\d\) +n\/a +n\/a/);
  });

  it('known: an election holds all of GEDI’s rules in one run, with its own options only', async () => {
    const [one, ...others] = plan(election, { rule: 'borda', rounds: undefined, agents: 4 } as never);
    expect(others).toEqual([]);
    expect((one?.protocol.settings['rules'] as string[]).slice(0, 2)).toEqual(['borda', 'blind dictatorial']);
    expect(one?.protocol.settings).toMatchObject({ dictators: ['informed', 'mis-informed'] });
    expect(one?.environment.settings).toMatchObject({ agents: 4, questions: 100 });
    expect(() => plan(election)).toThrow('--rounds does nothing in gedi-election');
    const own = (changes: object) => plan(election, { rounds: undefined, rule: 'all', ...changes } as never);
    expect(() => own({ rule: 'majority' })).toThrow(
      /the command needs "all" or .*"borda".* as --rule, got "majority"/,
    );
    expect(() => own({ data: 'ml-100k' })).toThrow(
      /"generated" or "mmlu-sample" .* as --data, got "ml-100k"/,
    );
    expect(() => own({ data: 'mmlu' })).toThrow('npx agora data mmlu');
    expect(() => own({ data: 'mmlu-sample', collaborations: 5000 })).toThrow('fewer than the 5000 asked for');
    let text = '';
    vi.spyOn(console, 'log').mockImplementation(
      (...parts: unknown[]) => void (text += `${parts.join(' ')}\n`),
    );
    await main(['run', election, '-q', '-n', '3']);
    expect(text).toMatch(/3 of 3 collaborations, 66 calls/); // 10 rankings, 10 ratings, 2 dictators
    expect(text).toMatch(/borda +ranked pairs +valid rankings/);
    expect(text).toContain('3 of 3\n');
  });

  it('known: hidden profiles run at a round table, and print what was decided and told', async () => {
    const [one, ...others] = plan('hidden-profile', { agents: 4, rounds: 3 });
    expect(others).toEqual([]);
    expect(one?.environment.settings).toMatchObject({ agents: 4, information: 'distributed' });
    expect(one?.protocol.settings).toMatchObject({ rule: 'majority', rounds: 3 });
    expect(() => plan('hidden-profile', { data: 'mmlu' })).toThrow('--data does nothing in hidden-profile');
    let text = '';
    vi.spyOn(console, 'log').mockImplementation(
      (...parts: unknown[]) => void (text += `${parts.join(' ')}\n`),
    );
    await main(['run', 'hidden-profile', '-q', '-n', '2', '--rounds', '1']);
    expect(text).toContain('hidden profile majority: 2 of 2 collaborations, 18 calls');
    expect(text).toMatch(/accuracy \(%\) +misled \(%\) +unshared facts told \(%\) +shared facts told \(%\)/);
  });

  it('known: debates by method, on questions of a data set, with their own options only', async () => {
    const debate = 's2-mad-debate';
    const own = (changes: object) =>
      plan(debate, { rounds: undefined, rule: undefined, ...changes } as never);
    expect(
      own({ method: 'all' }).map(({ protocol }) => protocol.settings['method'] ?? protocol.name),
    ).toEqual(['chain-of-thought', 'self-consistency', 'MAD', 'S-MAD', 'GD', 'S2-MAD', 'MS2-MAD']);
    const [one] = own({ rounds: 3, agents: 4, rule: 'borda', data: 'mmlu-sample' });
    expect(one?.protocol.settings).toMatchObject({ method: 'S2-MAD', rounds: 3, rule: 'borda' });
    expect(one?.environment.settings).toMatchObject({ agents: 4 });
    for (const data of ['arithmetic', 'gsm8k-sample', 'math-sample']) expect(own({ data })).toHaveLength(1);
    expect(() => own({ method: 'FORD' })).toThrow(/"CoT" or "CoT-SC" or "MAD" .* as --method, got "FORD"/);
    expect(() => own({ method: 'CoT', rule: 'borda' })).toThrow('--rule does nothing in CoT');
    expect(() => own({ method: 'CoT-SC', rounds: 3 })).toThrow('--rounds does nothing in CoT-SC');
    expect(() => own({ data: 'generated' })).toThrow(/"arithmetic" or "gsm8k-sample" .* as --data/);
    expect(() => own({ data: 'gsm8k' })).toThrow('npx agora data gsm8k');
    expect(() => own({ data: 'math-sample', collaborations: 500 })).toThrow('fewer than the 500 asked for');
    expect(() => own({ preferences: 'uniform' })).toThrow('--preferences does nothing in s2-mad-debate');
    let text = '';
    vi.spyOn(console, 'log').mockImplementation(
      (...parts: unknown[]) => void (text += `${parts.join(' ')}\n`),
    );
    await main(['run', debate, '-q', '-n', '3', '--method', 'MAD', '--data', 'arithmetic']);
    expect(text).toMatch(/3 of 3 collaborations, 60 calls/);
    expect(text).toMatch(/accuracy \(%\) +tokens \(k\) +calls +rounds +silent turns +unusable answers/);
  });
});
