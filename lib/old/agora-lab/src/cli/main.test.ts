import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exchangeEconomy } from 'agora-core/environments';
import { experiment } from 'agora-core/experiment';
import { simulated, type ModelFacts } from 'agora-core/models';
import { roundTable } from 'agora-core/protocols';
import { majority } from 'agora-voting';
import { sampleModel, sampleReply } from '../../../core/src/models/testing/sample-request';
import { startBatchServer } from '../../../core/src/models/testing/batch-server';
import { startChatServer } from '../../../core/src/models/testing/chat-server';
import { answerToAll } from '../../../core/src/experiment/testing/killed-run';
import { main } from './main';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-cli-'));
  vi.stubEnv('AGORA_HOME', home);
  vi.stubEnv('AGORA_MODEL', undefined);
  vi.stubEnv('OPENAI_API_KEY', undefined);
  vi.stubEnv('OPENAI_BASE_URL', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  process.exitCode = 0;
  vi.restoreAllMocks();
  rmSync(home, { recursive: true, force: true });
});

/** Runs the command as a user would, and gives what it printed and its exit code. */
async function agora(...args: string[]) {
  let text = '';
  const keep = (...parts: unknown[]) => void (text += `${parts.join(' ')}\n`);
  vi.spyOn(console, 'log').mockImplementation(keep);
  vi.spyOn(console, 'error').mockImplementation(keep);
  vi.spyOn(process.stderr, 'write').mockImplementation((part) => (keep(String(part)), true));
  vi.spyOn(process.stdout, 'write').mockImplementation((part) => (keep(String(part)), true));
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  process.exitCode = 0;
  await main(args);
  const code = process.exitCode;
  vi.restoreAllMocks();
  return { text, code };
}
const economy = ['run', 'roundtable-exchange-economy', '-q'];

