import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { main } from './main';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agora-live-cli-'));
  vi.stubEnv('AGORA_HOME', folder);
  vi.stubEnv('AGORA_MODEL', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  process.exitCode = 0;
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command as a user would, and gives what it printed and its exit code. */
async function agora(...args: string[]) {
  let text = '';
  const keep = (...parts: unknown[]) => void (text += `${parts.join(' ')}\n`);
  vi.spyOn(console, 'log').mockImplementation(keep);
  vi.spyOn(console, 'error').mockImplementation(keep);
  process.exitCode = 0;
  await main(args);
  const code = process.exitCode;
  vi.restoreAllMocks();
  return { text: text, code: code };
}

const election = {
  id: 'elections',
  paper: 'gedi',
  asks: 'A few raters.',
  items: ['GEDI Table 2'],
  run: { kind: 'election', raters: 6, shots: 0, ask: 'answers' },
  cases: [2],
  tests: [{ claim: 'gedi.votingBeatsOneRater', clusters: [2], couldShow: [null] }],
  cannotTell: 'Anything.',
};

function writePlan(entry: object): string {
  const file = join(folder, 'plan.json');
  const plan = {
    schema: 'agora-live-plan/1',
    name: 'a small plan',
    version: 1,
    date: '2026-01-31',
    written: 'For a test.',
    seed: 1,
    blocks: ['all'],
    cannotTell: [],
    entries: [entry],
  };
  writeFileSync(file, JSON.stringify(plan));
  return file;
}

describe('agora live', () => {
  it('known: plays a plan, prints its ledger, and lays two side by side', async () => {
    const plan = writePlan(election);
    const out = (name: string) => join(folder, name);
    const play = (name: string) => agora('live', '--plan', plan, '-m', 'simulated', '--out', out(name), '-q');
    const played = await play('one');
    expect([played.code, played.text]).toEqual([0, expect.stringContaining('All 1 steps are played.')]);
    await play('other');
    const ledger = await agora('live', 'ledger', out('one'));
    expect(ledger.text).toMatch(
      /# What went wrong[^]*ballot\/ranking[^]*# Planned tests[^]*votingBeatsOneRater/,
    );
    expect(JSON.parse((await agora('live', 'ledger', out('one'), '--json')).text)).toMatchObject({
      tests: [{ claim: 'gedi.votingBeatsOneRater', verdict: 'not tested' }],
    });
    const both = await agora('live', 'compare', out('one'), out('other'));
    expect(both.text).toContain('Two models on one plan: simulated and simulated.');
  });

  it('known: the further plans of the kit are known by their names', async () => {
    const estimate = await agora('live', '--plan', 'hidden-profiles', '-m', 'simulated', '--estimate');
    expect(estimate.text).toMatch(/block 1, hidden-profiles, debate full, up to 3: about \d+ calls/);
    const crossed = await agora('live', '--plan', 'crossed', '-m', 'simulated', '--tests');
    expect(crossed.code).toBe(0);
  });

  it('known: --estimate and --tests ask nothing of a model', async () => {
    const plan = writePlan(election);
    const args = ['live', '--plan', plan, '-m', 'simulated', '--out', join(folder, 'none')];
    const estimate = await agora(...args, '--estimate');
    expect(estimate.text).toMatch(/block 1, elections, answers, up to 2: about 28 calls/);
    expect((await agora(...args, '--tests')).text).toContain('gedi.votingBeatsOneRater');
  });

  it('contract: what cannot be done is said in one line', async () => {
    const broken = join(folder, 'broken.json');
    writeFileSync(broken, '{"schema":');
    const cases: [string[], string][] = [
      [['live'], 'agora live needs a model'],
      [['live', '-m', 'simulated', '--sequences', '4'], '--sequences goes with --model local'],
      [['live', '-m', 'simulated', '--plan', join(folder, 'none.json')], 'There is no plan'],
      [['live', '-m', 'simulated', '--plan', broken], 'broken.json is not JSON'],
      [['live', '-m', 'simulated', '--block', '9'], 'The plan has blocks 1 to 4, got 9.'],
      [['live', '-m', 'simulated', '--entry', 'talks'], 'The plan has no entry "talks"'],
      [['live', 'ledger', folder], 'holds no runs of a plan'],
    ];
    for (const [args, message] of cases) {
      const { text, code } = await agora(...args);
      expect(text).toContain(message);
      expect(text.trim().split('\n')).toHaveLength(1);
      expect(code, args.join(' ')).toBe(1);
    }
    const unknown = writePlan({ ...election, tests: [{ ...election.tests[0], claim: 'gedi.voting' }] });
    const { text } = await agora('live', '-m', 'simulated', '--plan', unknown);
    expect(text).toMatch(/names an unknown claim "gedi\.voting"/);
  });
});
