/**
 * What the library adds to a model's own time: whole runs of the exchange economy against a server on this machine that
 * takes 50 ms for every answer, with 64 calls in flight, and the same number of calls by a bare `node:http` loop. A first,
 * short run warms up code and connections. `node overhead.bench.mjs [--collaborations 64]`
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { flag, inTemporaryFolder, report, timed } from './measure.mjs';

const { environments, experiment, models, protocols, voting } = createRequire(import.meta.url)(
  '../agora-lab/dist/index.js',
);
const delayMs = 50;
const concurrency = 64;
const collaborations = Number(flag('collaborations', '64'));

await inTemporaryFolder(async (folder) => {
  process.env.AGORA_HOME = folder;
  const server = fork(join(import.meta.dirname, 'overhead-server.mjs'), [String(delayMs)]);
  try {
    const [{ baseURL }] = await once(server, 'message');
    await play(baseURL, join(folder, 'warm-up'), { collaborations: concurrency, rounds: 2, cache: true });
    await bare(baseURL, 20 * concurrency);
    const parts = [];
    const measure = async (name, work) => {
      await askServer(server);
      const part = await timed(work);
      parts.push({ name, calls: part.result, ...part, server: await askServer(server) });
    };
    for (const cache of [true, false]) {
      const where = join(folder, `cache-${cache}`);
      await measure(cache ? 'a run, as by default' : 'a run without the cache', async () => {
        const run = await play(baseURL, where, { collaborations, rounds: 10, cache });
        return run.totals.calls;
      });
    }
    await measure('bare node:http loop', () => bare(baseURL, parts[0].calls));
    report(rowsOf(parts));
  } finally {
    server.disconnect();
  }
});

/**
 * What a call costs the processor, beside the time that one core has for it when so many are in flight, and beside the bare
 * loop. The clock's time is printed only: on a machine that does other things it is not ours.
 */
function rowsOf([run, uncached, bare]) {
  for (const { name, calls, seconds, server } of [run, uncached, bare])
    console.log(
      `${name}: ${Math.round(calls / seconds)} calls/s of ${(1000 * concurrency) / delayMs}; ` +
        `${(server.cpuMs / calls).toFixed(3)} ms of the processor a call in the server`,
    );
  const each = ({ calls, cpuSeconds }) => (1000 * cpuSeconds) / calls;
  const room = { peer: delayMs / concurrency, against: `${concurrency} calls of ${delayMs} ms on one core` };
  const task = `processor time of a live call (${run.calls.toLocaleString('en')} calls, prompts and record included)`;
  return [
    { task, ours: each(run), unit: 'ms', ...room },
    { task: '  without the cache of replies', ours: each(uncached), unit: 'ms', ...room },
    { task: '  by a bare node:http loop (no prompts, no record)', ours: each(bare), unit: 'ms' },
  ];
}

function play(baseURL, folder, { collaborations, rounds, cache }) {
  return experiment({
    environment: environments.exchangeEconomy(),
    protocol: protocols.roundTable({ rule: voting.majority, rounds }),
    model: models.openai({ model: 'loopback', baseURL }),
    collaborations,
    concurrency,
    cache,
    folder,
    progress: 'none',
  });
}

/** The same calls as plainly as Node can: 64 loops over kept connections, each waiting for its answer's end. */
async function bare(baseURL, calls) {
  const agent = new Agent({ keepAlive: true });
  const body = JSON.stringify({
    model: 'loopback',
    messages: [{ role: 'user', content: 'All for one. '.repeat(400) }],
  });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  let left = calls;
  const post = () =>
    new Promise((resolve, reject) => {
      const sent = request(`${baseURL}/chat/completions`, { method: 'POST', headers, agent }, (response) => {
        response.setEncoding('utf8');
        let text = '';
        response.on('data', (part) => (text += part)).once('end', () => resolve(JSON.parse(text)));
      });
      sent.once('error', reject).end(body);
    });
  const loop = async () => {
    while (left-- > 0) await post();
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  agent.destroy();
  return calls;
}

async function askServer(server) {
  server.send('report');
  const [answer] = await once(server, 'message');
  return answer;
}
