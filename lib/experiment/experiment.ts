import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import PQueue from 'p-queue';
import type { z } from 'zod';
import type { Environment, Json } from '../environments/environment';
import { AgoraError, knownOptions, wholeNumber } from '../error';
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
import { budgetOf, dollars, type Budget } from './budget';
import { projectFolder } from './data-folder';
import { notebookCell, Tally, type Progress } from './progress';
import { joinRun, type SharedRun } from './queue';
import { openRun, type About, type Run } from './run';
import { folderStore, isComplete, isLocked, memoryStore, type Store, type StoredReply } from './store';

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
   * The most tokens, or dollars, of the whole run, including what is already recorded. A run stops before a call that could
   * exceed it: each call in flight counts with the longest reply that it may get.
   */
  readonly budget?: number | { readonly dollars: number };
  /** Where the run is kept. Default: a folder of its own under .agora/runs, or memory if the agents are simulated. */
  readonly folder?: string;
  /**
   * The address of a Redis or Valkey server, such as "redis://127.0.0.1:6379". Every process that calls `experiment` with it
   * plays a part of the run, and gets the whole run. The last part of `folder`, which is required, names the run there.
   */
  readonly queue?: string;
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
  'queue',
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
 * played from the start, known replies are used, and only missing ones are asked for. Other settings of the protocol in
 * the same folder ask only where prompts differ.
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
  const budget = budgetOf(options.budget, model);

  const about = aboutRun(options, seed);
  const plan: Plan<Case, Proposal> = { options, about, seed, count, concurrency, budget };
  if (options.queue !== undefined) return playTogether(plan, options.queue);
  const folder = options.folder ?? (model.evidence === 'simulated' ? undefined : defaultFolder(about));
  const store = folder === undefined ? memoryStore(about) : folderStore(folder, about);
  const calls = new Calls(options, budget, store, new Tally(count, folder, options.progress), concurrency);
  try {
    await confirmSize(plan, store.spent.calls);
    await playAll(calls, store, count, concurrency, (index) => play(options, seed, index, calls));
  } finally {
    await calls.settled();
    calls.tally.end();
    store.close();
  }
  return store.run();
}

/** What a call of `experiment` asks for, with its defaults. */
interface Plan<Case, Proposal> {
  readonly options: ExperimentOptions<Case, Proposal>;
  readonly about: About;
  readonly seed: number;
  readonly count: number;
  readonly concurrency: number;
  readonly budget: Budget;
}

/** Plays a run together with other processes, and keeps all of it in the folder. */
async function playTogether<C, P>(plan: Plan<C, P>, address: string): Promise<Run> {
  const { options, about, seed, count, concurrency, budget } = plan;
  const { folder } = options;
  if (folder === undefined)
    throw new AgoraError('queue needs folder: its last part names the run for all processes.');
  const shared = await joinRun({
    address,
    name: basename(folder),
    about,
    firstPrompt: await firstPrompt(plan),
    requestsPerMinute: options.requestsPerMinute,
  });
  try {
    const { requestsPerMinute: _, ...others } = options; // the limit holds for all processes together
    const tally = new Tally(count, folder, options.progress);
    const calls = new Calls(others, budget, shared, tally, concurrency);
    try {
      await confirmSize(plan, shared.spent.calls);
      await shared.play(count, {
        concurrency,
        playOne: (index) =>
          play(options, seed, index, calls).catch((error: unknown) => {
            calls.stop(error);
            throw error;
          }),
        stopped: calls.stopped,
        onProgress: (finished) => tally.setCollaborations(finished),
      });
      calls.throwIfStopped();
      if (tally.isMostlyUnusable) throw tally.error();
      tally.warnOfUnusable();
    } finally {
      await calls.settled();
      tally.end();
    }
    return await keep(folder, about, shared, count);
  } finally {
    await shared.close();
  }
}

/** A digest of the first question of the run, with its schema and sampling. */
async function firstPrompt<C, P>({ options, seed }: Plan<C, P>): Promise<string> {
  return new Promise((resolve, reject) => {
    const asksOnce: CallSource = {
      tally: new Tally(1, undefined, () => undefined),
      knownReplies: () => new Map(),
      reply: ({ messages, sampling, schema }) => {
        resolve(digest([messages, sampling, schema]));
        return new Promise<Reply>(() => undefined);
      },
      stop: reject,
    };
    play(options, seed, 0, asksOnce).then(() => resolve(''), reject);
  });
}

