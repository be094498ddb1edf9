import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { main } from './main';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-reproduce-'));
  vi.stubEnv('AGORA_HOME', home);
  vi.stubEnv('AGORA_MODELS_DIR', undefined);
  vi.stubEnv('AGORA_MODEL', undefined);
});
afterEach(() => {
  process.exitCode = 0;
  vi.restoreAllMocks();
  rmSync(home, { recursive: true, force: true });
});

/** A rule as a script has it. */
const mine = (name: string): string => `{
  name: '${name}', ballot: 'choice', source: 'a test', explanation: 'The first ballot decides.',
  count: ({ ballots }) => ({ winners: ballots.slice(0, 1).map(({ choice }) => choice), tally: {} }),
}`;

/** What the command prints, and its exit code. */
async function agora(...args: string[]) {
  let text = '';
  const keep = (...parts: unknown[]) => void (text += `${parts.join(' ')}\n`);
  vi.spyOn(console, 'log').mockImplementation(keep);
  vi.spyOn(console, 'error').mockImplementation(keep);
  process.exitCode = 0;
  await main(args);
  return { text, code: process.exitCode };
}

describe('agora items and agora reproduce', () => {
  it('known: items lists paper, item, what it shows, evidence and notebook', async () => {
    const { text } = await agora('items');
    expect(text).toMatch(
      /gedi +Table 2 +Accuracy by rule.* +recorded, live \(stored\), simulated +gedi-elections\.ipynb/,
    );
    expect(text).toMatch(/gedi +Figure 3 .* +recorded, simulated, your model +gedi-elections\.ipynb/);
    // Six items have stored replies of real models: their live evidence needs no model.
    expect(text.match(/live \(stored\)(, [a-z]+)* +[a-z0-9-]+\.ipynb/g)).toHaveLength(6);
    expect(text).toContain('your model: live evidence needs one');
    expect(text).toMatch(/gedi +Table 4 +The 52 surveyed systems.* +printed only/);
  });

  it('known: items, or reproduce with a paper alone, lists the items of one paper; in all 56 have results', async () => {
    const { text } = await agora('items');
    expect(text).toContain('66 tables and figures: 56 with results, and 10 that are printed only.');
    const ofOne = await agora('items', 'S2-MAD');
    expect(ofOne.text).toMatch(/s2mad +Table 1 /);
    expect(ofOne.text).not.toContain('gedi');
    expect((await agora('reproduce', 's2mad')).text).toBe(ofOne.text);
    expect(await agora('items', 'gedy')).toMatchObject({
      text: expect.stringContaining('(did you mean "gedi"?)') as string,
      code: 1,
    });
  });

  it('known: a table is printed beside ours, with settings of its own, and says where the runs are', async () => {
    const asked = '--evidence simulated --questions 3 --benchmarks MMLU --rules borda,schulze -q';
    const { text, code } = await agora('reproduce', 'gedi', 'table2', ...asked.split(' '));
    expect(code).toBe(0);
    expect(text).toMatch(/MMLU, mean of 8 models +simulated +published +66\.40 +missing/);
    expect(text).toContain(join(home, 'runs', 'gedi-mmlu-'));
  });

  it("known: a script that exports a rule is one of an item's rules", async () => {
    const script = join(home, 'first-named.mjs');
    writeFileSync(script, `export default ${mine('first named')};`);
    const out = join(home, 'drawn');
    const typed = 'roundtable table1 --evidence simulated --collaborations 2 --rounds 2 -q --out'.split(' ');
    const { text, code } = await agora('reproduce', ...typed, out, '--rules', `majority,${script}`);
    expect(code).toBe(0);
    expect(text).toMatch(/\nfirst named +simulated +published +missing/);
    expect(text).toMatch(/\nMajority +simulated +published +64\.08/);
    const { text: told } = await agora('reproduce', 'roundtable', 'table1', '--settings');
    expect(told).toContain('Also a script that exports a rule of');
  });

  it('known: a figure is saved where --out says', async () => {
    const out = join(home, 'drawn');
    const { code } = await agora('reproduce', 'gedi', 'figure3', '--questions=3', '--out', out, '-q');
    expect(code).toBe(0);
    // What was set otherwise stands in the name.
    for (const ending of ['svg', 'png'])
      expect(existsSync(join(out, `gedi-figure-3-3-questions.${ending}`))).toBe(true);
  });

  it('known: the name of a figure says what was set otherwise than by default', async () => {
    const out = join(home, 'drawn');
    const typed = 'roundtable figure5 --agents 4 --rounds 2 --collaborations 5 --feature length -q --out';
    const { text, code } = await agora('reproduce', ...typed.split(' '), out);
    expect(code).toBe(0);
    // Which evidence was taken, and how much of it, comes first.
    expect(text).toMatch(/^Evidence: recorded, collaborations of mixtral, negotiations: 5 of \d+\.\n/);
    expect(text).toContain('\nOther evidence: a model of your own (--model), --evidence simulated.\n');
    expect(text).toMatch(/\nSettings: .*--agents, .*--feature, --distance \(--settings: what they do\)\.\n/);
    expect(readdirSync(out)).toEqual(
      ['png', 'svg'].map((ending) => `roundtable-figure-5-4-agents-2-rounds-5-collaborations.${ending}`),
    );
  });

  it('law: names of figures tell all that was set, and stay within what a disk takes', async () => {
    const out = join(home, 'drawn');
    const typed = ['gedi', 'figure3', '--questions', '2', '--evidence', 'simulated', '-q', '--out', out];
    const few = 'borda,schulze,minimax,bucklin,copeland,nanson,baldwin,coombs,black,kemeny-young';
    const many = `${few},instant-runoff (parallel universes),minimax (winning votes),coombs (no majority stop),llull`;
    for (const names of [few, many])
      expect((await agora('reproduce', ...typed, '--rules', names)).code).toBe(0);
    const files = readdirSync(out).filter((file) => file.endsWith('.svg'));
    expect(files).toHaveLength(2);
    for (const file of files) expect(file).toContain('kemeny');
    for (const file of files) expect(file.length).toBeLessThan(255);
  });

  it('known: an estimate asks nothing and leaves no run', async () => {
    const asked = 'gedi table2 --estimate --evidence simulated --questions 5'.split(' ');
    const { text } = await agora('reproduce', ...asked);
    // Ten raters rank and rate, two dictators decide: 22 calls a question, of three benchmarks.
    expect(text).toContain('In all: about 330 calls');
    expect(existsSync(join(home, 'runs'))).toBe(false);
  });

  it('known: an estimate needs neither a key nor weights', async () => {
    vi.stubEnv('OPENAI_API_KEY', undefined);
    vi.stubEnv('OPENAI_BASE_URL', undefined);
    const asked = 'gedi table2 --questions 5 --benchmarks MMLU --estimate'.split(' ');
    const paid = await agora('reproduce', ...asked, '--model', 'openai:gpt-4o');
    expect(paid).toMatchObject({ code: 0 });
    expect(paid.text).toContain('In all: about 110 calls');
    expect(paid.text).toContain('needs a key');
    vi.stubEnv('AGORA_MODEL', 'local');
    expect((await agora('reproduce', ...asked)).text).toContain('cannot be asked yet: The weights of');
    expect((await agora('reproduce', 'gedi', 'table1', '--estimate')).text).toContain('nothing is asked');
  });

  it('known: a table that shows no result is printed, and --settings lists what can be tweaked', async () => {
    const { text } = await agora('reproduce', 'gedi', 'table4');
    expect(text.trim().split('\n')).toHaveLength(52 + 4);
    expect(text).toMatch(/named in section 2\.2/);
    expect(text).not.toContain('section22');
    expect((await agora('reproduce', 'gedi', 'table2', '--settings')).text).toMatch(
      /--raters +10 +10 +How many/,
    );
    // Words are told, one or several.
    const words = (await agora('reproduce', 'roundtable', 'figure5', '--settings')).text.replace(/\s+/g, ' ');
    expect(words).toContain('One of: length, distance.');
    expect(words).toContain('Any of, with commas: exchange-economy, recommendation.');
    const beside = (await agora('reproduce', 'gedi', 'table2', '--settings')).text.replace(/\s+/g, ' ');
    expect(beside).toContain('One of: same model, else the mean, mistral-7b,');
  });

  it('known: an item may be written as the paper writes it, and example rows are printed', async () => {
    const { text } = await agora('reproduce', 'gedi', 'table4');
    for (const name of [['Table 4'], ['table', '4']])
      expect((await agora('reproduce', 'gedi', ...name)).text).toBe(text);
    const examples = await agora('reproduce', 'roundtable', 'table3');
    expect(examples.text).toMatch(/Batman Returns +19920101 +Action, Adventure/);
    expect(examples.text).toContain('Evidence: recomputed');
    expect((await agora('reproduce', 'gedi', 'table1')).text).toMatch(/^Evidence/);
  });

  it('contract: what is wrong is one clear line', async () => {
    const script = (name: string, text: string): string => {
      const file = join(home, `${name}.mjs`);
      writeFileSync(file, text);
      return file;
    };
    const badScripts = {
      empty: script('empty', 'export const rule = 1;'),
      broken: script('broken', "throw new Error('no rule today');"),
      other: script('other', 'export default { name: "no rule" };'),
    };
    const cases: [string, string][] = [
      ['gedi table2 table3', 'needs a paper and an item'],
      ['gedy', '(did you mean "gedi"?)'],
      ['gedy table2', '(did you mean "gedi"?)'],
      ['gedi tabel2', '(did you mean "table2"?)'],
      ['gedi table2 --question 5', '(did you mean --questions?)'],
      ['gedi table2 --questions', '--questions needs a value'],
      ['gedi table2 --questions 0', 'at least 1 as questions, got 0'],
      ['gedi table2 --questions few', 'as questions, got "few"'],
      ['gedi table2 --rules bordaa', 'there is no voting rule "bordaa"'],
      ['gedi table2 --model llama-3-8b', 'is --beside llama-3-8b'],
      ['gedi table2 --rules borda,borda', 'two of the rules are named "borda"'],
      ['gedi table2 --rules borda,./missing.mjs', 'There is no script '],
      [
        `roundtable table1 --rules majority,${script('namesake', `export default ${mine('Majority')};`)}`,
        'two of the rules are named "Majority"',
      ],
      [
        `roundtable table1 --rules ${script('mistaken', `export default ${mine('majority')};`)}`,
        'a rule of your own is named "majority"',
      ],
      // Not among the item's rules by default, and the kit's all the same.
      [
        `roundtable table1 --rules ${script('taken', `export default ${mine('borda')};`)}`,
        'named "borda", as one of the kit\'s: give it another name',
      ],
      [
        `roundtable table1 --rules ${script('stranger', `export default ${mine('mine').replace('choice)', "'Z')")};`)}`,
        'The rule "mine" elects "Z", which is none of the options',
      ],
      [`gedi table2 --rules ${badScripts.empty}`, 'should export a rule: export default voting.scoringRule('],
      [`gedi table2 --rules ${badScripts.broken}`, 'broken.mjs fails: no rule today'],
      [`gedi table2 --rules ${badScripts.other}`, 'other.mjs should export a rule: export default'],
      [
        'gedi table1 --evidence recorded',
        'of GEDI Table 2, Figure 3, Figure 4, Figure 5, Figure 6, Figure 7 have it',
      ],
      ['gedi figure3 --evidence live', 'needs a model'],
      [
        'gdei table2',
        'There is no paper "gdei" (did you mean "gedi"?): there are roundtable, gedi, s2mad, deliberation, strategies',
      ],
      ['gedi tabel2', 'GEDI has no item "tabel2" (did you mean "table2"?): there are table1, table2'],
      [
        'gedi figure2',
        "The paper's Figure 2 is a drawing of its method, which is not an item: there are table1",
      ],
      ['roundtable figure12', "The paper's Figure 12 is a prompt"],
      ['gedi figure99', 'GEDI has no item "figure99"'],
      ['gedi table4 --questions 5', 'gedi.table4 is printed only, and has no settings'],
      ['gedi table4 --evidence recorded', 'leave out --evidence'],
    ];
    for (const [typed, line] of cases) {
      const { text, code } = await agora('reproduce', ...typed.split(' '));
      expect(text, typed).not.toMatch(/everyItem|itemNamed/);
      expect(text, typed).toContain(line);
      expect(text.trim().split('\n'), typed).toHaveLength(1);
      expect(code, typed).toBe(1);
    }
  });
});
