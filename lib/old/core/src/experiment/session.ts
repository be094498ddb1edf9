import { z } from 'zod';
import { AgoraError, hasCode, type Random } from 'agora-voting';
import { check, type Json, listOf, settings, text } from 'agora-voting/internal';
import type { AgentBrief, Environment } from '../environments/environment';
import type { Asked, Situation } from '../environments/situation';
import { isRefusal } from '../models/refusal';
import { requestDigest } from '../models/request-digest';
import type {
  CallIdentity,
  ChatMessage,
  ChatModel,
  ChatOptions,
  ChatReply,
  ChatRequest,
  Incident,
  ToolCall,
} from '../models';
import type { Answer, Ending, Question, Session, StoppingPolicy } from '../protocols';
import { repairQuestion } from '../repair-question';
import { onCase } from '../simulation/agent';
import { PromptBook } from '../transcripts/prompts';
import { assemble } from '../transcripts/read-run';
import type { Event, FailureEvent, IncidentEvent, NewEvent, ReplyEvent, ToolEvent } from '../transcripts';
import { CollaborationLog } from './collaboration-log';
import { interpret } from './interpret';
import { drawnBy, type RunSampling } from './sampling';
import type { Journal } from './seam';
import { mostToolTurns, offered, useTool } from './use-tool';

/** Names appear in every prompt and path of a run, so they must be short and different. */
const roster = settings({
  agents: listOf('agents', z.looseObject({ name: text() }, { error: 'an agent' }), 1).refine(
    (agents) => new Set((agents as AgentBrief[]).map(({ name }) => name)).size === agents.length,
    { error: 'agents whose names differ' },
  ),
});

/** What a session needs from the experiment around it. */
export interface SessionSetting<Instance, Proposal> {
  readonly environment: Environment<Instance, Proposal>;
  readonly instance: Instance;
  readonly index: number;
  readonly run: string;
  readonly seed: number;
  readonly random: Random;
  readonly model: ChatModel;
  readonly sampling: RunSampling;
  readonly stop: StoppingPolicy | null;
  /** Aborted when no more calls may begin. */
  readonly signal: AbortSignal;
  /** Aborted when calls in flight must end too. */
  readonly abandon?: AbortSignal;
  /** What an earlier, interrupted session of this collaboration recorded. */
  readonly recorded: readonly Event[];
  readonly journal: Journal;
  /** Sees each event that is recorded now. */
  readonly watch?: (event: Event) => void;
  /** Is called when a question ends that was asked now, rather than answered from the record. */
  readonly settled?: (settled: Settled) => void;
  /** Is called at once for an error that ends the collaboration, while its other calls may still wait. */
  readonly broken?: (error: unknown) => void;
}

/** How a question ended. */
export interface Settled {
  readonly agent: string;
  readonly phase: string;
  readonly kind: Answer<unknown>['kind'];
  /** Whether the last reply is a refusal. A refusal may have the requested format, and then be `answered`. */
  readonly isRefusal: boolean;
}

/** A call without a reply. */
type FailedCall = Extract<Answer<unknown>, { kind: 'failed' }>;

function isFailed(came: ReplyEvent | FailedCall): came is FailedCall {
  return !('type' in came);
}

/** The result of a question. */
interface Answered<T> {
  readonly answer: Answer<T>;
  /** The result of its last call. */
  readonly last: ReplyEvent | FailedCall;
}

/**
 * One collaboration as a protocol sees it. A resumed collaboration is played again from its beginning. Recorded
 * answers are taken from the record, at no cost. Recorded events are compared with those that the protocol records
 * now, so that a run never continues from a past that its code would no longer produce.
 */
export class CollaborationSession<Instance, Proposal> implements Session<Instance, Proposal> {
  readonly environment: Environment<Instance, Proposal>;
  readonly instance: Instance;
  readonly index: number;
  readonly agents: readonly AgentBrief[];
  private readonly names: readonly string[];
  readonly random: Random;
  private readonly log: CollaborationLog;
  private readonly pending = new Set<Promise<unknown>>();
  private readonly prompts: PromptBook;
  /** The run's model. A simulated one answers about this collaboration's case. */
  private readonly model: ChatModel;

  constructor(private readonly setting: SessionSetting<Instance, Proposal>) {
    this.environment = setting.environment;
    this.instance = setting.instance;
    this.index = setting.index;
    this.prompts = new PromptBook(setting.index);
    this.model = onCase(setting.model, setting.environment, setting.instance);
    this.random = setting.random;
    this.agents = setting.environment.agents(setting.instance);
    check(`The environment "${this.environment.name}"`, roster, { agents: this.agents });
    this.names = this.agents.map(({ name }) => name);
    this.log = new CollaborationLog(
      setting.index,
      setting.recorded,
      setting.journal,
      setting.watch ?? (() => undefined),
    );
    this.log.course({
      type: 'started',
      instance: this.instance as Json,
      agents: this.names,
    });
  }

  ask<T>(question: Question<T, Proposal>): Promise<Answer<T>> {
    const answer = this.askAndTell(question);
    this.pending.add(answer);
    answer.then(
      () => this.pending.delete(answer),
      (error: unknown) => {
        this.setting.broken?.(error);
        this.pending.delete(answer);
      },
    );
    return answer;
  }

