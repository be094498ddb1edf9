import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { z } from 'zod';
import type { Environment, Json } from '../environments/environment';
import { AgoraError, knownOptions, wholeNumber } from '../error';
import { isRejection, quote } from '../models/attempts';
import { isProseSchema, jsonSchemaOf, readReply } from '../models/json';
import type { Message, Model, Reply, Request, Sampling, Tool } from '../models/model';
import { priceOf } from '../models/prices';
import { simulated } from '../models/simulated';
import type {
  Call,
  Collaboration,
  Event,
  Protocol,
  Question,
  StoppingPolicy,
  UnusableEvent,
} from '../protocols/protocol';
import { Random } from '../random';
import { budgetOf, dollars } from './budget';
import { Calls, mostOutput, type CallSource } from './calls';
import { projectFolder } from './data-folder';
import { notebookCell, Tally } from './progress';
import type { About, Run } from './run';
import { finishedCalls, folderStore, memoryStore, type Store } from './store';
import { playTogether } from './together';

export interface ExperimentOptions<Case, Proposal> {
  readonly environment: Environment<Case, Proposal>;
  readonly protocol: Protocol;
  readonly model: Model;
  /** The number of collaborations to play. Default: one per case, or 10 if the environment generates its cases. */
  readonly collaborations?: number;
  /** The random seed. Default: 7. */
  readonly seed?: number;
  /** Sampling settings that override those of the protocol and the model. */
  readonly sampling?: Sampling;
  /** A policy that ends collaborations early. Default: the protocol plays all rounds. */
  readonly stop?: StoppingPolicy;
  /** The maximum number of calls in flight. Default: 8. */
  readonly concurrency?: number;
  /** The maximum number of calls to start per minute. Default: no limit. */
  readonly requestsPerMinute?: number;
  /**
   * The maximum number of tokens, or dollars, for the whole run, including calls whose replies are already stored. The
   * run stops before a call that could exceed the budget. Each call in flight counts as if its reply had the maximum
   * length.
   */
  readonly budget?: number | { readonly dollars: number };
  /** The folder that stores the run. Default: a folder under .agora/runs, or memory if the agents are simulated. */
  readonly folder?: string;
  /**
   * The address of a Redis or Valkey server, such as "redis://127.0.0.1:6379". Every process that calls `experiment`
   * with this address plays part of the run and returns the whole run. `folder` is required: its last part names the
   * run.
   */
  readonly queue?: string;
  /**
   * Allows more than 1,000 calls to a real model. Without this option, a larger run first reports its size. In a
   * terminal, it then asks for confirmation; anywhere else, it throws an error. If the number of calls cannot be
   * estimated, for example because the environment has no simulated agents, a run of more than 50 collaborations needs
   * this option. Calls of finished collaborations do not count, unless the folder contains a run with other settings.
   */
  readonly yes?: boolean;
  readonly signal?: AbortSignal;
  /** Whether to show the progress of the run in the terminal or below the notebook cell. Default: true. */
  readonly progress?: boolean;
}

const optionNames = [
  'environment',
  'protocol',
  'model',
  'collaborations',
  'seed',
  'sampling',
  'stop',
  'concurrency',
  'requestsPerMinute',
  'budget',
  'folder',
  'queue',
  'yes',
  'signal',
  'progress',
];

/** The maximum number of times that an agent may use tools before it answers. */
const toolRounds = 6;

/**
 * Plays collaborations and stores every reply as it arrives.
 *
 * Stored replies are never lost. To resume an interrupted run, call `experiment` again with the same options. The
 * protocol then starts from the beginning, uses the stored replies, and requests only the missing replies. If the
 * folder contains a run with different protocol settings, `experiment` requests replies only to the prompts that
 * differ. Questions that the endpoint rejected earlier are asked again.
 *
 * After an unusable reply, the agent gets one repair question, unless the model refused. If the second reply is also
 * unusable, the protocol receives null, and the run records an `unusable` event.
 *
 * @throws AgoraError with the code 'stopped' if the budget is used up or the run is interrupted
 * @throws AgoraError with the code 'endpoint' if the endpoint cannot be used, or if more than half of all questions got
 *   no usable answer
 */
