import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import PQueue from 'p-queue';
import type { z } from 'zod';
import type { Environment, Json } from '../environments/environment';
import { AgoraError, knownOptions, wholeNumber } from '../error';
import { isRejection, quote } from '../models/attempts';
import { isProseSchema, jsonSchemaOf, readReply } from '../models/json';
import type { Message, Model, Reply, Request, Sampling, Tool } from '../models/model';
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
import { projectFolder } from './data-folder';
import { notebookCell, Tally, type Progress } from './progress';
import type { About, Run } from './run';
import { folderStore, memoryStore, type Store, type StoredReply } from './store';

export interface ExperimentOptions<Case, Proposal> {
  readonly environment: Environment<Case, Proposal>;
  readonly protocol: Protocol;
  readonly model: Model;
  /** How many groups decide. Default: every case of the environment, or 10 if it generates its cases. */
  readonly collaborations?: number;
  /** Default 7. */
  readonly seed?: number;
  /** Overrides the sampling of the protocol and of the model. */
  readonly sampling?: Sampling;
  /** Ends a collaboration early. Default: the protocol plays all rounds. */
  readonly stop?: StoppingPolicy;
  /** The most calls in flight. Default 8. */
  readonly concurrency?: number;
  /** The most calls that begin within a minute. Default: no limit. */
  readonly requestsPerMinute?: number;
  /**
   * The most tokens of the whole run, including what is already recorded. A run stops before a call that could exceed it,
   * so each call in flight counts with the longest reply that it may get.
   */
  readonly budget?: number;
  /** Where the run is kept. Default: a folder of its own under .agora/runs, or memory if the agents are simulated. */
  readonly folder?: string;
  /**
   * Begin although a real model will be asked more than 1,000 questions. Without it, such a run first says how many: a
   * terminal asks whether to begin, and anything else throws.
   */
  readonly yes?: boolean;
  readonly signal?: AbortSignal;
  /** Called after each reply. Default: a line in the terminal or under the cell. */
  readonly progress?: (progress: Progress) => void;
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
  'yes',
  'signal',
  'progress',
];

/** The most times that an agent may use tools before it answers. */
const toolRounds = 6;

/**
 * Plays collaborations and keeps every reply as it arrives.
 *
 * A run is its replies. Call `experiment` again with the same options to resume an interrupted run: the protocol is
 * played from the start, known replies are used, and only missing ones are asked for. A question that the endpoint itself
 * rejected is asked again. Other settings of the protocol in the same folder ask only where prompts differ.
 *
 * A reply that cannot be used is followed by one repair question, unless the model refused. If that fails, too, the answer
 * is null for the protocol, and an `unusable` event is recorded.
 *
 * @throws AgoraError 'stopped' when the budget is used up or the run is interrupted; 'endpoint' when the endpoint cannot
 *   be used, or more than half of all questions got no usable answer. Nothing recorded is lost.
 */
export async function experiment<Case, Proposal>(options: ExperimentOptions<Case, Proposal>): Promise<Run> {
  knownOptions('experiment', options, optionNames);
  const { environment, model, seed = 7 } = options;
  const count = wholeNumber('collaborations', options.collaborations ?? environment.size ?? 10, 1);
  if (environment.size !== undefined && count > environment.size)
    throw new AgoraError(
      `${environment.name} has ${environment.size} cases. Ask for at most as many collaborations.`,
    );
  const concurrency = wholeNumber('concurrency', options.concurrency ?? 8, 1);
  if (options.requestsPerMinute !== undefined) wholeNumber('requestsPerMinute', options.requestsPerMinute, 1);
  if (options.budget !== undefined) wholeNumber('budget', options.budget, 1);

  const about = aboutRun(options, seed);
  const folder = options.folder ?? (model.evidence === 'simulated' ? undefined : defaultFolder(about));
  const store = folder === undefined ? memoryStore(about) : folderStore(folder, about);
  const calls = new Calls(options, store, new Tally(count, folder, options.progress), concurrency);
  try {
    if (options.yes !== true) await confirmSize({ ...options, collaborations: count }, store.replies);
    await playAll(calls, store, count, concurrency, (index) => play(options, seed, index, calls));
  } finally {
    await calls.settled();
    calls.tally.end();
    store.close();
  }
  return store.run();
}

/** The most calls that begin without a question. */
const mostUnasked = 1000;