  record(event: NewEvent): void {
    this.log.course(event);
  }

  async shouldStop(): Promise<boolean> {
    return this.setting.stop === null
      ? false
      : this.setting.stop.decide(assemble(this.index, this.log.events, null));
  }

  /** All events so far, in the order of the protocol. */
  get events(): readonly Event[] {
    return this.log.events;
  }

  /** Records the end of the collaboration. */
  finish(ending: Ending): void {
    this.log.course({ type: 'finished', ...ending });
  }

  /** Resolves when no call is in flight, so that nothing arrives after the record is closed. */
  async settled(): Promise<void> {
    while (this.pending.size > 0) await Promise.allSettled(this.pending);
  }

  /** Asks a question, and reports how it ended if it was not answered from the record. */
  private async askAndTell<T>(question: Question<T, Proposal>): Promise<Answer<T>> {
    const { round, phase, agent, repeat = 0 } = question;
    const place = { round, phase, agent, repeat, attempt: 0 };
    const isNew =
      this.log.recalled(place, '') === undefined && this.log.recalled(place, ' failure') === undefined;
    const { answer, last } = await this.answer(question);
    const isRefusal = !isFailed(last) && last.refusal === true;
    if (isNew) this.setting.settled?.({ agent, phase, kind: answer.kind, isRefusal });
    return answer;
  }

  /**
   * Asks a question, and repeats it once if the first reply is unusable. If the second is too, the question fails.
   */
  private async answer<T>(question: Question<T, Proposal>): Promise<Answered<T>> {
    const { last: first, messages } = await this.converse(question, question.messages, 0);
    if (isFailed(first)) return { answer: first, last: first };
    const outcome = interpret(question, first);
    if (outcome.kind === 'answered') return { answer: outcome, last: first };
    if (outcome.kind === 'refused') return { answer: await this.fail(question, outcome), last: first };
    const form = question.format === undefined ? 'prose' : 'json';
    const repair = repairQuestion(messages, first.text, outcome.reason, form);
    const { last: second } = await this.converse(question, repair, 1);
    if (isFailed(second)) return { answer: second, last: second };
    const repaired = interpret(question, second);
    if (repaired.kind === 'answered') return { answer: repaired, last: second };
    if (first.refusal !== true || second.refusal !== true)
      return { answer: await this.fail(question, repaired), last: second };
    const reason = 'the model declined to answer, and again when asked once more';
    const refused = await this.fail(question, { kind: 'refused', reason, text: second.text });
    return { answer: refused, last: second };
  }

  /**
   * Asks, and continues with the results of tools while the agent calls tools. @returns the last call's result and
   * messages
   */
  private async converse<T>(
    question: Question<T, Proposal>,
    messages: readonly ChatMessage[],
    attempt: number,
  ): Promise<{ last: ReplyEvent | FailedCall; messages: readonly ChatMessage[] }> {
    const gave: ToolEvent[] = [];
    let last = await this.call(question, messages, attempt, gave);
    for (let turn = 1; turn <= mostToolTurns && !isFailed(last); turn++) {
      const { toolCalls = [], text } = last;
      if (toolCalls.length === 0) break;
      const reply = last;
      const used = await Promise.all(
        toolCalls.map((called, call) => this.use(question, reply, called, call)),
      );
      const told = used.map(({ result = null, error }, call): ChatMessage => {
        const content = JSON.stringify(error === undefined ? result : { error });
        return { role: 'tool', content, toolCallId: toolCalls[call]?.id ?? '' };
      });
      messages = [...messages, { role: 'assistant', content: text, toolCalls }, ...told];
      gave.push(...used);
      const phase = `${question.phase}/tools ${turn}`;
      last = await this.call({ ...question, phase }, messages, attempt, gave);
    }
    return { last, messages };
  }

  /** Calls a tool, unless its result is recorded. */
  private async use<T>(
    question: Question<T, Proposal>,
    { collaboration, round, phase, agent, repeat, attempt }: ReplyEvent,
    called: ToolCall,
    call: number,
  ): Promise<ToolEvent> {
    const place = { round, phase, agent, repeat, attempt };
    const known = this.log.recalled(place, ` tool ${call}`);
    if (known?.type === 'tool') return this.log.keep(known);
    const given = await useTool(question.tools ?? [], called);
    return this.log.put<ToolEvent>({ type: 'tool', collaboration, ...place, call, ...given }, attempt);
  }

