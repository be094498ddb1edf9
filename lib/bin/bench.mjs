/**
 * `npm run bench`: compares our speed with that of other packages. It times elections, OLS, the optimum of an economy,
 * menus solved by HiGHS, and the runner. The peers are pref_voting for elections, statsmodels for OLS, and a bare
 * node:http loop for the runner. To include the two Python packages, run `pip install pref_voting statsmodels`, and set
 * BENCH_PYTHON to the Python program that has them. The command prints medians over several repeats.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at, main, say } from './shared.mjs';
import { setUp } from './set-up.mjs';

const repeats = 5;
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Returns how many milliseconds one call takes: the median over several repeats. */
async function time(work, times = repeats) {
  await work(); // warm-up for the compiler
  const taken = [];
  for (let repeat = 0; repeat < times; repeat++) {
    const start = performance.now();
    await work();
    taken.push(performance.now() - start);
  }
  return median(taken);
}

await main(async () => {
  await setUp({ python: false });
  const kit = createRequire(import.meta.url)('agora-lab');
  const peers = pythonPeers();
  const rows = [
    ...(await elections(kit, peers)),
    ...(await leastSquares(kit, peers)),
    ...(await optima(kit)),
    ...(await runner(kit)),
  ];
  const width = Math.max(...rows.map(([what]) => what.length));
  for (const [what, ours, unit, peer = ''] of rows)
    say(
      `${what.padEnd(width)}  ${ours.toFixed(ours < 10 ? 2 : 0).padStart(8)} ${unit}${peer && `   ${peer}`}`,
    );
  return 0;
});

/**
 * Returns the times of the Python packages in milliseconds, by task. Returns an empty object if the packages are not
 * installed.
 */
function pythonPeers() {
  const python = process.env.BENCH_PYTHON ?? at('.venv', 'bin', 'python');
  const { status, stdout } = spawnSync(python, [at('lib', 'bin', 'bench-peers.py')], { encoding: 'utf8' });
  return status === 0 ? JSON.parse(stdout) : {};
}

function beside(peers, name) {
  return name in peers ? `peer ${peers[name].toFixed(2)} ms` : 'peer not installed';
}

/** Times each rule on 200 profiles with ten voters and five options. */
async function elections({ voting, Random }, peers) {
  const random = Random.from(1);
  const options = ['A', 'B', 'C', 'D', 'E'];
  const profiles = Array.from({ length: 200 }, () =>
    Array.from({ length: 10 }, () => ({ kind: 'ranking', ranking: random.shuffle(options) })),
  );
  const rows = [];
  for (const name of ['borda', 'instantRunoff', 'minimax', 'rankedPairs', 'schulze', 'copeland']) {
    const ms = await time(() => {
      for (const ballots of profiles) voting[name].count({ options, ballots });
    });
    rows.push([`200 elections, ${name}`, ms, 'ms', beside(peers, name)]);
  }
  return rows;
}

/** Times least squares with 700 rows and 40 columns. */
async function leastSquares({ statistics, Random }, peers) {
  const random = Random.from(2);
  const rows = Array.from({ length: 700 }, () => Array.from({ length: 40 }, () => random.normal()));
  const outcome = rows.map((row) => row[0] + random.normal());
  const fit = () => statistics.ordinaryLeastSquares(rows, outcome);
  return [['OLS, 700 x 40', await time(fit), 'ms', beside(peers, 'ols')]];
}

/** Times the certified optimum of an economy, and a menu solved by HiGHS. */
async function optima({ environments, Random }) {
  const economy = environments.exchangeEconomy({ agents: 5 });
  const { exponents, supply } = economy.cases(0, Random.from(3));
  const menu = environments.menu({ information: 'full' });
  // Solutions are cached by belief, so each repeat uses a new case.
  let next = 0;
  const solveNext = () => {
    const one = menu.cases(next++);
    return menu.beliefs.solve(one, menu.beliefs.truth(one));
  };
  return [
    ['optimum of an economy of five', await time(() => environments.groupOptimum(exponents, supply)), 'ms'],
    ['best menu by HiGHS', await time(solveNext), 'ms'],
  ];
}

/**
 * Times round tables with 64 calls in flight against a server that answers after 50 ms, and compares them with a bare
 * loop. The ideal is 1,280 calls per second.
 */
async function runner({ environments, experiment, models, protocols, voting }) {
  const server = spawn(process.execPath, [at('lib', 'bin', 'bench-server.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const port = await new Promise((resolve) => server.stdout.once('data', (chunk) => resolve(Number(chunk))));
  const folder = mkdtempSync(join(tmpdir(), 'agora-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  try {
    const bare = await bareLoop(port, 4000);
    const model = models.openai({ model: 'bench', baseURL: `http://127.0.0.1:${port}/v1`, apiKey: 'none' });
    const cpu = process.cpuUsage();
    const start = performance.now();
    const run = await experiment({
      environment: environments.exchangeEconomy(),
      protocol: protocols.roundTable({ rule: voting.majority, rounds: 5 }),
      model,
      collaborations: 120,
      concurrency: 64,
      yes: true,
      folder: join(folder, 'run'),
      progress: false,
    });
    const seconds = (performance.now() - start) / 1000;
    const used = process.cpuUsage(cpu);
    const calls = [...run].reduce((sum, one) => sum + one.calls.length, 0);
    return [
      ['bare node:http loop, 64 in flight', bare, 'calls/s', 'ideal 1280'],
      ['runner, round tables, 64 in flight', calls / seconds, 'calls/s', `${calls} calls`],
      ['runner, processor per call', (used.user + used.system) / 1000 / calls, 'ms'],
    ];
  } finally {
    server.stdin.end();
  }
}

/** Returns the calls per second of a loop that does nothing but make calls. */
async function bareLoop(port, calls) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'x'.repeat(4000) }] });
  const post = () =>
    new Promise((resolve, reject) => {
      const options = { port, host: '127.0.0.1', path: '/v1/chat/completions', method: 'POST', agent };
      const sent = request(options, (response) => response.resume().on('end', resolve));
      sent.on('error', reject).end(body);
    });
  let left = calls;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      while (left-- > 0) await post();
    }),
  );
  agent.destroy();
  return (calls / (performance.now() - start)) * 1000;
}