/** Says what a large run on a real model will ask, before it begins. */
async function confirmSize<C, P>(options: ExperimentOptions<C, P>, known: number): Promise<void> {
  if (options.model.evidence !== 'live') return;
  // A protocol or environment without simulated answers cannot be estimated.
  const { calls, inputTokens } = await estimate(options).catch(() => ({ calls: 0, inputTokens: 0 }));
  const missing = calls - known;
  if (missing <= mostUnasked) return;
  const tokens = Math.round((inputTokens * missing) / calls);
  const size = `This run will make about ${missing.toLocaleString('en')} calls to ${options.model.name}, with ${tokens.toLocaleString('en')} tokens of prompts or more.`;
  if (notebookCell() !== undefined || !process.stdin.isTTY || !process.stderr.isTTY)
    throw new AgoraError(`${size} Pass yes: true to begin it, or ask for fewer collaborations.`, 'stopped');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${size} Begin? [y/N] `);
  terminal.close();
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new AgoraError('The run was not begun.', 'stopped');
}

/** What is written to run.json. */
function aboutRun<C, P>(options: ExperimentOptions<C, P>, seed: number): About {
  const { environment, protocol, model, sampling, stop } = options;
  return {
    name: `${environment.name}, ${protocol.name}, ${model.name}`,
    evidence: model.evidence,
    model: model.name,
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
 * Begins collaborations a few at a time, so that a run that is stopped half-way has finished ones: the next one begins
 * when no call waits for its turn. Finished ones are stored in the order of their index.
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
    if (calls.isStopped) return; // what is finished is stored below
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
  calls.throwIfStopped();
  if (calls.tally.isMostlyUnusable) throw calls.tally.error();
}

/** Plays one collaboration. */
async function play<Case, Proposal>(
  { environment, protocol, model, sampling, stop }: ExperimentOptions<Case, Proposal>,
  seed: number,
  index: number,
  calls: Calls,
): Promise<Collaboration> {
  const random = Random.from(seed, 'collaboration', index);
  const one = environment.cases(index, random.split('case'));
  const known = calls.knownReplies(index);
  // A question keeps its place among the events, so that their order does not depend on who answers first.
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
        const times = timesAsked.get(asked) ?? 0; // an agent may be asked the same several times
        timesAsked.set(asked, times + 1);
        const key = times === 0 ? asked : digest([asked, times]);
        const reply = await calls.reply(
          known,
          { collaboration: index, key, round, phase, agent, attempt },
          {
            messages: prompt,
            sampling: drawn,
            seed: Number.parseInt(key.slice(0, 8), 16) >>> 1,
            // Only real models need it, and it takes longer to make than the rest of the call.
            get schema() {
              return isProse ? undefined : jsonSchemaOf(schema);
            },
            ...(question.tools !== undefined && { tools: question.tools.map(describeTool) }),
            ...(question.simulate !== undefined && { simulate: question.simulate }),
          },
        );
        made.push({ round, phase, agent, attempt, ...reply.usage });
        return reply;
      };
      const { reply, prompt } = await answerWithTools({ ...question, messages }, askModel, events);
      const read = readAnswer(reply, schema);
      if (read.ok) return read.value;
      if (attempt === 1 || read.kind === 'refused') {
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

/** Asks until the agent answers instead of using a tool. Each use of a tool is an event. */
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

/** What a tool returns. A wrong call is explained to the agent, which may try again. */
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

/** Reads a reply that ended well. Any other reply is unusable, whatever it says. */
function readAnswer<T>(reply: Reply, schema: z.ZodType<T>): Answer<T> {
  switch (reply.finish) {
    case 'refused':
      return {
        ok: false,
        kind: 'refused',
        reason: isRejection(reply)
          ? `the endpoint gave no answer (${quote(reply.text)})`
          : 'the model refused, or its answer was filtered',
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

/**
 * Where replies come from: the record, or the model. It limits how many calls are in flight, keeps to the budget, and
 * stops all collaborations at the first error that a repair question cannot mend.
 */
class Calls {
  private readonly queue: PQueue;
  private readonly signal: AbortSignal | undefined;
  private readonly budget: number;
  private spent: number;
  /** The most tokens that the calls in flight may still use. */
  private reserved = 0;
  private failure: Error | undefined;
  private readonly inFlight = new Set<Promise<unknown>>();
  private announceStop: () => void = () => undefined;
  /** Resolves when no further call begins. */
  readonly stopped = new Promise<void>((resolve) => (this.announceStop = resolve));

  constructor(
    private readonly options: Pick<
      ExperimentOptions<never, never>,
      'model' | 'requestsPerMinute' | 'budget' | 'signal'
    >,
    private readonly store: Store,
    readonly tally: Tally,
    concurrency: number,
  ) {
    const { requestsPerMinute, budget = Number.POSITIVE_INFINITY, signal } = options;
    const rate = requestsPerMinute !== undefined && { interval: 60_000, intervalCap: requestsPerMinute };
    this.queue = new PQueue({ concurrency, ...rate });
    this.budget = budget;
    this.spent = store.tokens;
    const signals = [signal, notebookCell()?.signal].filter((one) => one !== undefined);
    if (signals.length > 0) this.signal = AbortSignal.any(signals);
  }

  knownReplies(collaboration: number): Map<string, Reply> {
    return this.store.repliesOf(collaboration);
  }

  /** Resolves when no call waits for its turn. */
  turn(): Promise<void> {
    return this.queue.onSizeLessThan(1);
  }

  get isStopped(): boolean {
    return this.failure !== undefined;
  }

  /** Lets no further call begin. Calls in flight finish and are recorded. */
  stop(error: unknown): void {
    this.failure ??= error instanceof Error ? error : new Error(String(error));
    this.queue.clear();
    this.announceStop();
  }

  /** Resolves when the calls in flight have come back and are recorded. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.inFlight);
  }

  throwIfStopped(): void {
    if (this.failure !== undefined) throw this.failure;
  }

  async reply(
    known: ReadonlyMap<string, Reply>,
    place: Omit<StoredReply, keyof Reply | 'messages'>,
    request: Request,
  ): Promise<Reply> {
    const recorded = known.get(place.key);
    // A rejected question is asked again, because the endpoint may have been repaired.
    if (recorded !== undefined && !isRejection(recorded)) {
      this.tally.addKnownReply();
      return recorded;
    }
    this.throwIfStopped();
    // Collaborations that began earlier go first.
    const reply = await this.queue.add(() => this.track(this.askModel(place, request)), {
      priority: -place.collaboration,
    });
    return reply;
  }

  private track<T>(call: Promise<T>): Promise<T> {
    this.inFlight.add(call);
    const forget = (): void => void this.inFlight.delete(call);
    call.then(forget, forget);
    return call;
  }

  private async askModel(
    place: Omit<StoredReply, keyof Reply | 'messages'>,
    request: Request,
  ): Promise<Reply> {
    this.throwIfStopped();
    const { model } = this.options;
    const most = roughTokens(request.messages) + (request.sampling.maxTokens ?? 0);
    if (this.spent + this.reserved + most > this.budget)
      this.stop(
        new AgoraError(
          `The budget of ${this.budget} tokens does not cover another call: ${this.spent} are used. ` +
            'Raise it, then call again to resume.',
          'stopped',
        ),
      );
    if (this.signal?.aborted)
      this.stop(new AgoraError('The run was interrupted. Call again to resume it.', 'stopped'));
    this.throwIfStopped();
    this.reserved += most;
    try {
      const reply = await model.chat(request, this.signal);
      const { collaboration, key, round, phase, agent, attempt } = place;
      // The collaboration and the tokens come first: a resumed run reads no further until it needs the reply.
      const { usage, ...rest } = reply;
      const stored = { collaboration, usage, key, round, phase, agent, attempt, ...rest };
      this.store.addReply({ ...stored, messages: request.messages });
      this.spent += usage.input + usage.output;
      this.tally.addReply(usage);
      return reply;
    } catch (error) {
      if (this.signal?.aborted)
        this.stop(new AgoraError('The run was interrupted. Call again to resume it.', 'stopped'));
      this.stop(error);
      throw error;
    } finally {
      this.reserved -= most;
    }
  }
}

/** A first guess: one token for four characters. */
const roughTokens = (messages: readonly Message[]): number =>
  Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 4);

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);

/**
 * What a run would ask: the calls and prompt tokens of one simulated collaboration, times their number. A policy `stop`
 * does not count, and real models write longer messages than simulated agents. `maxOutputTokens` is what the replies may
 * take at most.
 *
 * @throws AgoraError if the environment has no simulated agent
 */
export async function estimate<Case, Proposal>(
  options: ExperimentOptions<Case, Proposal>,
): Promise<{ readonly calls: number; readonly inputTokens: number; readonly maxOutputTokens: number }> {
  const { environment, protocol, model, collaborations = environment.size ?? 10, seed = 7 } = options;
  if (environment.mind === undefined)
    throw new AgoraError(
      `${environment.name} has no simulated agent (mind), which estimate needs. Run one collaboration and multiply its calls.`,
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
        maxOutputTokens += request.sampling.maxTokens ?? 0;
        return reply;
      },
    },
    collaborations: 1,
    seed,
    sampling: { ...model.sampling, ...options.sampling },
    progress: () => undefined,
  });
  return {
    calls: calls * collaborations,
    inputTokens: inputTokens * collaborations,
    maxOutputTokens: maxOutputTokens * collaborations,
  };
}