/** Writes a shared run to a folder. Processes on one machine may have the same folder: the first one writes. */
async function keep(folder: string, about: About, shared: SharedRun, count: number): Promise<Run> {
  for (let attempt = 0; ; attempt++) {
    if (isComplete(folder, about, count)) return openRun(folder);
    let store: Store;
    try {
      store = folderStore(folder, about);
    } catch (error) {
      if (!isLocked(folder) || attempt === 600) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    try {
      for (let index = 0; index < count; index++) {
        const known = store.repliesOf(index);
        for (const reply of await shared.storedReplies(index))
          if (!known.has(reply.key)) store.addReply(reply);
      }
      for await (const collaboration of shared.finished(count)) store.addCollaboration(collaboration);
    } finally {
      store.close();
    }
    return store.run();
  }
}

/** The most calls that begin without a question. */
const mostUnasked = 1000;

/** Says what a large run on a real model will ask, before it begins. */
async function confirmSize<C, P>({ options, count }: Plan<C, P>, known: number): Promise<void> {
  if (options.yes === true || options.model.evidence !== 'live') return;
  // A protocol or environment without simulated answers cannot be estimated.
  const all = await estimate({ ...options, collaborations: count }).catch(() => undefined);
  if (all === undefined || all.calls - known <= mostUnasked) return;
  const missing = all.calls - known;
  const share = missing / all.calls;
  const tokens = Math.round(all.inputTokens * share).toLocaleString('en');
  const cost =
    all.mostDollars === undefined ? '' : ` They cost at most some $${(all.mostDollars * share).toFixed(2)}.`;
  const size = `This run will make about ${missing.toLocaleString('en')} calls to ${options.model.name}, with ${tokens} prompt tokens or more.${cost}`;
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
  calls.tally.warnOfUnusable();
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
          {
            messages: prompt,
            sampling: drawn,
            seed: Number.parseInt(key.slice(0, 8), 16) >>> 1,
            // Only real models need it, and it takes longer to make than the rest of the call.
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
      // Probabilities would come out the same again.
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
        reason:
          reply.text === '' ? 'the answer was refused or filtered' : `it was refused: ${short(reply.text)}`,
      };
    case 'length':
      return {
        ok: false,
        kind: 'cut off',
        reason:
          reply.text.trim() === '' && reply.reasoning !== undefined
            ? `all ${reply.usage.output} tokens went into thinking; be brief`
            : `the answer was cut off after ${reply.usage.output} tokens; be brief`,
      };
    case 'tools':
      return {
        ok: false,
        kind: 'no answer',
        reason: `tools were used ${toolRounds} times, and no answer was given`,
      };
    case 'stop':
      return readReply(reply.text, schema);
  }
}

