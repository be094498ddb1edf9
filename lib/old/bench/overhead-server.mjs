/**
 * The model server of the overhead benchmark, a process of its own: the loopback chat server of the tests, which
 * takes `DELAY_MS` for every answer. Started with an IPC channel; says { baseURL } at once, and on any message
 * { requests, serviceMs, cpuMs } since the last one: how many it answered, the mean time from a request's headers to
 * its answer's last byte as it measured them itself, and its processor time.
 */
import { subscribe } from 'node:diagnostics_channel';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { startChatServer } = require('../core/dist/models/testing/chat-server.js');
const { answerToAll } = require('../core/dist/experiment/testing/killed-run.js');

const begun = new WeakMap();
let requests = 0;
let total = 0;
let cpu = process.cpuUsage();
subscribe('http.server.request.start', ({ request }) => begun.set(request, performance.now()));
subscribe('http.server.response.finish', ({ request }) => {
  requests++;
  total += performance.now() - begun.get(request);
});

const delayMs = Number(process.argv[2]);
const server = await startChatServer({
  text: answerToAll,
  delayMs,
  log: false,
  idleMs: 600_000,
  usage: 20_000, // no fewer than any prompt has: fewer would be told as a prompt that was cut
});
process.send({ baseURL: server.baseURL });
process.on('message', () => {
  const { user, system } = process.cpuUsage(cpu);
  process.send({ requests, serviceMs: total / requests, cpuMs: (user + system) / 1000 });
  requests = total = 0;
  cpu = process.cpuUsage();
});
process.on('disconnect', () => process.exit());