describe('agora', () => {
  it('known: explore --text prints one collaboration, of a recorded set or a run', async () => {
    const game = await agora('explore', 'llm-deliberation', '--text', '540');
    expect(game.text).toContain('SportCo');
    expect((await agora('explore', 'llm-deliberation', '--text', '900')).text).toContain('from 0 to 646');
    const undecided = (await agora('explore', 'llm-deliberation', '--text', 'undecided')).text;
    expect(undecided).toMatch(
      /^149 collaborations of llm-deliberation ended without a decision: 0, 1, .*, …\n {2}99 ended: the last proposal has no whole deal in a <DEAL> tag\n/,
    );
    expect(undecided).toContain('\n  50 ended: broken off\n');
    expect(undecided).toContain('Collaboration 0: ');
    expect((await agora('explore', 'dylan', '--text', '1', '--out', 'page.html')).text).toContain(
      'leave one of them out',
    );
    // What has no decision on record is not undecided.
    expect((await agora('explore', 'dylan', '--text', 'undecided')).text).toContain(
      'dylan has no collaboration',
    );
    const { text } = await agora(...economy, '-n', '1', '--rounds', '1');
    const [folder = ''] = /\S*runs\S+/.exec(text) ?? [];
    expect((await agora('explore', folder, '--text', '0')).text).toContain('Agent A');
    expect((await agora('explore', folder, '--text', '1')).text).toContain('no finished collaboration 1');
    expect((await agora('explore', 'dylan', 'llm-deliberation', '--text', '1')).text).toContain('one run');
  });

  it('known: run prints a table of results and where the run is kept; status lists it', async () => {
    const empty = await agora('status');
    expect(empty.text).toContain('There are no runs');
    const run = await agora(...economy, '-n', '2', '--rounds', '3');
    expect(run.code).toBe(0);
    expect(run.text).toContain('2 of 2 collaborations, 54 calls');
    expect(run.text).toMatch(/U@3 +U@5/);
    expect(run.text).toMatch(/simulated +\d+\.\d\d \(\d+\.\d\d\) +n\/a +n\/a/);
    const status = await agora('status');
    expect(status.text).toMatch(/roundtable majority 3 agents asymmetric +simulated +simulated +2\/2 +54/);
  });

  it('known: run --batch says what it saves, and asks in batches', async () => {
    const server = await startBatchServer({
      fate: () => ({ kind: 'answer', text: answerToAll }),
      looks: 0,
      usage: 1_000_000,
    });
    try {
      vi.stubEnv('OPENAI_BASE_URL', server.baseURL);
      const batch = ['run', 'roundtable-exchange-economy', '-n', '2', '--rounds', '1', '--batch'];
      const model = ['-m', 'openai:gpt-4o-mini'];
      const { text } = await agora(...batch, ...model, '--estimate');
      expect(text).toMatch(
        /About \$0\.\d+ in batches, \$0\.\d+ in single calls\. A collaboration waits for 3 batches one after the other/,
      );
      const priced = ['--price-input', '2000', '--price-output', '0', '--max-tokens', '50'];
      const dear = await agora(...batch, ...model, ...priced, '-y');
      expect(dear.code).toBe(0);
      const [, half, whole] = /About \$([\d.]+) in batches, \$([\d.]+) in single calls/.exec(dear.text) ?? [];
      expect(Number(whole)).toBeCloseTo(2 * Number(half), 1);
      // 18 prompts of a million tokens, at half of 2,000 dollars; the list's price is 0.15 dollars.
      expect(dear.text).toContain('$18000.00');
      expect((await agora('status')).text).toContain('$1.35');
      expect(server.batches.map(({ requests }) => requests.length)).toEqual([6, 6, 6]);
      expect(server.seen).not.toContain('POST /v1/chat/completions');
    } finally {
      await server.close();
    }
  });

  it('contract: --batch is refused in one line where it does not fit', async () => {
    const refused = async (...args: string[]) => {
      const { text, code } = await agora(...economy, '--batch', ...args);
      expect([code, text.trim().split('\n').length], text).toEqual([1, 1]);
      return text;
    };
    expect(await refused()).toContain('--batch goes with --model openai:MODEL: "simulated"');
    expect(await refused('-m', 'local')).toContain('"local" is not asked through an endpoint');
    const model = ['-m', 'openai:gpt-4o-mini'];
    expect(await refused(...model)).toContain('OPENAI_API_KEY');
    expect(await refused(...model, '--base-url', 'http://127.0.0.1:1/v1,http://127.0.0.1:2/v1')).toContain(
      'one --base-url',
    );
    expect(await refused(...model, '--requests-per-minute', '5')).toContain('do not go with --batch');
  });

  it('known: parts of a run are played apart and merged; what is missing is told, with an exit code of its own', async () => {
    const part = (shard: string, folder: string) =>
      agora(...economy, '-n', '3', '--rounds', '1', '--shard', shard, '--folder', join(home, folder));
    expect((await part('1/2', 'a')).text).toContain('2 of 2 collaborations');
    const half = await agora('merge', join(home, 'a'), '--out', join(home, 'half'));
    expect(half.code).toBe(6);
    expect(half.text).toContain('2 of 3 collaborations');
    expect(half.text).toContain('Missing: 1');
    await part('2/2', 'b');
    const whole = await agora('merge', join(home, 'b'), join(home, 'a'), '--out', join(home, 'whole'));
    expect(whole.code).toBe(0);
    expect(whole.text).toContain('3 of 3 collaborations');
    expect((await agora('status', join(home, 'b'))).text).toContain('1/1 of part 2/2');
    expect((await part('3/2', 'c')).text).toContain('A shard needs to be PART/PARTS');
  });

  it('known: status says in which settings runs of one name differ, and passes no escape sequence on', async () => {
    for (const [folder, rounds, seed] of [
      ['one', 1, 7],
      ['other', 2, 8],
    ] as const)
      await experiment({
        environment: exchangeEconomy(),
        protocol: roundTable({ rule: majority, rounds }),
        model: simulated(),
        name: 'same\u001b[31m',
        collaborations: 1,
        seed,
        folder: join(home, 'runs', folder),
        progress: 'none',
      });
    const { text } = await agora('status');
    expect(text).toMatch(/same\\x1b\[31m +seed 7, protocol\.rounds 1 /);
    expect(text).toMatch(/same\\x1b\[31m +seed 8, protocol\.rounds 2 /);
    expect(text).not.toContain('\u001b');
  });

  it('known: status says whether a model repeats itself, where it told', async () => {
    const model = (facts: ModelFacts) =>
      sampleModel(sampleReply({ text: answerToAll }), { facts: () => Promise.resolve(facts) });
    for (const [folder, facts] of [
      ['yes', { repeatable: true }],
      ['no', { repeatable: false }],
      ['unknown', {}],
    ] as const) {
      await experiment({
        environment: exchangeEconomy(),
        protocol: roundTable({ rule: majority, rounds: 1 }),
        model: model(facts),
        collaborations: 1,
        folder: join(home, folder),
        progress: 'none',
      });
    }
    const said = async (folder: string) => (await agora('status', join(home, folder))).text;
    expect(await said('yes')).toMatch(/live, repeatable +1\/1/);
    expect(await said('no')).toMatch(/live, not repeatable +1\/1/);
    expect(await said('unknown')).toMatch(/live +1\/1/);
  });

  it('known: --rule all runs the six rules of the paper', async () => {
    const { text } = await agora(...economy, '-n', '1', '--rounds', '1', '--rule', 'all');
    for (const rule of ['unanimous', 'majority', 'plurality', 'rated', 'ranked', 'cumulative']) {
      expect(text).toContain(`roundtable ${rule} 3 agents asymmetric: 1 of 1`);
    }
  });

  it('known: a budget ends the command with exit code 3, and a larger one finishes the run', async () => {
    const short = await agora(...economy, '-n', '3', '--rounds', '2', '--budget-tokens', '40000');
    expect(short.code).toBe(3);
    expect(short.text).toContain('Run the same command again to resume, with a larger budget');
    const rest = await agora(...economy, '-n', '3', '--rounds', '2', '--budget-tokens', '4000000');
    expect([rest.code, rest.text.includes('3 of 3 collaborations, 54 calls')]).toEqual([0, true]);
  });

  it('known: a real endpoint is asked over HTTP, its cost is counted, and its key appears nowhere', async () => {
    const server = await startChatServer({ text: answerToAll });
    vi.stubEnv('OPENAI_API_KEY', 'sk-very-secret');
    const prices = ['--price-input', '1000', '--price-output', '1000'];
    const model = ['-m', 'openai:some-model', '--base-url', server.baseURL];
    const { text, code } = await agora(...economy, ...model, ...prices, '-n', '1', '--rounds', '1');
    await server.close();
    expect(code).toBe(0);
    expect(text).toMatch(/1 of 1 collaborations, 9 calls, .* out, \$\d+\.\d{4}/);
    expect(text).toContain('live');
    const { readFileSync } = await import('node:fs');
    for (const file of readdirSync(home, { recursive: true, encoding: 'utf8' })) {
      if (/\.(json|jsonl)$/.test(file))
        expect(readFileSync(join(home, file), 'utf8')).not.toContain('very-secret');
    }
    expect(text).not.toContain('very-secret');
  });

  it('known: --estimate only says what a run would ask, and times one answer where nothing is known of prices', async () => {
    const simulated = await agora(...economy, '-n', '20', '--rounds', '2', '--estimate');
    expect([simulated.code, simulated.text]).toEqual([
      0,
      expect.stringMatching(
        /^roundtable majority 3 agents asymmetric: about 360 calls in 20 collaborations, .* The longest prompt has about [\d,]+ tokens \(round 2, vote\)\./,
      ),
    ]);
    const server = await startChatServer({ text: answerToAll, context: { tokens: 9000, as: 'llama.cpp' } });
    vi.stubEnv('OPENAI_BASE_URL', server.baseURL);
    const live = await agora(...economy, '-n', '20', '-m', 'openai:tiny', '--rule', 'all', '--estimate');
    await server.close();
    expect(live.text.trim().split('\n')).toHaveLength(6);
    expect(live.text).toMatch(
      /About .* one call after another, at .* answer tokens a second as one answer took\./,
    );
    expect(live.text).toContain('of a context of 9,000');
    // One question, asked twice, for all six runs.
    expect(server.requests).toHaveLength(2);
    expect(existsSync(join(home, 'runs'))).toBe(false);
  });

  it('known: unusable answers end a live run with exit code 4 and say how to go on; refusal of every call is an error', async () => {
    const server = await startChatServer({ text: 'I would rather not.' });
    vi.stubEnv('OPENAI_BASE_URL', server.baseURL);
    const args = [...economy, '-m', 'openai:tiny', '-n', '4', '--rounds', '1'];
    const stopped = await agora(...args);
    expect(stopped.code).toBe(4);
    expect(stopped.text).toMatch(
      /20 of 20 questions \(100%\) brought no usable answer[^]*failed calls are asked again\. With --max-failures 1 the run never stops/,
    );
    const through = await agora(...args, '--max-failures', '1');
    expect([through.code, through.text]).toEqual([
      0,
      expect.stringMatching(/Unusable answers: \d+ of \d+ \(100\.0%\)/),
    ]);
    server.next(...Array.from({ length: 6 }, () => ({ kind: 'status', status: 400 }) as const));
    const refused = await agora(...args, '-n', '1', '--name', 'refused');
    await server.close();
    expect([refused.code, refused.text]).toEqual([
      1,
      expect.stringMatching(
        /agora: No call succeeded\. All 6 failed, the last one thus: .*did not accept the request/,
      ),
    ]);
  });

  it('known: a first Ctrl-C waits for the calls in flight, a second one ends them, and the same command goes on', async () => {
    const hang = Array.from({ length: 8 }, () => ({ kind: 'hang' }) as const);
    const server = await startChatServer({ text: answerToAll, usage: 5000, script: hang });
    vi.stubEnv('OPENAI_BASE_URL', server.baseURL);
    const args = [...economy, '-m', 'openai:tiny', '-n', '2', '--rounds', '1', '-c', '1'];
    const running = agora(...args);
    while (server.requests.length < 1) await new Promise((resolve) => setTimeout(resolve, 2));
    process.emit('SIGINT');
    process.emit('SIGINT');
    const { code, text } = await running;
    expect([code, server.requests.length]).toEqual([130, 1]);
    expect(text).toMatch(
      /Stopping: waiting for the calls in flight\. Press Ctrl-C again to end them\.[^]*0 of 2/,
    );
    await server.close();
    const calm = await startChatServer({ text: answerToAll, usage: 5000 });
    vi.stubEnv('OPENAI_BASE_URL', calm.baseURL);
    expect((await agora(...args)).text).toContain('2 of 2 collaborations, 18 calls');
    await calm.close();
  });

  it('known: Ctrl-C leaves an endpoint that hangs while it is timed', async () => {
    const hang = Array.from({ length: 8 }, () => ({ kind: 'hang' }) as const);
    const server = await startChatServer({ script: hang });
    vi.stubEnv('OPENAI_BASE_URL', server.baseURL);
    const args = [...economy, '-m', 'openai:tiny', '-n', '8', '--rounds', '2'];
    for (const more of [['--estimate'], []]) {
      const before = server.requests.length;
      const running = agora(...args, ...more);
      while (server.requests.length === before) await new Promise((resolve) => setTimeout(resolve, 2));
      process.emit('SIGINT');
      const { code, text } = await running;
      expect([code, server.requests.length - before]).toEqual([130, 1]);
      expect(text).toContain('The estimate was told to stop.');
    }
    await server.close();
  });

  it('contract: repair makes a damaged run usable again', async () => {
    await agora(...economy, '-n', '1', '--rounds', '1');
    const [name = ''] = readdirSync(join(home, 'runs'));
    const folder = join(home, 'runs', name);
    appendFileSync(join(folder, 'events.jsonl'), 'this is no event\n');
    expect((await agora('status')).text).toContain('damaged at line');
    const broken = await agora(...economy, '-n', '2', '--rounds', '1');
    expect([broken.code, broken.text.includes('npx agora repair')]).toEqual([1, true]);
    expect((await agora('repair', folder)).text).toContain('Kept everything before line');
    expect((await agora(...economy, '-n', '2', '--rounds', '1')).code).toBe(0);
  });

  it('contract: what cannot be done is said in one line, with what would do', async () => {
    const cases: [string[], string][] = [
      [['run', 'chess'], 'needs "roundtable-exchange-economy" or'],
      [['run', 'gedi-elections'], 'as experiment, got "gedi-elections" (did you mean "gedi-election"?)'],
      [[...economy, '--rounds', '0'], 'the command needs a whole number of at least 1 as --rounds, got 0'],
      [[...economy, '--rounds', 'ten'], 'a whole number of at least 1 as --rounds, got "ten"'],
      [[...economy, '--temperature', 'NaN'], 'a number of at least 0 as --temperature, got "NaN"'],
      [[...economy, '--malformed-rate', '1.5'], 'a number from 0 to 1 as --malformed-rate, got 1.5'],
      [[...economy, '--timeout', '5'], '--timeout goes with --model openai:MODEL'],
      [[...economy, '--folder', ''], 'a text of 1 to 4000 characters as --folder, got ""'],
      [[...economy, '--rule', 'lottery'], 'there is no voting rule "lottery": the rules are unanimous'],
      [
        [...economy, '--preferences', 'odd'],
        'needs "asymmetric" or "symmetric" or "uniform" as --preferences, got "odd"',
      ],
      [[...economy, '-m', 'gpt'], '"gpt" names no model'],
      [[...economy, '-m', 'openai:gpt-4o-mini'], 'OPENAI_API_KEY'],
      [[...economy, '-m', 'simulated:gpt-9'], 'it imitates no model: use "simulated"'],
      [
        [...economy, '-m', 'openai:own', '--base-url', 'http://127.0.0.1:1/v1', '--budget-cost', '1'],
        'what own costs',
      ],
      [[...economy, '--folder', join(home, 'a\0b')], 'needs the path of a folder, without a NUL character'],
      ...(existsSync('/proc/self')
        ? ([
            [[...economy, '--folder', '/proc/agora/run'], '"/proc/agora/run" cannot be written'],
            [['repair', '/proc/self'], '/proc/self is not a run'],
          ] as [string[], string][])
        : []),
      [[...economy, '--price-input', '1'], '--price-input and --price-output go together'],
      [[...economy, '--rule', 'all', '--folder', 'x'], '--folder takes one run'],
    ];
    for (const [args, message] of cases) {
      const { text, code } = await agora(...args);
      expect(text).toContain(message);
      expect(code, args.join(' ')).toBe(1);
      expect(text).not.toMatch(/^\s+at /m);
    }
  });
});
