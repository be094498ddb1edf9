import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { places } from './project.mjs';
import { startKernel, textOf } from './testing/kernel-session.mjs';
import { errorText, mendConverter, mendExecutor, tslabVersion } from './tslab-kernel.mjs';

const isThorough = process.env.AGORA_THOROUGH === '1';
const seldom = isThorough ? '' : ' [skipped: npm test -- --all]';

const at = places();
const load = createRequire(import.meta.url);
const tslab = join(at.modules, 'tslab');

describe('the patch of tslab', () => {
  it(`contract: tslab is ${tslabVersion}, which lib/tools/tslab-kernel.mjs was written for`, () => {
    const { version } = JSON.parse(readFileSync(join(tslab, 'package.json'), 'utf8'));
    const instruction =
      'tslab was upgraded: read what tslab-kernel.mjs replaces (handleExecute, publishStatus, the converter) beside ' +
      'the new version, make the tests below pass, and then say the new version there';
    expect(version, instruction).toBe(tslabVersion);
  });

  it('contract: another source is turned away instead of being left as it is', () => {
    const source = readFileSync(join(tslab, 'dist', 'converter.js'), 'utf8');
    expect(mendConverter(source)).toContain('getShorthandAssignmentValueSymbol');
    const executor = readFileSync(join(tslab, 'dist', 'executor.js'), 'utf8');
    expect(mendExecutor(executor)).toContain('agora-lab.declared');
    for (const other of ['', source + source])
      expect(() => mendConverter(other)).toThrow('has to be adapted');
    expect(() => mendExecutor(source)).toThrow('has to be adapted');
  });

  it('known: an error quotes the lines of cells, innermost first, with its cause', () => {
    const cells = new Map([
      ['cell [2]', ['const f = () => {', '  throw exports.problem;', '};', 'await f();']],
    ]);
    const cause = Object.assign(new Error(), { stack: 'Error: why\n    at cell [9]:1:1' });
    const error = Object.assign(new TypeError('no', { cause }), {
      stack:
        'TypeError: no\n    at Proxy.f (cell [2]:2:9)\n    at node:internal/x:1:1\n    at async cell [2]:4:1\n' +
        '    at async Object.execute (/x/tslab/dist/executor.js:1:1)',
    });
    expect(errorText(error, cells)).toBe(
      'TypeError: no\n    at f, cell [2]: throw problem;\n    at cell [2]: await f();\ncaused by Error: why',
    );
  });

  it('known: the line of a library that threw is no part of the message', () => {
    const error = Object.assign(new Error('needs a rule'), {
      stack:
        '/x/lib/core/dist/check.js:42\n        throw new AgoraError(code, text);\n        ^\n\n' +
        'AgoraError: needs a rule\nor two\n    at check (/x/lib/core/dist/check.js:42:15)',
    });
    expect(errorText(error, new Map())).toBe('AgoraError: needs a rule\nor two');
  });
});