export async function experiment<Case, Proposal>(options: ExperimentOptions<Case, Proposal>): Promise<Run> {
  knownOptions('experiment', options, optionNames);
  const { environment, model, seed = 7 } = options;
  const count = wholeNumber('collaborations', options.collaborations ?? environment.size ?? 10, 1);
  if (environment.size !== undefined && count > environment.size)
    throw new AgoraError(
      `${environment.name} has ${environment.size} cases. Set collaborations to ${environment.size} or fewer.`,
    );
  const concurrency = wholeNumber('concurrency', options.concurrency ?? 8, 1);
  if (options.requestsPerMinute !== undefined) wholeNumber('requestsPerMinute', options.requestsPerMinute, 1);
  if (options.progress !== undefined && typeof options.progress !== 'boolean')
    throw new AgoraError('progress must be true or false.');
  const budget = budgetOf(options.budget, model);

  const about = aboutRun(options, seed);
  const { requestsPerMinute, signal, progress = true } = options;
  const confirm = (stored: number): Promise<void> => confirmSize(options, count, stored);
  const playOne = (index: number, calls: CallSource): Promise<Collaboration> =>
    play(options, seed, index, calls);
  const common = { model, budget, concurrency, requestsPerMinute, signal };
  if (options.queue !== undefined) {
    const { queue: address, folder, stop: _, ...withoutStop } = options;
    const rehearse = (calls: CallSource): Promise<Collaboration> => play(withoutStop, seed, 0, calls);
    const part = { ...common, address, folder, about, count, progress, confirm };
    return playTogether({ ...part, play: playOne, rehearse });
  }
  const folder = options.folder ?? (model.evidence === 'simulated' ? undefined : defaultFolder(about));
  const stored = folder === undefined ? 0 : finishedCalls(folder, about);
  const store = folder === undefined ? memoryStore(about) : folderStore(folder, about);
  const calls = new Calls(common, store, new Tally(count, folder, progress));
  try {
    await confirm(stored);
    await playAll(calls, store, count, concurrency, (index) => playOne(index, calls));
    if (model.evidence === 'live') calls.tally.warnOfUnusable();
  } finally {
    await calls.end();
    calls.tally.end();
    store.close();
  }
  return store.run();
}

/** The maximum number of calls that a run may make without confirmation. */
const mostUnasked = 1000;
/** The maximum number of collaborations that a run may have without confirmation, if its calls cannot be estimated. */
const mostUnaskedCollaborations = 50;

/**
 * Reports the size of a large run on a real model, and asks for confirmation. `known` is the number of calls that
 * need not be made again.
 */
