import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exportCommand } from '../../../agora-lab/src/cli/export-command';
import { readCsv } from '../../../core/src/environments/questions/csv';
import { type Collaboration, type Event, recorded, type ReplyEvent } from 'agora-core/transcripts';
import { PromptBook } from '../../../core/src/transcripts/prompts';
import { sampleDescription } from '../../../core/src/transcripts/testing/sample-run';
import { exportable } from './exporter';
import { joined, tableNames, tidy, type Cell } from './tables';

const forms = ['csv', 'parquet', 'inspect', 'convokit'];
const half = '\ud800';
/** Names and texts that careless writers fall over, and the text as it must come back. */
const names = ['__proto__', 'a,"b"\r\n=1', 'constructor'];
const said = ['=HYPERLINK("x")', `half ${half} and whole 😀`, '</script>\u202e\u0000', ' ,"\n'];
const told = said.map((text) => text.toWellFormed());

/** Four collaborations: one whole, one with failures, one unfinished, one in which nobody speaks; the last line is cut. */
function collaboration(index: number): Event[] {
  const place = { collaboration: index, round: 1, phase: 'talk' };
  const reply = (agent: string, attempt: number, more: Partial<ReplyEvent> = {}): ReplyEvent => ({
    type: 'reply',
    ...place,
    agent,
    repeat: 0,
    attempt,
    request: `${agent} ${attempt}`,
    text: `${half}{}`,
    finish: 'stop',
    inputTokens: 3,
    outputTokens: 2,
    counted: 'reported',
    latencyMs: 500,
    cached: false,
    ...more,
  });
  const toolCalls = [{ id: 'call 1', name: 'solver', arguments: 'no JSON' }];
  return [
    { type: 'started', collaboration: index, instance: { question: half }, agents: names },
    ...(index === 3 ? [] : names.map((name) => reply(name, 0, name === 'constructor' ? { toolCalls } : {}))),
    {
      type: 'tool',
      ...place,
      agent: 'constructor',
      repeat: 0,
      attempt: 0,
      call: 0,
      name: 'solver',
      arguments: 'no JSON',
      error: 'not JSON',
    },
    ...(index === 3
      ? []
      : said.map((text, at): Event => ({
          type: 'message',
          ...place,
          from: names[at % 3]!,
          to: names,
          text,
        }))),
    { type: 'vote', ...place, by: '__proto__', ballot: { kind: 'choice', choice: '1' } },
    { type: 'vote', ...place, by: 'constructor', ballot: null, reason: '' },
    ...(index === 1
      ? [
          reply('__proto__', 1),
          {
            type: 'failure',
            ...place,
            agent: '__proto__',
            repeat: 0,
            kind: 'unparsed',
            reason: 'no',
            text: half,
          } as const,
        ]
      : []),
    ...(index === 2
      ? []
      : [
          {
            type: 'finished',
            collaboration: index,
            rounds: 1,
            cause: 'rounds',
            outcome: null,
            score: { share: index / 2, ...(JSON.parse('{"__proto__":1}') as object) },
          } as const,
        ]),
  ];
}

let home: string;
let folder: string;
let whole: readonly Collaboration[];
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-exports-'));
  folder = join(home, 'run');
  mkdirSync(folder);
  const lines = [0, 1, 2, 3].flatMap(collaboration).map((event) => `${JSON.stringify(event)}\n`);
  writeFileSync(join(folder, 'events.jsonl'), `${lines.join('')}{"type":"message","colla`);
  writeFileSync(join(folder, 'run.json'), JSON.stringify({ ...sampleDescription, collaborations: 4 }));
  const prompt = new PromptBook(0).write('__proto__ 0', [{ role: 'user', content: `Who are you, ${half}?` }]);
  writeFileSync(join(folder, 'prompts.jsonl'), prompt);
  whole = Array.from(exportable({ folder }).collaborations(), ([one]) => one);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Exports the run in a form, and gives the folder and its files. */
