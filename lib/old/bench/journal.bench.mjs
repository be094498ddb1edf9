/**
 * What a run of many calls takes in the journal of shared runs: bytes a call, the time of `agora status`, the time to pull
 * it. Rows are made inside PostgreSQL, with texts of usual length: 100 calls a collaboration, 600 letters an answer, 900
 * new letters a prompt.
 * `node journal.bench.mjs [--calls 200000]`; says what 10 million calls come to by that.
 */
import { createRequire } from 'node:module';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { flag, inTemporaryFolder, report, timed } from './measure.mjs';

const require = createRequire(import.meta.url);
const { missingServers, startPostgres, startRedis } = require('../core/dist/workers/testing/servers.js');
const { pullRun, sharedStatus, shareRun } = require('../core/dist/internal.js');
const { environments, models, protocols, voting } = require('../agora-lab/dist/index.js');
const { Pool } = require('pg');

const calls = Number(flag('calls', '200000'));
const each = 100;
const many = 1e7;

const missing = missingServers();
if (missing.length > 0) console.log(`No ${missing.join(', no ')}: the journal is not measured.`);
else await inTemporaryFolder(measure);

async function measure(folder) {
  const [redis, postgres] = await Promise.all([startRedis(), startPostgres(true)]);
  const pool = new Pool({ connectionString: postgres.url });
  try {
    const collaborations = Math.ceil(calls / each);
    const served = await timed(() =>
      shareRun(
        {
          environment: environments.exchangeEconomy(),
          protocol: protocols.roundTable({ rule: voting.majority, rounds: 3 }),
          model: models.simulated(),
          name: 'large',
          collaborations,
        },
        {},
        { queue: redis.url, journal: postgres.url },
      ),
    );
    await fill(pool, collaborations);
    const { rows } = await pool.query(`
      select pg_relation_size('agora.answers')::float as answers, pg_indexes_size('agora.answers')::float as indexes,
        (pg_total_relation_size('agora.answers') - pg_relation_size('agora.answers') - pg_indexes_size('agora.answers'))::float as toast,
        pg_total_relation_size('agora.collaborations')::float as courses`);
    const made = collaborations * each;
    const bytes = Object.entries(rows[0]).map(([part, size]) => [part, size / made]);
    const total = bytes.reduce((sum, [, size]) => sum + size, 0);
    const parts = bytes.map(([part, size]) => `${part} ${size.toFixed(0)}`).join(', ');
    console.log(`${total.toFixed(0)} bytes a call (${parts})`);
    const status = await timed(() => sharedStatus(postgres.url, undefined, 'large'));
    const view = await timed(() => pool.query(`select count(*), sum(output_tokens) from agora.replies`));
    const out = join(folder, 'pulled');
    const pulled = await timed(() => pullRun(postgres.url, 'large', out));
    const written = ['events.jsonl', 'prompts.jsonl'].map((file) => statSync(join(out, file)).size);
    const large = (part) => ((part.seconds * many) / made / 60).toFixed(1);
    console.log(
      `${made} calls: filling the queue ${served.seconds.toFixed(2)} s, status ${status.seconds.toFixed(2)} s, ` +
        `a sum over the view ${view.seconds.toFixed(1)} s, pulling ${pulled.seconds.toFixed(1)} s ` +
        `(${written.map((size) => (size / 1e6).toFixed(0)).join(' and ')} MB)`,
    );
    console.log(
      `10 million by that: ${((total * many) / 1e9).toFixed(0)} GB, pulling ${large(pulled)} minutes, ` +
        `a sum over the view ${large(view)} minutes`,
    );
    report([
      { task: `agora status of a shared run of ${made} calls`, ours: status.seconds },
      { task: 'agora pull of it', ours: pulled.seconds },
    ]);
  } finally {
    await pool.end();
    await Promise.all([redis.close(), postgres.close()]);
  }
}

/** Answers and courses of finished collaborations. */
async function fill(pool, collaborations) {
  await pool.query(`insert into agora.workers (run, name, calls, input_tokens, output_tokens, gone)
    select 1, 'worker ' || n, ${(collaborations * each) / 100}, 1e6, 1e5, now() from generate_series(1, 100) as n`);
  // Half of it are random digits: about as much as is in English.
  await pool.query(`create function words(length int, seed text) returns text language sql as $$
    select substr(string_agg(substr(md5(seed || n), 1, 16) || ' and then the ', ''), 1, length)
    from generate_series(1, 1 + length / 30) as n $$`);
  const step = 200;
  for (let from = 0; from < collaborations; from += step) {
    const to = Math.min(collaborations, from + step) - 1;
    await pool.query(
      `insert into agora.answers (run, collaboration, call, worker, begun, at, event, prompt)
       select 1, c, call, 1, 1, now() - (${collaborations} - c) * interval '0.5 s',
         json_build_object('type', 'reply', 'collaboration', c, 'round', n / 9 + 1, 'phase', 'message', 'agent', 'Agent ' || n % 3,
           'repeat', 0, 'attempt', 0, 'request', substr(md5(c || ' ' || n), 1, 16), 'text', words(600, c || ' ' || n), 'finish', 'stop',
           'latencyMs', 1234.567, 'cached', false, 'inputTokens', 1200, 'outputTokens', 150, 'counted', 'reported'),
         json_build_object('collaboration', c, 'request', substr(md5(c || ' ' || n), 1, 16), 'from', 12 * n,
           'added', json_build_array(words(900, n || ' ' || c)), 'messages', json_build_array(json_build_object(
             'role', 'system', 'lines', json_build_array(0, 11)), json_build_object('role', 'user', 'lines', json_build_array(0, 12 * n)))) || E'\\n'
       from generate_series($1::int, $2::int) as c, generate_series(0, ${each - 1}) as n,
         lateral (select json_build_array(n / 9 + 1, 'message', 'Agent ' || n % 3, 0, n)::text as call) as key`,
      [from, to],
    );
    await pool.query(
      `update agora.collaborations set finished = now(), begun = 1,
         course = (select json_agg(item) from (
           select to_json(call) as item from agora.answers where run = 1 and collaboration = number
           union all
           select json_build_object('type', 'message', 'collaboration', number, 'round', 1, 'phase', 'message', 'from', 'Agent 1',
             'to', json_build_array('Agent 2'), 'text', words(300, number || ' message ' || n)) from generate_series(1, ${each / 3}) as n
         ) as items)
       where run = 1 and number between $1 and $2`,
      [from, to],
    );
  }
  await pool.query('vacuum analyze agora.answers');
}