async function confirmSize<C, P>(
  options: ExperimentOptions<C, P>,
  count: number,
  known: number,
): Promise<void> {
  const { environment, model, yes } = options;
  if (yes === true || model.evidence !== 'live') return;
  // `estimate` throws for a protocol or environment without simulated answers.
  const all = await estimate({ ...options, collaborations: count }).catch(() => undefined);
  let size: string;
  if (all === undefined) {
    if (count <= mostUnaskedCollaborations || count <= known) return;
    const reason =
      environment.mind === undefined
        ? `${environment.name} has no simulated agents`
        : 'the simulation failed';
    const stored =
      known > 0 ? ` ${known.toLocaleString('en')} replies of finished collaborations are stored.` : '';
    size = `This run will play ${count.toLocaleString('en')} collaborations with ${model.name}. The number of calls is unknown, because ${reason}; each collaboration needs at least one call.${stored}`;
  } else {
    const missing = all.calls - known;
    if (missing <= mostUnasked) return;
    const share = missing / all.calls;
    const tokens = Math.round(all.inputTokens * share).toLocaleString('en');
    const cost =
      all.mostDollars === undefined
        ? ''
        : ` If all replies have the maximum length, these calls cost about $${(all.mostDollars * share).toFixed(2)}.`;
    size = `This run will make about ${missing.toLocaleString('en')} calls to ${model.name}, with at least ${tokens} prompt tokens.${cost}`;
  }
  if (notebookCell() !== undefined || !process.stdin.isTTY || !process.stderr.isTTY)
    throw new AgoraError(
      `${size} Set yes: true to start the run, or reduce the number of collaborations.`,
      'stopped',
    );
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${size} Start? [y/N] `);
  terminal.close();
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new AgoraError('The run was not started.', 'stopped');
}

/** Returns the contents of run.json. */
function aboutRun<C, P>(options: ExperimentOptions<C, P>, seed: number): About {
  const { environment, protocol, model, sampling, stop } = options;
  return {
    name: `${environment.name}, ${protocol.name}, ${model.name}`,
    evidence: model.evidence,
    model: model.name,
    ...(model.endpoint !== undefined && { endpoint: model.endpoint }),
    environment: { name: environment.name, settings: environment.settings },
    protocol: { name: protocol.name, settings: protocol.settings },
    seed,
    sampling: { ...defaultSampling, ...protocol.sampling, ...model.sampling, ...sampling },
    ...(stop !== undefined && { stop: { name: stop.name, settings: stop.settings } }),
  };
}

const defaultSampling: Sampling = { maxTokens: 1024 };

function defaultFolder(about: About): string {
  const words = [about.environment.name, about.protocol.name, about.model, digest(about).slice(0, 8)];
  return join(projectFolder(), '.agora', 'runs', words.join('-').replaceAll(/[^\w.-]+/g, '-'));
}

/**
 * Starts collaborations a few at a time, so that an interrupted run contains some finished collaborations. The next
 * collaboration starts when no call is waiting to start. Finished collaborations are stored in index order.
 */
async function playAll(
  calls: Calls,
  store: Store,
  count: number,
  concurrency: number,
  playOne: (index: number) => Promise<Collaboration>,
): Promise<void> {
  const active = new Set<Promise<void>>();
  const finished = new Map<number, Collaboration>();
  let stored = 0;
  const playAndStore = async (index: number): Promise<void> => {
    finished.set(index, await playOne(index));
    if (calls.isStopped) return; // finished collaborations are stored below
    for (let next = finished.get(stored); next !== undefined; next = finished.get(stored)) {
      finished.delete(stored++);
      store.addCollaboration(next);
      calls.tally.addCollaboration();
    }
  };
  for (let index = 0; index < count && !calls.isStopped; index++) {
    const one = playAndStore(index)
      .catch((error: unknown) => calls.stop(error))
      .finally(() => active.delete(one));
    active.add(one);
    while (active.size >= concurrency && !calls.isStopped) await Promise.race([...active, calls.stopped]);
    await Promise.race([calls.turn(), calls.stopped]);
  }
  await Promise.race([Promise.all(active), calls.stopped]);
  for (const index of [...finished.keys()].sort((a, b) => a - b))
    store.addCollaboration(finished.get(index)!);
  calls.throwIfFailed();
  if (calls.tally.isMostlyUnusable) throw calls.tally.error();
}

/** Plays one collaboration. */
async function play<Case, Proposal>(
  { environment, protocol, model, sampling, stop }: ExperimentOptions<Case, Proposal>,
  seed: number,
  index: number,
  calls: CallSource,
): Promise<Collaboration> {
  const random = Random.from(seed, 'collaboration', index);
  const one = environment.cases(index, random.split('case'));
  const known = await calls.knownReplies(index);
  // Each question reserves its place in `record`, so the order of events does not depend on which agent answers first.
  const record: (Event | Event[])[] = [];
  const callsMade: Call[][] = [];
  const timesAsked = new Map<string, number>();

  async function ask<T>(question: Question<T>): Promise<T | null> {
    const events: Event[] = [];
    const made: Call[] = [];
    record.push(events);
    callsMade.push(made);
    const { round, phase, agent, schema } = question;
    const drawn = {
      ...defaultSampling,
      ...protocol.sampling,
      ...question.sampling,
      ...model.sampling,
      ...sampling,
    };
    const isProse = isProseSchema(schema);
    let messages = question.messages;
    for (let attempt = 0; ; attempt++) {
      const askModel = async (prompt: readonly Message[]): Promise<Reply> => {
        const asked = digest([seed, index, round, phase, agent, attempt, drawn, prompt]);
        const times = timesAsked.get(asked) ?? 0; // an agent may be asked the same question several times
        timesAsked.set(asked, times + 1);
        const key = times === 0 ? asked : digest([asked, times]);
        const reply = await calls.reply(
          {
            messages: prompt,
            sampling: drawn,
            seed: Number.parseInt(key.slice(0, 8), 16) >>> 1,
            // Only real models need the schema, which takes longer to create than the rest of the call.
            get schema() {
              return isProse ? undefined : jsonSchemaOf(schema);
            },
            ...(question.tools !== undefined && { tools: question.tools.map(describeTool) }),
            ...(question.among !== undefined && { among: question.among }),
            ...(question.simulate !== undefined && { simulate: question.simulate }),
          },
          { collaboration: index, key, round, phase, agent, attempt },
          known,
        );
        made.push({ round, phase, agent, attempt, ...reply.usage });
        return reply;
      };
      const { reply, prompt } = await answerWithTools({ ...question, messages }, askModel, events);
      const read = readAnswer(reply, schema);
      if (read.ok) return read.value;
      // A second question would return the same probabilities.
      if (attempt === 1 || read.kind === 'refused' || question.among !== undefined) {
        calls.tally.addUnusable(read.reason);
        events.push({
          type: 'unusable',
          round,
          phase,
          agent,
          kind: read.kind,
          reason: read.reason,
          text: reply.text,
        });
        return null;
      }
      messages = [
        ...prompt,
        { role: 'assistant', content: reply.text },
        { role: 'user', content: repairPrompt(read.reason, isProse) },
      ];
    }
  }

  const ending = await protocol.run<Case, Proposal>({
    environment,
    one,
    index,
    random,
    get events() {
      return record.flat();
    },
    async ask(question) {
      const answer = await ask(question);
      calls.tally.addQuestion();
      if (calls.tally.isHopeless) calls.stop(calls.tally.error());
      return answer;
    },
    record: (event) => void record.push(event),
    shouldStop: async () =>
      stop !== undefined &&
      (await stop.shouldStop({ agents: environment.agents(one), events: record.flat() })),
  });
  const agents = environment.agents(one);
  return {
    index,
    case: environment.caseName?.(one) ?? String(index),
    task: environment.task(one),
    agents:
      ending.agents?.map((name) => agents.find((agent) => agent.name === name) ?? { name, background: '' }) ??
      agents,
    events: record.flat(),
    calls: callsMade.flat(),
    rounds: ending.rounds,
    cause: ending.cause,
    outcome: ending.outcome as Json,
    score: environment.score(one, ending.outcome),
  };
}

/** Repeats the question until the agent answers instead of using a tool. Each use of a tool is recorded as an event. */
async function answerWithTools(
  { messages, tools = [], round, phase, agent }: Question<unknown>,
  askModel: (prompt: readonly Message[]) => Promise<Reply>,
  events: Event[],
): Promise<{ readonly reply: Reply; readonly prompt: readonly Message[] }> {
  let prompt = messages;
  for (let used = 0; ; used++) {
    const reply = await askModel(prompt);
    const { text, toolCalls = [] } = reply;
    if (reply.finish !== 'tools' || toolCalls.length === 0 || used === toolRounds) return { reply, prompt };
    const results: Message[] = [];
    for (const { id, name, arguments: given } of toolCalls) {
      const { input, output } = await useTool(tools, name, given);
      events.push({ type: 'tool', round, phase, agent, name, input, output });
      results.push({ role: 'tool', id, content: JSON.stringify(output) });
    }
    prompt = [...prompt, { role: 'assistant', content: text, toolCalls }, ...results];
  }
}

/** Returns the result of a tool call. If the call is invalid, the result explains why, and the agent may try again. */
async function useTool(
  tools: readonly Tool[],
  name: string,
  given: string,
): Promise<{ input: Json; output: Json }> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined)
    return {
      input: given,
      output: { error: `There is no tool ${name}. There are ${tools.map((one) => one.name).join(', ')}.` },
    };
  const read = readReply(given, tool.parameters);
  if (!read.ok) return { input: given, output: { error: read.reason } };
  try {
    return { input: read.value as Json, output: await tool.use(read.value) };
  } catch (error) {
    return { input: read.value as Json, output: { error: (error as Error).message } };
  }
}

function describeTool({ name, description, parameters }: Tool): NonNullable<Request['tools']>[number] {
  return { name, description, parameters: jsonSchemaOf(parameters) };
}

type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly kind: UnusableEvent['kind']; readonly reason: string };

/** Reads the answer in a reply. An incomplete reply is unusable, whatever it contains. */
function readAnswer<T>(reply: Reply, schema: z.ZodType<T>): Answer<T> {
  switch (reply.finish) {
    case 'refused':
      return {
        ok: false,
        kind: 'refused',
        reason: isRejection(reply)
          ? `the endpoint gave no answer (${quote(reply.text)})`
          : `the model refused, or its answer was filtered (${quote(reply.text)})`,
      };
    case 'length':
      return {
        ok: false,
        kind: 'cut off',
        reason: hasThoughtOnly(reply)
          ? `the thinking was cut off after ${reply.usage.output} tokens, before any answer; think less`
          : `the answer was cut off after ${reply.usage.output} tokens; be brief`,
      };
    case 'tools':
      return {
        ok: false,
        kind: 'no answer',
        reason: `tools were used ${toolRounds} times, and no answer was given`,
      };
    case 'stop':
      return hasThoughtOnly(reply)
        ? { ok: false, kind: 'no answer', reason: 'the reply contains only thinking and no answer' }
        : readReply(reply.text, schema);
  }
}

const hasThoughtOnly = ({ text, reasoning }: Reply): boolean => text === '' && reasoning !== undefined;

const repairPrompt = (reason: string, isProse: boolean): string =>
  `Your answer could not be used: ${reason}. Answer again${isProse ? '' : ', with the JSON alone'}.`;

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);

/**
 * Estimates the calls, tokens and cost of a run. Simulates one collaboration, and multiplies its calls and tokens by
 * the number of collaborations. The estimate ignores `stop`, and does not allow for the fact that real models write
 * longer messages than simulated agents.
 *
 * `maxOutputTokens` is the number of reply tokens if all replies have the maximum length. `mostDollars` is the cost in
 * that case, and is undefined if the model's price is unknown.
 *
 * @throws AgoraError if the environment has no simulated agents
 */
export async function estimate<Case, Proposal>(
  options: ExperimentOptions<Case, Proposal>,
): Promise<{
  readonly calls: number;
  readonly inputTokens: number;
  readonly maxOutputTokens: number;
  readonly mostDollars?: number;
}> {
  const { environment, protocol, model, collaborations = environment.size ?? 10, seed = 7 } = options;
  if (environment.mind === undefined)
    throw new AgoraError(
      `estimate needs simulated agents, but ${environment.name} does not define any. Add \`mind\` to the environment, or run one collaboration and multiply its calls.`,
    );
  const agent = simulated();
  let calls = 0;
  let inputTokens = 0;
  let maxOutputTokens = 0;
  await experiment({
    environment,
    protocol,
    model: {
      ...agent,
      async chat(request) {
        const reply = await agent.chat(request);
        calls++;
        inputTokens += reply.usage.input;
        maxOutputTokens += mostOutput(request);
        return reply;
      },
    },
    collaborations: 1,
    seed,
    sampling: { ...model.sampling, ...options.sampling },
    progress: false,
  });
  const price = priceOf(model);
  const input = inputTokens * collaborations;
  const output = maxOutputTokens * collaborations;
  return {
    calls: calls * collaborations,
    inputTokens: input,
    maxOutputTokens: output,
    ...(price !== undefined && { mostDollars: dollars({ input, output }, price) }),
  };
}