async function exported(as: string, settings: object = {}): Promise<string> {
  const out = mkdtempSync(join(home, `${as}-`));
  await exportCommand(folder, { as, out, quiet: true, ...settings });
  return out;
}
const linesOf = (...path: string[]): Record<string, unknown>[] =>
  readFileSync(join(...path), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('export', () => {
  it('law: it holds all of the run, unfinished collaborations and unusable answers too, but for the line that was cut', () => {
    expect(whole.map(({ index, finished }) => [index, finished !== null])).toEqual([
      [0, true],
      [1, true],
      [2, false],
      [3, true],
    ]);
    expect(whole.flatMap(({ events }) => events)).toEqual([0, 1, 2, 3].flatMap(collaboration));
  });

  it.each(forms)('law: %s twice gives the same bytes, all of them UTF-8', async (as) => {
    const [first, second] = [await exported(as), await exported(as)];
    expect(readdirSync(first).length).toBeGreaterThan(0);
    for (const name of readdirSync(first)) {
      const bytes = readFileSync(join(first, name));
      expect(bytes.equals(readFileSync(join(second, name))), name).toBe(true);
      if (as !== 'parquet')
        expect(/\\ud8/.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), name).toBe(false);
    }
  });

  it('law: csv has every cell of every table letter by letter, as far as UTF-8 goes', async () => {
    const out = await exported('csv');
    expect(readdirSync(out).sort()).toEqual(tableNames.map((name) => `${name}.csv`).sort());
    for (const table of tableNames) {
      const { columns, rows } = joined(
        table,
        whole.map((one) => tidy(table, one)),
      );
      const text = (cell: Cell) => (cell === null ? '' : String(cell).toWellFormed());
      const wanted = [columns.map(([name]) => name), ...rows.map((row) => row.map(text))];
      const read = readCsv(readFileSync(join(out, `${table}.csv`), 'utf8'), table).map(
        ({ fields }) => fields,
      );
      expect(read, table).toEqual(wanted);
    }
  });

  it('known: csv quotes as RFC 4180 does, tells an empty text from none, and disarms formulas where it is asked to', async () => {
    const ballots = (out: string) => readFileSync(join(out, 'ballots.csv'), 'utf8').split('\r\n').slice(0, 3);
    expect(ballots(await exported('csv'))).toEqual([
      'collaboration,event,round,phase,agent,kind,ballot,reason',
      '0,9,1,talk,__proto__,choice,"{""kind"":""choice"",""choice"":""1""}",',
      '0,10,1,talk,constructor,,,""',
    ]);
    const messages = readFileSync(join(await exported('csv', { spreadsheet: true }), 'messages.csv'), 'utf8');
    expect(messages).toContain(`,"'=HYPERLINK(""x"")"\r\n`);
  });

  it('law: parquet gives every cell back with its type', async () => {
    const out = await exported('parquet');
    for (const table of tableNames) {
      const { columns, rows } = joined(
        table,
        whole.map((one) => tidy(table, one)),
      );
      const file = await asyncBufferFromFile(join(out, `${table}.parquet`));
      const read: Record<string, unknown>[] = await parquetReadObjects({ file });
      const cells = read.map((record) => columns.map(([name]) => record[name]));
      const kept = (kind: string, cell: unknown) =>
        cell === null
          ? null
          : kind === 'whole'
            ? BigInt(cell as number)
            : typeof cell === 'string'
              ? cell.toWellFormed()
              : cell;
      expect(cells, table).toEqual(rows.map((row) => row.map((cell, at) => kept(columns[at]![1], cell))));
    }
  });

  it('law: inspect has what its schema requires, each reply as a model event, and an error where a collaboration is unfinished', async () => {
    const [name = ''] = readdirSync(await exported('inspect'));
    const log = inspectLog.parse(JSON.parse(readFileSync(join(await exported('inspect'), name), 'utf8')));
    expect(name).toBe('2026-01-01T00-00-00-000Z_test_test-1.json');
    expect([log.status, log.results.scores[0]?.metrics['mean']?.value]).toEqual(['cancelled', 2 / 3]);
    expect(log.samples.map(({ id, error }) => [id, error !== undefined])).toEqual([
      [0, false],
      [1, false],
      [2, true],
      [3, false],
    ]);
    const replies = whole.map(({ events }) => events.filter(({ type }) => type === 'reply').length);
    expect(log.samples.map(({ events }) => events.filter(({ event }) => event === 'model').length)).toEqual(
      replies,
    );
    expect(log.stats.model_usage['none']?.total_tokens).toBe(50);
    for (const { events } of log.samples) {
      const begun = new Set(events.flatMap((one) => (one.event === 'span_begin' ? [one.id] : [])));
      for (const one of events) if ('span_id' in one) expect(begun).toContain(one.span_id);
    }
  });

  it('known: what was asked for and is not there yet is told; who said nothing keeps its failures in a corpus', async () => {
    const begun = join(home, 'begun');
    mkdirSync(begun);
    const silent = collaboration(1).filter(({ type }) => type !== 'message');
    const lines = [...collaboration(0), ...silent].map((event) => `${JSON.stringify(event)}\n`);
    writeFileSync(join(begun, 'events.jsonl'), lines.join(''));
    writeFileSync(join(begun, 'run.json'), JSON.stringify({ ...sampleDescription, collaborations: 3 }));
    const [log, corpus] = ['log', 'corpus'].map((name) => join(home, `begun-${name}`)) as [string, string];
    const told = await exportCommand(begun, { as: 'inspect', out: log, quiet: true });
    expect(told).toContain('2 of 3 collaborations of');
    expect(readFileSync(join(log, readdirSync(log)[0]!), 'utf8')).toContain('"status":"cancelled"');
    await exportCommand(begun, { as: 'convokit', out: corpus, quiet: true });
    const { without_messages } = JSON.parse(readFileSync(join(corpus, 'corpus.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    const failures = silent.filter(({ type }) => type === 'failure');
    expect(failures.length).toBeGreaterThan(0);
    expect(without_messages).toMatchObject([{ index: 1, failures: failures.map(({ type }) => ({ type })) }]);
  });

  it('known: convokit has an utterance a message, each in reply to the one before, and failures with their conversation', async () => {
    const out = await exported('convokit');
    const utterances = linesOf(out, 'utterances.jsonl');
    expect(utterances.map(({ text }) => text)).toEqual([...told, ...told, ...told]);
    expect(utterances.slice(0, 2)).toMatchObject([
      { id: '0', conversation_id: '0', 'reply-to': null },
      { id: '0/6', 'reply-to': '0' },
    ]);
    const json = (name: string) =>
      JSON.parse(readFileSync(join(out, name), 'utf8')) as Record<
        string,
        { meta: Record<string, unknown[]> }
      >;
    expect(Object.keys(json('speakers.json')).sort()).toEqual([...names].sort());
    expect(Object.values(json('conversations.json')).map(({ meta }) => meta['failures']?.length)).toEqual([
      0, 1, 0,
    ]);
  });

  it('contract: recorded sets, unknown forms and runs, folders that are taken, and runs without messages', async () => {
    const games = await exportCommand('elimination-game', {
      as: 'csv',
      out: join(home, 'no'),
      quiet: true,
    }).catch((error: unknown) => String(error));
    expect(games).toMatch(/elimination-game is not in the repository|collaborations of elimination-game/);
    const out = join(home, 'votes');
    const votes = recorded('gpt4-votes-tree-of-thoughts');
    await expect(exportCommand(votes.name, { as: 'convokit', out, quiet: true })).rejects.toThrow(
      'has no messages',
    );
    expect(await exportCommand(votes.name, { as: 'parquet', out, quiet: true })).toContain(
      '200 collaborations of gpt4-votes-tree-of-thoughts (recorded)',
    );
    await expect(exportCommand(votes.name, { as: 'parquet', out, quiet: true })).rejects.toThrow(
      'exists already: remove it',
    );
    const file = join(folder, 'run.json');
    await expect(exportCommand(folder, { as: 'csv', out: file })).rejects.toThrow('exists already');
    await expect(exportCommand(folder, { as: 'inspect', spreadsheet: true })).rejects.toThrow('--as csv');
    await expect(exportCommand(folder, { as: 'parket', quiet: true })).rejects.toThrow(
      'did you mean "parquet"?',
    );
    await expect(exportCommand('./nowhere', { as: 'csv' })).rejects.toThrow('is not a run');
    const damaged = join(home, 'damaged');
    cpSync(folder, damaged, { recursive: true });
    writeFileSync(
      join(damaged, 'events.jsonl'),
      `${JSON.stringify(collaboration(0)[0])}\n{"type":"message","collaboration":0}\n`,
    );
    await expect(exportCommand(damaged, { as: 'csv', out: join(home, 'half'), quiet: true })).rejects.toThrow(
      'events.jsonl, line 2 (byte',
    );
    expect(readdirSync(home)).not.toContain('half');
  });
});

const python = process.env['AGORA_EXPORT_PYTHON'] ?? '';
const modules: Record<string, string> = {
  csv: 'pandas',
  parquet: 'pyarrow',
  inspect: 'inspect_ai',
  convokit: 'convokit',
};
const has = (module: string) => python !== '' && spawnSync(python, ['-c', `import ${module}`]).status === 0;

describe('what other programs read', () => {
  for (const [form, module] of Object.entries(modules)) {
    const missing = has(module) ? '' : ` [skipped: AGORA_EXPORT_PYTHON names no Python with ${module}]`;
    it.skipIf(missing !== '')(
      `reference: ${form}${missing}`,
      async () => {
        const script = join(__dirname, 'testing', 'peers.py');
        const { stdout, stderr } = spawnSync(python, [script, form, await exported(form)], {
          encoding: 'utf8',
        });
        const last = stdout.trim().split('\n').at(-1) ?? '';
        expect(last, stderr).toMatch(/^\{/);
        const rows = Object.fromEntries(
          tableNames.map((table) => [
            table,
            joined(
              table,
              whole.map((one) => tidy(table, one)),
            ).rows.length,
          ]),
        );
        expect(JSON.parse(last)).toEqual(
          {
            csv: rows,
            parquet: { rows, texts: [...told, ...told, ...told] },
            inspect: {
              status: 'cancelled',
              mean: { share: 2 / 3, ['__proto__']: 1 },
              samples: 4,
              models: 10,
              unfinished: [2],
              tokens: 50,
            },
            convokit: {
              speakers: [...names].sort(),
              texts: [...told, ...told, ...told],
              whole: true,
              failures: 1,
            },
          }[form],
        );
      },
      60_000,
    );
  }
});

/** What the published schema of Inspect AI's logs (`inspect log schema`) requires of what we write. */
const usage = z.object({ input_tokens: z.int(), output_tokens: z.int(), total_tokens: z.int() });
const message = z.object({ role: z.enum(['system', 'user', 'assistant', 'tool']), content: z.string() });
const output = z.object({
  model: z.string(),
  completion: z.string(),
  usage: usage.optional(),
  choices: z.array(
    z.object({
      message,
      stop_reason: z.enum(['stop', 'max_tokens', 'tool_calls', 'content_filter', 'unknown']),
    }),
  ),
});
const at = { timestamp: z.iso.datetime(), working_start: z.number(), span_id: z.string().optional() };
const event = z.discriminatedUnion('event', [
  z.object({ ...at, event: z.literal('span_begin'), id: z.string(), name: z.string() }),
  z.object({ ...at, event: z.literal('span_end'), id: z.string() }),
  z.object({ ...at, event: z.literal('info'), source: z.string(), data: z.unknown() }),
  z.object({
    ...at,
    event: z.literal('tool'),
    type: z.literal('function'),
    id: z.string(),
    function: z.string(),
    arguments: z.record(z.string(), z.unknown()),
    result: z.string(),
    events: z.tuple([]),
  }),
  z.object({
    ...at,
    event: z.literal('model'),
    model: z.string(),
    input: z.array(message),
    tools: z.tuple([]),
    tool_choice: z.literal('auto'),
    config: z.object({}),
    output,
  }),
]);
const nothing = z.strictObject({});
const inspectLog = z.object({
  version: z.literal(2),
  status: z.enum(['success', 'cancelled']),
  invalidated: z.boolean(),
  tags: z.tuple([]),
  metadata: nothing,
  eval: z.object({
    eval_id: z.string(),
    run_id: z.string(),
    created: z.iso.datetime(),
    task: z.string(),
    task_id: z.string(),
    task_version: z.int(),
    task_attribs: nothing,
    task_args: z.object({}),
    task_args_passed: nothing,
    dataset: z.object({ samples: z.int() }),
    model: z.string(),
    model_generate_config: nothing,
    model_args: nothing,
    config: nothing,
    packages: z.record(z.string(), z.string()),
  }),
  plan: z.object({ name: z.string(), steps: z.tuple([]), config: nothing }),
  results: z.object({
    total_samples: z.int(),
    completed_samples: z.int(),
    scores: z.array(
      z.object({
        name: z.string(),
        scorer: z.string(),
        ['params']: nothing,
        metrics: z.record(z.string(), z.object({ name: z.string(), value: z.number(), ['params']: nothing })),
      }),
    ),
  }),
  stats: z.object({
    started_at: z.string(),
    completed_at: z.string(),
    connection_limit_history: z.tuple([]),
    model_usage: z.record(z.string(), usage),
    role_usage: nothing,
  }),
  samples: z.array(
    z.object({
      id: z.int(),
      epoch: z.literal(1),
      input: z.union([z.string(), z.array(message)]),
      target: z.string(),
      messages: z.array(message),
      output,
      metadata: z.object({}),
      store: nothing,
      attachments: nothing,
      scores: z.record(z.string(), z.object({ value: z.number(), history: z.tuple([]) })),
      events: z.array(event),
      model_usage: z.record(z.string(), usage),
      role_usage: z.object({}),
      error: z.object({ message: z.string(), traceback: z.string(), traceback_ansi: z.string() }).optional(),
    }),
  ),
});
