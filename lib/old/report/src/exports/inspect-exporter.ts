import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { estimateOver, numbersOf, readLines } from 'agora-core/internal';
import type { Collaboration, Event, PromptMessage, ReplyEvent, ToolEvent } from 'agora-core/transcripts';
import { entryOf } from '../entries';
import { plainJson, TextFile, type About, type Exporter, type Prompts } from './exporter';

type Json = Readonly<Record<string, unknown>>;
/** Tokens by model, or by agent. */
type Usage = Record<string, { input_tokens: number; output_tokens: number; total_tokens: number }>;

/**
 * Exports a log of Inspect AI (version 2 of its format): a sample for each collaboration, a model event for each reply
 * with its prompt if recorded, a score for each number of the outcome's score, and all other events as recorded. The
 * record has no times, so every event has the start time of the run.
 */
export function inspectExporter(folder: string, about: About): Exporter {
  const { name, evidence, model, details } = about;
  const run = 'id' in details ? details : null;
  const created = run?.created ?? '1970-01-01T00:00:00.000Z';
  const id = run?.id ?? name;
  const scores = new Map<string, number[]>();
  const usage = noUsage();
  let [count, finished] = [0, 0];
  // The log's head, with its results, is written before the samples, but is known only after them.
  const part = join(folder, 'samples.part');
  const samples = new TextFile(part);
  return {
    add(collaboration, prompts) {
      const sample = sampleOf(collaboration, prompts, { model, created, usage });
      samples.write(`${count++ === 0 ? '' : ',\n'}${plainJson(sample)}`);
      if (collaboration.finished === null) return;
      finished++;
      for (const [score, value] of Object.entries(numbersOf(collaboration.finished.score))) {
        const values = scores.get(score) ?? [];
        values.push(value);
        scores.set(score, values);
      }
    },
    close() {
      samples.close();
      const file = new TextFile(join(folder, `${[created, name, id].map(plainName).join('_')}.json`));
      const head = {
        version: 2,
        status: finished === Math.max(count, run?.collaborations ?? 0) ? 'success' : 'cancelled',
        eval: {
          eval_id: id,
          run_id: id,
          created,
          task: name,
          task_id: id,
          task_version: 0,
          task_attribs: {},
          task_args:
            run === null ? {} : { environment: run.environment, protocol: run.protocol, stop: run.stop },
          task_args_passed: {},
          dataset: { name: run?.environment.name ?? name, samples: count },
          model,
          model_generate_config: {},
          model_args: {},
          config: {},
          packages: run?.versions ?? {},
          metadata: { evidence, ...details },
        },
        plan: { name: run?.protocol.name ?? 'recorded', steps: [], config: {} },
        results: {
          total_samples: count,
          completed_samples: finished,
          scores: Array.from(scores, ([score, values]) => resultOf(score, values, count)),
        },
        stats: {
          started_at: created,
          completed_at: created,
          model_usage: usage,
          role_usage: {},
          connection_limit_history: [],
        },
        invalidated: false,
        tags: [],
        metadata: {},
      };
      file.write(`${plainJson(head).slice(0, -1)},"samples":[\n`);
      if (count > 0) for (const { text } of readLines(part)) file.write(`${text}\n`);
      file.write(']}\n');
      file.close();
      rmSync(part);
    },
  };
}

function sampleOf(
  { index, agents, instance, events, finished }: Collaboration,
  prompts: Prompts,
  { model, created, usage }: { model: string; created: string; usage: Usage },
): Json {
  const own = noUsage();
  const byAgent = noUsage();
  for (const event of events) {
    if (event.type !== 'reply') continue;
    for (const all of [usage, own]) addUsage(all, model, event);
    addUsage(byAgent, event.agent, event);
  }
  const scores = Object.entries(numbersOf(finished?.score ?? {})).map(
    ([score, value]) => [score, { value, history: [] }] as const,
  );
  const [first] = prompts.values();
  const last = events.findLast((event) => event.type === 'reply');
  const { rounds, cause, outcome, score } = finished ?? {};
  const unfinished = { message: 'The collaboration is unfinished.', traceback: '', traceback_ansi: '' };
  return {
    id: index,
    epoch: 1,
    input: first?.map(sent) ?? plainJson(instance),
    target: '',
    messages: events.flatMap((event) => said(event) ?? []),
    output: outputOf(model, last),
    scores: Object.fromEntries(scores),
    metadata: { agents, instance, rounds, cause, outcome, score },
    store: {},
    events: eventsOf(events, prompts, model, { timestamp: created, working_start: 0 }),
    model_usage: own,
    role_usage: byAgent,
    attachments: {},
    ...(finished === null && { error: unfinished }),
  };
}

