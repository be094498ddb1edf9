/**
 * What workers that share a run add to a model's own time: 1, 2, 4 and 8 of them (`agora worker`), with a queue in Redis
 * and a journal in PostgreSQL on this machine, against a server that takes 50 ms for every answer; and one process
 * (`agora run`) with as many calls in flight. Each worker has 8 calls in flight. Needs redis-server and postgresql.
 * A process is slow at first, so each
 * worker gets as many calls. `node workers.bench.mjs [--calls 3000]`
 */
import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { flag, inTemporaryFolder, report } from './measure.mjs';

const require = createRequire(import.meta.url);
const { missingServers, startPostgres, startRedis } = require('../core/dist/workers/testing/servers.js');
const { Pool } = require('pg');

const delayMs = 50;
const each = 8;
/** By worker. */
const calls = Number(flag('calls', '3000'));
/** The exchange economy asks 9 times a round: three agents speak, propose and vote. */
const rounds = 4;
const program = join(import.meta.dirname, '../agora-lab/bin/agora.cjs');

const missing = missingServers();
if (missing.length > 0) console.log(`No ${missing.join(', no ')}: workers are not measured.`);
else await inTemporaryFolder(measureAll);

async function measureAll(folder) {
  const server = fork(join(import.meta.dirname, 'overhead-server.mjs'), [String(delayMs)]);
  const [redis, postgres] = await Promise.all([startRedis(), startPostgres(true)]);
  const pool = new Pool({ connectionString: postgres.url });
  try {
    const [{ baseURL }] = await once(server, 'message');
    // Tells the processor time of each process when it ends.
    const teller = join(folder, 'teller.cjs');
    writeFileSync(
      teller,
      `process.on('exit', () => require('node:fs').appendFileSync(process.env.CPU_FILE, JSON.stringify(process.cpuUsage()) + '\\n'));`,
    );
    const setting = { folder, teller, baseURL, redis, postgres, pool };
    const rows = [];
    for (const workers of [1, 2, 4, 8]) {
      const shared = await measureWorkers(setting, workers);
      const alone = await measureAlone(setting, workers);
      const ideal = (1000 * each * workers) / delayMs;
      const show = ({ perSecond, cpuMs }) =>
        `${perSecond.toFixed(0)} calls/s (${((100 * perSecond) / ideal).toFixed(0)}% of ${ideal}), ${cpuMs.toFixed(2)} ms of the processor a call`;
      const servers = `${shared.serverMs.toFixed(2)} ms in PostgreSQL and Redis`;
      console.log(`${workers} workers: ${show(shared)}, ${servers}; one process: ${show(alone)}`);
      rows.push({
        task: `processor time of a call by ${workers} workers, servers included`,
        ours: shared.cpuMs + shared.serverMs,
        unit: 'ms',
        peer: alone.cpuMs,
        against: 'one process with a folder',
      });
    }
    report(rows);
  } finally {
    await pool.end();
    await Promise.all([redis.close(), postgres.close()]);
    server.disconnect();
  }
}

async function measureWorkers({ folder, teller, baseURL, redis, postgres, pool }, workers) {
  const name = `${workers} workers`;
  const collaborations = Math.ceil((calls * workers) / (9 * rounds));
  const places = ['--queue', redis.url, '--journal', postgres.url];
  const env = { OPENAI_BASE_URL: baseURL, AGORA_HOME: folder, CPU_FILE: join(folder, `cpu-${workers}`) };
  await agora(['serve-run', ...experimentOf(collaborations), '--name', name, '-y', ...places], env);
  const before = serverCpuMs();
  const options = ['worker', ...places, '-c', String(each), '--until-done', '-q'];
  const withTeller = { ...env, NODE_OPTIONS: `--require ${teller}` };
  await Promise.all(Array.from({ length: workers }, () => agora(options, withTeller)));
  const serverMs = serverCpuMs() - before;
  // Workers start and end one after the other, so the middle of the run is what is timed.
  const { rows } = await pool.query(
    `select count(*)::int as calls,
       extract(epoch from percentile_disc(0.8) within group (order by at)
         - percentile_disc(0.2) within group (order by at))::float as seconds
     from agora.replies where run = $1`,
    [name],
  );
  const [{ calls: made, seconds }] = rows;
  return { perSecond: (0.6 * made) / seconds, cpuMs: cpuIn(env.CPU_FILE) / made, serverMs: serverMs / made };
}

async function measureAlone({ folder, teller, baseURL }, workers) {
  const run = join(folder, `alone-${workers}`);
  const collaborations = Math.ceil((calls * workers) / (9 * rounds));
  const env = { OPENAI_BASE_URL: baseURL, AGORA_HOME: folder, CPU_FILE: `${run}.cpu` };
  const options = ['-c', String(each * workers), '--folder', run, '--no-cache', '-q', '-y'];
  const began = performance.now();
  await agora(['run', ...experimentOf(collaborations), ...options], {
    ...env,
    NODE_OPTIONS: `--require ${teller}`,
  });
  const seconds = (performance.now() - began) / 1000;
  const made = readFileSync(join(run, 'events.jsonl'), 'utf8').split('\n{"type":"reply"').length - 1;
  // It takes half a second to start.
  return { perSecond: made / (seconds - 0.5), cpuMs: cpuIn(env.CPU_FILE) / made };
}

function experimentOf(collaborations) {
  const settings = ['--rounds', String(rounds), '-n', String(collaborations), '--max-failures', '1'];
  return ['roundtable-exchange-economy', '--model', 'openai:loopback', ...settings];
}

async function agora(args, env) {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`agora ${args.join(' ')} ended with ${code}`);
}

/** Milliseconds, of all processes that told them. */
function cpuIn(file) {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines
    .map((line) => JSON.parse(line))
    .reduce((sum, { user, system }) => sum + (user + system) / 1000, 0);
}

/** The processor time of all servers on this machine by the names of ours, in milliseconds: what ends is counted by its parent. */
function serverCpuMs() {
  const perSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const statOf = (pid) => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8');
    } catch {
      return '';
    }
  };
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf);
  const own = stats.filter((stat) => /^\d+ \((postgres|redis-server|valkey-server)\)/.test(stat));
  const ticks = own.map((stat) => {
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user, system, childUser, childSystem] = fields.slice(11, 15);
    return user + system + childUser + childSystem;
  });
  return (1000 * ticks.reduce((sum, each) => sum + each, 0)) / perSecond;
}
