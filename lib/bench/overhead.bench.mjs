/**
 * What the library adds to a model's own time: a whole run of the exchange economy against a server on this machine
 * that takes 50 ms for every answer, with 64 calls in flight. Ideal is calls x 50 ms / 64; the bar is 95% of that
 * throughput. The same number of calls by a bare `node:http` loop shows what the machine itself makes of it.
 *
 * A first, short run warms up code and connections. The measured run includes opening and closing the record. When
 * the last collaborations end there are fewer than 64 calls left to make: about 0.1 s in which the ideal cannot be
 * reached by anybody. 192 collaborations (17,280 calls, ideally 13.5 s) keep that below 1%.
 * `node overhead.bench.mjs [--collaborations 192]`
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { flag, inTemporaryFolder, loadLine, printTable, timed } from './measure.mjs';

const { environments, experiment, models, protocols, voting } = createRequire(import.meta.url)(
  '../dist/index.js',
);
const delayMs = 50;
const concurrency = 64;
const barShare = 0.95;
const collaborations = Number(flag('collaborations', '192'));

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
    report(parts);
  } finally {
    server.disconnect();
  }
});

function report(parts) {
  const ideal = (1000 * concurrency) / delayMs;
  const bareRate = parts.at(-1).calls / parts.at(-1).seconds;
  printTable(
    parts.flatMap(({ name, calls, seconds, server }) => {
      const rate = calls / seconds;
      const own = (1000 * concurrency) / server.serviceMs;
      const bar = `${Math.ceil(barShare * ideal)}/s`;
      const isBare = name.startsWith('bare');
      return [
        {
          what: `${name}: throughput against the ideal ${ideal}/s`,
          measured: `${rate.toFixed(0)}/s`,
          ratio: rate / ideal,
          ...(isBare ? {} : { bar, met: rate >= barShare * ideal }),
        },
        {
          what: `  against the server's own ${server.serviceMs.toFixed(1)} ms an answer (${own.toFixed(0)}/s)`,
          measured: '',
          ratio: rate / own,
        },
        ...(isBare ? [] : [{ what: '  against the bare loop', measured: '', ratio: rate / bareRate }]),
      ];
    }),
  );
  for (const { name, calls, seconds, cpuSeconds, server } of parts)
    console.log(
      `${name}: ${calls} calls in ${seconds.toFixed(2)} s; processor ${((1000 * cpuSeconds) / calls).toFixed(3)} ms ` +
        `a call here, ${(server.cpuMs / calls).toFixed(3)} ms in the server`,
    );
  console.log(loadLine());
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