// The set-up makes .venv; without it there is no kernel to test.
describe.skipIf(!existsSync(at.venvPython))('the kernel', { timeout: 60_000 }, () => {
  let home;
  let kernel;
  let server;
  let environment;
  /** A cell that runs an experiment on the slow server; `more` are further settings. */
  const cell = (folder, more = '') =>
    `const run = await experiment({ environment, protocol, model, folder: ${JSON.stringify(join(home, folder))}, ` +
    `collaborations: 2, concurrency: 2, cache: false, ${more} });\nrun.finished`;
  const replies = (folder) =>
    [...load('agora-lab').transcripts.readEvents(join(home, folder))].filter(({ type }) => type === 'reply');

  beforeAll(async () => {
    const { startChatServer } = load('../core/dist/models/testing/chat-server.js');
    const { answerToAll } = load('../core/dist/experiment/testing/killed-run.js');
    home = mkdtempSync(join(tmpdir(), 'agora-kernel-'));
    environment = { ...process.env, AGORA_HOME: home, AGORA_MODEL: 'simulated' };
    server = await startChatServer({ text: answerToAll, delayMs: 60, usage: 1000 });
    kernel = startKernel(at, at.notebooks, environment);
    await kernel.execute(
      `import { environments, experiment, models, protocols, report, sweep, voting } from 'agora-lab';
       const model = models.openai({ model: 'loopback', baseURL: '${server.baseURL}',
         prices: { inputPerMillion: 10, outputPerMillion: 10 }, sampling: { temperature: 0.7 } });
       const environment = environments.exchangeEconomy();
       const protocol = protocols.roundTable({ rule: voting.majority, rounds: 2 });`,
    );
  }, 60_000);
  afterAll(async () => {
    await kernel.close();
    await server.close();
    rmSync(home, { recursive: true, force: true });
  });

  it('law: a shorthand property names the variable of an earlier cell', async () => {
    await kernel.execute('const one = 1; let two = 2; const f = () => ({ one, two });');
    expect(textOf(await kernel.execute('JSON.stringify({ one, f: f(), deep: [{ two }] })'))).toBe(
      '{"one":1,"f":{"one":1,"two":2},"deep":[{"two":2}]}\n',
    );
    expect(textOf(await kernel.execute('({ two } = { two: 3 }); two'))).toBe('3\n');
  });

  it('law: the name of a property that an earlier cell made is no variable', async () => {
    await kernel.execute('const usage = { tokens: 5, more: { calls: 2 } };');
    const taken = 'const { tokens: spent, more: { calls: asked } } = usage; let left = 0;';
    expect(
      textOf(await kernel.execute(`${taken} ({ tokens: left } = usage); [spent, asked, left].join()`)),
    ).toBe('5,2,5\n');
  });

  it('known: the last value of a cell shows itself, a plain one is printed', async () => {
    const [shown, ...others] = await kernel.execute('report.table([{ a: { b: 1 } }])');
    expect(shown.data['text/html']).toContain('b: 1');
    expect(others).toEqual([]);
    expect(textOf(await kernel.execute('[1, 2]'))).toBe('[ 1, 2 ]\n');
  });

  it('known: what a cell finished before it failed is there for the next one, and nothing else', async () => {
    await kernel.execute('const stays = 1;');
    const failing = `const early = 41; function half(n: number) { return n / 2; }
      const stays = 'text'; await Promise.resolve();
      const late = (() => { throw new Error('no'); })() as number;`;
    expect(textOf(await kernel.execute(failing))).toContain('Error: no');
    expect(textOf(await kernel.execute('half(early + 1)'))).toBe('21\n');
    expect(textOf(await kernel.execute('stays.length'))).toBe('4\n');
    expect(textOf(await kernel.execute('late'))).toContain("Cannot find name 'late'");
  });

  it('known: an error is told by the cell’s own lines', async () => {
    const text = textOf(
      await kernel.execute('const n = 3;\nawait experiment({ environment, protocl: n } as any)'),
    );
    expect(text).toMatch(
      /^AgoraError: experiment needs a protocol.*\n {4}at cell \[\d+\]: await experiment\(/,
    );
    expect(text.trim().split('\n')).toHaveLength(2);
  });

  it('known: a line of progress is there from the first second, changes, and is gone at the end', async () => {
    const lines = [];
    const outputs = await kernel.execute(`console.log('before');\n${cell('progress')}`, ({ content }) => {
      if (content.metadata?.passing) lines.push(content.data['text/plain']);
    });
    expect(lines[0]).toMatch(/^0 of 2\b.* \| exchange-economy round-table \| \d+ calls/);
    expect(lines.at(-1)).toMatch(/^[01] of 2, \$0\.\d+/);
    expect(new Set(lines).size).toBeGreaterThan(1);
    expect(outputs.map(({ name, text }) => [name, text])).toEqual([
      ['stdout', 'before\n'],
      ['stdout', '2\n'],
    ]);
  });

  describe('an interrupt', () => {
    /** Executes a cell and interrupts it at the server's `at`-th next request; `again` after as many ms. */
    async function interrupted(code, at, again) {
      const until = server.requests.length + at;
      const watch = setInterval(() => {
        if (server.requests.length < until) return;
        clearInterval(watch);
        kernel.interrupt();
        if (again !== undefined) setTimeout(() => kernel.interrupt(), again);
      }, 5);
      const text = textOf(await kernel.execute(code));
      clearInterval(watch);
      return { text, asked: server.requests.length };
    }
    const quiet = () => new Promise((resolve) => setTimeout(resolve, 500));

    it('law: ends the cell when the calls in flight are on record; the cell, run again, goes on from there', async () => {
      const before = server.requests.length;
      const { text, asked } = await interrupted(cell('stopped'), 8);
      expect(text).toMatch(
        /^exchange-economy round-table: stopped at 0 of 2, \$\d+\.\d\d; run the cell again to resume\n$/,
      );
      expect(replies('stopped')).toHaveLength(asked - before);
      expect(asked - before).toBeLessThan(36);
      await quiet();
      expect(server.requests).toHaveLength(asked);
      expect(textOf(await kernel.execute(cell('stopped')))).toBe('2\n');
      expect(server.requests.length - before).toBe(36);
    });

    it('law: stops a sweep, and every run of a cell', async () => {
      const options = '{ environment, protocol, model, collaborations: 2, cache: false }';
      const swept = await interrupted(`await sweep({ first: ${options}, second: ${options} })`, 4);
      expect(swept.text).toMatch(/^first \(1 of 2\): stopped at 0 of 2.*resume\n$/);
      const both = `await Promise.all(['a', 'b'].map((name) => experiment({ ...${options}, name })))`;
      const { text, asked } = await interrupted(both, 4);
      expect(text.trim().split('\n').sort()).toEqual([
        expect.stringMatching(/^a: stopped at 0 of 2/),
        expect.stringMatching(/^b: stopped at 0 of 2/),
      ]);
      await quiet();
      expect(server.requests).toHaveLength(asked);
    });

    it('known: a second one gives up waiting, and the cell, run again, takes the run over', async () => {
      server.next(...Array(4).fill({ kind: 'answer', delayMs: 1500 }));
      const { text } = await interrupted(cell('left'), 2, 100);
      expect(text).toBe('Error: Interrupted asynchronously\n');
      expect(replies('left')).toHaveLength(0);
      expect(textOf(await kernel.execute(cell('left')))).toBe('2\n');
      expect(replies('left')).toHaveLength(36);
    });

    it('known: where no run is under way, it ends the cell at once, and a run cannot begin behind it', async () => {
      const asked = server.requests.length;
      const wait = 'await new Promise((resolve) => setTimeout(resolve, 500));\n';
      const code = `${wait}console.log('waiting');\n${wait}${cell('never')}`;
      const outputs = await kernel.execute(code, ({ type }) => type === 'stream' && kernel.interrupt());
      expect(textOf(outputs)).toBe('waiting\nError: Interrupted asynchronously\n');
      await new Promise((resolve) => setTimeout(resolve, 1000));
      expect(server.requests).toHaveLength(asked);
      expect(existsSync(join(home, 'never'))).toBe(false);
    });
  });

  it('contract: a notebook is saved without the pictures that would stand in for its figures', async () => {
    const plotly = 'application/vnd.plotly.v1+json';
    const data = [{ [plotly]: {}, 'image/png': 'A' }, { 'image/png': 'A' }];
    const cells = [
      { cell_type: 'markdown' },
      { outputs: [{ name: 'stdout' }, ...data.map((one) => ({ data: one }))] },
    ];
    const program =
      'import json, sys, types\n' +
      'names = ["ContentsManager", "MultiKernelManager", "LabApp", "ServerApp"]\n' +
      'c = types.SimpleNamespace(**{name: types.SimpleNamespace() for name in names})\n' +
      'exec(open(sys.argv[1]).read())\n' +
      'model = {"type": "notebook", "content": json.loads(sys.argv[2])}\n' +
      'c.ContentsManager.pre_save_hook(model=model, path="x", contents_manager=None)\n' +
      'print(json.dumps([output.get("data") for output in model["content"]["cells"][1]["outputs"]]))';
    const config = join(at.venv, 'etc', 'jupyter', 'jupyter_server_config.py');
    const args = ['-c', program, config, JSON.stringify({ cells })];
    const { stdout } = await promisify(execFile)(at.venvPython, args);
    expect(JSON.parse(stdout)).toEqual([null, { [plotly]: {} }, { 'image/png': 'A' }]);
  });

  it('contract: Jupyter takes each setting of its server, and finds the style of dark figures', async () => {
    const program =
      'import json, os, sys\n' +
      'from jupyter_client.multikernelmanager import MultiKernelManager\n' +
      'from jupyter_server.serverapp import ServerApp\n' +
      'from jupyter_server.services.contents.manager import ContentsManager\n' +
      'from jupyterlab.labapp import LabApp\n' +
      'from traitlets.config import PyFileConfigLoader\n' +
      'config = PyFileConfigLoader(sys.argv[1]).load_config()\n' +
      'known = {one.__name__: one for one in [MultiKernelManager, ServerApp, ContentsManager, LabApp]}\n' +
      'unknown = [f"{owner}.{name}" for owner, settings in config.items() for name in settings\n' +
      '           if name not in known[owner].class_traits(config=True)]\n' +
      'folders = config["ServerApp"]["tornado_settings"]["static_custom_path"]\n' +
      'print(json.dumps([unknown, os.path.exists(os.path.join(folders[-1], "custom.css"))]))';
    const config = join(at.venv, 'etc', 'jupyter', 'jupyter_server_config.py');
    const { stdout } = await promisify(execFile)(at.venvPython, ['-c', program, config]);
    expect(JSON.parse(stdout)).toEqual([[], true]);
  });

  describe('the README', () => {
    const readme = readFileSync(join(at.project, 'README.md'), 'utf8');
    const blocks = [...readme.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) => code);

    it.skipIf(!isThorough)(
      `contract: its blocks run one by one as the cells of a notebook, and each shows something${seldom}`,
      async () => {
        expect(blocks.length).toBeGreaterThan(0);
        for (const code of blocks) {
          const outputs = await kernel.execute(code);
          expect(outputs.filter(({ name }) => name === 'stderr')).toEqual([]);
          expect(outputs.length, code).toBeGreaterThan(0);
        }
      },
    );

    it.skipIf(!isThorough)(
      `contract: they run in one script, which prints the tables too${seldom}`,
      async () => {
        const folder = mkdtempSync(join(at.project, '.agora', 'readme-'));
        try {
          writeFileSync(join(folder, 'first.mjs'), blocks.join('\n'));
          const env = { ...environment, AGORA_HOME: join(home, 'script') };
          const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'first.mjs')], {
            env,
          });
          expect(stdout).toContain('standardError');
        } finally {
          rmSync(folder, { recursive: true });
        }
      },
    );
  });
});