  /** One reply, from the record or from the model; or a failure. */
  private async call<T>(
    question: Question<T, Proposal>,
    messages: readonly ChatMessage[],
    attempt: number,
    gave: readonly ToolEvent[],
  ): Promise<ReplyEvent | FailedCall> {
    const request = this.request(question, messages, attempt, gave);
    const digest = requestDigest(request);
    const { round, phase, agent } = request.call;
    const known = this.log.recalled(request.call, '');
    if (known?.type === 'reply') {
      if (known.request !== digest)
        throw this.log.stale(`the prompt of ${agent} in round ${round}, ${phase}`);
      return this.log.keep(known);
    }
    const failure = this.log.recalled({ ...request.call, attempt: 0 }, ' failure');
    if (failure?.type === 'failure' && failure.kind === 'failed') {
      this.log.keep(failure);
      return { kind: 'failed', reason: failure.reason };
    }
    if (this.setting.signal.aborted) throw new AgoraError('interrupted', 'The run was told to stop.');
    // Where another process has recorded how this call ended, that counts: a reply, or a failure.
    const came = await this.send(question, request, digest);
    if (came.type === 'reply')
      this.setting.journal.appendPrompt(this.index, this.prompts.write(digest, messages));
    const recorded = await this.log.put<ReplyEvent | FailureEvent>(came, attempt);
    if (recorded.type === 'failure') return { kind: 'failed', reason: recorded.reason };
    if (recorded.request !== digest)
      throw this.log.stale(`the prompt of ${agent} in round ${round}, ${phase}`);
    return recorded;
  }

  /** Asks the model. @returns its reply, or why this request has none; neither is on record yet */
  private async send<T>(
    question: Question<T, Proposal>,
    request: ChatRequest,
    digest: string,
  ): Promise<ReplyEvent | FailureEvent> {
    let reply: ChatReply;
    try {
      reply = await this.model.chat(request, this.optionsOf(request.call));
    } catch (error) {
      if (hasCode(error, 'request-failed'))
        return this.failureOf(question, { kind: 'failed', reason: error.message });
      throw this.isStop(error) ? new AgoraError('interrupted', 'The run was told to stop.') : error;
    }
    const { round, phase, agent, repeat, attempt } = request.call;
    const { usage, ...rest } = reply;
    return {
      type: 'reply',
      collaboration: this.index,
      round,
      phase,
      agent,
      repeat,
      attempt,
      request: digest,
      ...rest,
      ...usage,
      ...(isRefusal(reply.text) ? { refusal: true } : {}),
    };
  }

  /** Whether a call ended because the run was told to stop, judged by its signals' reason. */
  private isStop(error: unknown): boolean {
    const { signal, abandon } = this.setting;
    if (error instanceof AgoraError) return false;
    return (
      (signal.aborted && error === signal.reason) || (abandon?.aborted === true && error === abandon.reason)
    );
  }

  private optionsOf(call: CallIdentity): ChatOptions {
    const { signal: stop, abandon } = this.setting;
    const watch = (incident: Incident) => this.note(call, incident);
    return abandon === undefined ? { stop, watch } : { stop, watch, signal: abandon };
  }

  /** Records what the endpoint did on the way to a reply. */
  private note({ round, phase, agent, repeat, attempt }: CallIdentity, { kind, text }: Incident): void {
    const incident: IncidentEvent = {
      type: 'incident',
      collaboration: this.index,
      round,
      phase,
      agent,
      repeat,
      attempt,
      kind,
      text,
    };
    this.log.note(incident);
  }

  private request<T>(
    question: Question<T, Proposal>,
    messages: readonly ChatMessage[],
    attempt: number,
    gave: readonly ToolEvent[],
  ): ChatRequest {
    const { situation } = question;
    const call: CallIdentity = {
      run: this.setting.run,
      seed: this.setting.seed,
      collaboration: this.index,
      round: question.round,
      phase: question.phase,
      agent: question.agent,
      repeat: question.repeat ?? 0,
      attempt,
    };
    return {
      messages,
      sampling: drawnBy(this.setting.sampling, question.sampling, attempt),
      ...(question.format === undefined ? {} : { answer: question.format }),
      ...(question.scoring === undefined ? {} : { scoring: question.scoring }),
      ...(question.tools?.length ? { tools: offered(question.tools) } : {}),
      call,
      ...(situation === undefined ? {} : { situation: this.told(situation, question, gave) }),
    };
  }

  /** The situation, with the name of the agent and the results of its tools. */
  private told(
    situation: Situation<Proposal>,
    { round, agent, tools }: Pick<Question<unknown, Proposal>, 'round' | 'agent' | 'tools'>,
    gave: readonly ToolEvent[],
  ): Situation<Proposal> & Asked {
    const told = { ...situation, round, agent, agents: this.names };
    if (tools === undefined) return told;
    return { ...told, tools: { names: tools.map(({ name }) => name), gave: [...gave] } };
  }

  /** Records an unusable answer, once. */
  private async fail<T, F extends Exclude<Answer<T>, { kind: 'answered' }>>(
    question: Question<T, Proposal>,
    failure: F,
  ): Promise<F> {
    const event = this.failureOf(question, failure);
    const known = this.log.recalled({ ...event, attempt: 0 }, ' failure');
    if (known === undefined) await this.log.put(event, 0);
    else this.log.keep(known);
    return failure;
  }

  private failureOf<T>(
    { round, phase, agent, repeat = 0 }: Question<T, Proposal>,
    failure: Exclude<Answer<T>, { kind: 'answered' }>,
  ): FailureEvent {
    return { type: 'failure', collaboration: this.index, round, phase, agent, repeat, ...failure };
  }
}