const short = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)} …` : text);

const repairPrompt = (reason: string, isProse: boolean): string =>
  `Your answer could not be used: ${reason}. Answer again${isProse ? '' : ', with the JSON alone'}.`;

/** Where replies come from. */
type CallSource = Pick<Calls, 'tally' | 'knownReplies' | 'reply' | 'stop'>;

type Place = Omit<StoredReply, keyof Reply | 'messages'>;

/**
 * Where replies come from: the record, or the model. It limits how many calls are in flight, keeps to the budget, and
 * stops all collaborations at the first error that a repair question cannot mend.
 */
class Calls {
  private readonly queue: PQueue;
  private readonly signal: AbortSignal | undefined;
  private forgetControlC: () => void = () => undefined;
  /** What the calls in flight may still use, in the unit of the budget. */
  private reserved = 0;
  private failure: Error | undefined;
  private readonly inFlight = new Set<Promise<unknown>>();
  private announceStop: () => void = () => undefined;
  /** Resolves when no further call begins. */
  readonly stopped = new Promise<void>((resolve) => (this.announceStop = resolve));

  constructor(
    private readonly options: Pick<ExperimentOptions<never, never>, 'model' | 'requestsPerMinute' | 'signal'>,
    private readonly budget: Budget,
    private readonly store: Store | SharedRun,
    readonly tally: Tally,
    concurrency: number,
  ) {
    const { requestsPerMinute, signal } = options;
    // Calls begin at even distances, instead of all at the start of each minute.
    const rate = requestsPerMinute !== undefined && { interval: 60_000 / requestsPerMinute, intervalCap: 1 };
    this.queue = new PQueue({ concurrency, ...rate });
    const signals = [signal, notebookCell()?.signal].filter((one) => one !== undefined);
    this.signal = signals.length > 0 ? AbortSignal.any(signals) : this.controlC();
  }

  knownReplies(collaboration: number): Map<string, Reply> | Promise<Map<string, Reply>> {
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
    this.forgetControlC();
  }

  /** In a script, Ctrl-C stops the run with a sentence. A second one ends the process at once. */
  private controlC(): AbortSignal {
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    process.once('SIGINT', abort);
    this.forgetControlC = () => void process.off('SIGINT', abort);
    return controller.signal;
  }

  throwIfStopped(): void {
    if (this.failure !== undefined) throw this.failure;
  }

  async reply(request: Request, place: Place, known: ReadonlyMap<string, Reply>): Promise<Reply> {
    const recorded = known.get(place.key);
    if (recorded !== undefined) {
      this.tally.addKnownReply();
      return recorded;
    }
    this.throwIfStopped();
    // Collaborations that began earlier go first.
    const reply = await this.queue.add(() => this.track(this.askModel(request, place)), {
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

  private async askModel(request: Request, place: Place): Promise<Reply> {
    this.throwIfStopped();
    const { model } = this.options;
    const most = this.budget.cost({
      input: roughTokens(request.messages),
      output: request.sampling.maxTokens ?? 0,
    });
    this.reserved += most;
    try {
      const others = this.budget.limit === Number.POSITIVE_INFINITY ? 0 : await this.reservedByOthers();
      const known =
        'beforeCall' in this.store && (await this.store.beforeCall(place.collaboration, place.key));
      if (known) {
        this.tally.addKnownReply();
        return known;
      }
      this.stopIfSpent(others);
      if (this.signal?.aborted) this.stop(interrupted());
      this.throwIfStopped();
      const reply = await model.chat(request, this.signal);
      const { collaboration, key, round, phase, agent, attempt } = place;
      // The collaboration and the tokens come first: a resumed run reads no further until it needs the reply.
      const { usage, ...rest } = reply;
      const { messages } = request;
      const stored = { collaboration, usage, key, round, phase, agent, attempt, ...rest, messages };
      const used = (await this.store.addReply(stored)) || reply;
      this.tally.addReply(usage);
      return used;
    } catch (error) {
      this.stop(this.signal?.aborted ? interrupted() : error);
      throw error;
    } finally {
      this.reserved -= most;
    }
  }

  /** What the calls of other processes may still use. */
  private async reservedByOthers(): Promise<number> {
    return 'reserve' in this.store ? this.store.reserve(this.reserved) : 0;
  }

  /** Stops before a call that the budget may not cover. This call is among the reserved ones. */
  private stopIfSpent(reservedByOthers: number): void {
    const { budget } = this;
    const spent = budget.cost(this.store.spent);
    const reserved = this.reserved + reservedByOthers;
    if (spent + reserved <= budget.limit) return;
    const show = (amount: number): string => budget.show(amount);
    this.stop(
      new AgoraError(
        `The budget of ${show(budget.limit)} is nearly used: ${show(spent)} are spent, and the calls in flight with the next one may take ${show(reserved)}. ` +
          'Raise it, then call again to resume.',
        'stopped',
      ),
    );
  }
}

const interrupted = (): AgoraError =>
  new AgoraError('The run was interrupted. Call again to resume it.', 'stopped');

/** A first guess: one token for four characters. */
const roughTokens = (messages: readonly Message[]): number =>
  Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 4);

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);

/**
 * What a run would ask: the calls and prompt tokens of one simulated collaboration, times their number. A policy `stop`
 * does not count, and real models write longer messages than simulated agents. `maxOutputTokens` is what the replies may
 * take at most, and `mostDollars` what prompts and replies then cost, if the model's price is known.
 *
 * @throws AgoraError if the environment has no simulated agent
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