/** A collaboration's events: a span for each phase of a round, and in it what happened, in its order. */
function eventsOf(events: readonly Event[], prompts: Prompts, model: string, at: Json): Json[] {
  const told: Json[] = [];
  let [name, span] = ['', ''];
  const turnTo = (next: string) => {
    if (next === name) return;
    if (name !== '') told.push({ ...at, event: 'span_end', id: span });
    [name, span] = [next, next === '' ? '' : `span ${told.length}`];
    if (name !== '') told.push({ ...at, event: 'span_begin', id: span, name, type: 'phase' });
  };
  for (const event of events) {
    turnTo('round' in event ? `round ${event.round}, ${event.phase}` : '');
    const own = { ...at, ...(span !== '' && { span_id: span }) };
    if (event.type === 'reply')
      told.push({ ...own, ...modelEvent(event, prompts.get(event.request) ?? [], model) });
    else if (event.type === 'tool') told.push({ ...own, ...toolEvent(event) });
    else told.push({ ...own, event: 'info', source: event.type, data: event });
  }
  turnTo('');
  return told;
}

function modelEvent(reply: ReplyEvent, prompt: readonly PromptMessage[], model: string): Json {
  const { agent, round, phase, repeat, attempt, request, cached, latencyMs } = reply;
  return {
    event: 'model',
    model,
    role: agent,
    input: prompt.map(sent),
    tools: [],
    tool_choice: 'auto',
    config: {},
    output: outputOf(model, reply),
    ...(cached && { cache: 'read' }),
    working_time: latencyMs / 1000,
    metadata: { agent, round, phase, repeat, attempt, request },
  };
}

const stopReasons = { stop: 'stop', length: 'max_tokens', refusal: 'content_filter', other: 'unknown' };

function outputOf(model: string, reply: ReplyEvent | undefined): Json {
  if (reply === undefined) return { model, choices: [], completion: '' };
  const { text, toolCalls, finish, latencyMs } = reply;
  const answer = sent({ role: 'assistant', content: text, ...(toolCalls && { toolCalls }) });
  const message = { ...answer, model, source: 'generate' };
  const stop_reason = toolCalls?.length ? 'tool_calls' : stopReasons[finish];
  const usage = noUsage();
  addUsage(usage, model, reply);
  const choices = [{ message, stop_reason }];
  return { model, choices, completion: text, usage: usage[model], time: latencyMs / 1000 };
}

function toolEvent({ call, name, arguments: given, result, error, agent, round, phase }: ToolEvent): Json {
  return {
    event: 'tool',
    type: 'function',
    id: `${agent} ${round} ${phase} ${call}`,
    function: name,
    arguments: argumentsOf(given),
    result: plainJson(result ?? null),
    events: [],
    agent,
    ...(error !== undefined && { error: { type: 'unknown', message: error } }),
  };
}

/** Arguments that are not a JSON object are kept as they are. */
function argumentsOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // The model wrote something else.
  }
  return { given: text };
}

/** A message of a prompt in Inspect's form. */
function sent({ role, content, toolCalls, toolCallId }: PromptMessage): Json {
  const tool_calls = toolCalls?.map(({ id, name, arguments: given }) => ({
    id,
    function: name,
    arguments: argumentsOf(given),
    type: 'function',
  }));
  return { role, content, tool_calls, tool_call_id: toolCallId };
}

/** An event in words, as the conversation's next message. The agent's name is above it. */
function said(event: Event): Json | null {
  const entry = entryOf(event);
  if (entry === null || ['note', 'tool', 'incident'].includes(event.type)) return null;
  const { agent, head, text, aside, failed } = entry;
  const content = [`**${head}**`, text, ...(failed ? [aside] : [])]
    .filter((words) => words !== '')
    .join('\n\n');
  return { role: agent === null ? 'user' : 'assistant', content };
}

// eslint-disable-next-line id-denylist -- the format's own word
const none = { params: {} };

function resultOf(score: string, values: readonly number[], samples: number): Json {
  const { value, standardError } = estimateOver(values);
  const metrics = Object.entries({ mean: value, stderr: standardError }).flatMap(([name, number]) =>
    number === null ? [] : [[name, { name, value: number, ...none }] as const],
  );
  return {
    name: score,
    scorer: score,
    ...none,
    metrics: Object.fromEntries(metrics),
    scored_samples: values.length,
    unscored_samples: samples - values.length,
  };
}

/** Has no prototype: an agent may be called "__proto__". */
const noUsage = (): Usage => Object.create(null) as Usage;

function addUsage(usage: Usage, key: string, { inputTokens, outputTokens }: ReplyEvent): void {
  const sum = (usage[key] ??= { input_tokens: 0, output_tokens: 0, total_tokens: 0 });
  sum.input_tokens += inputTokens;
  sum.output_tokens += outputTokens;
  sum.total_tokens += inputTokens + outputTokens;
}

const plainName = (name: string): string => name.replaceAll(/[^A-Za-z0-9-]+/g, '-').slice(0, 80);
