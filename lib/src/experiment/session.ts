import { z } from 'zod';
import { AgoraError, hasCode } from '../agora-error';
import { check, listOf, settings, text } from '../check';
import { canonicalJson, type Json } from '../json';
import type { AgentBrief, Environment } from '../environments/environment';
import type { Situation } from '../environments/situation';
import { requestDigest } from '../models/request-digest';
import type {
  CallIdentity,
  ChatMessage,
  ChatModel,
  ChatReply,
  ChatRequest,
  Sampling,
  ToolCall,
} from '../models';
import type { Answer, Ending, Question, Session, StoppingPolicy } from '../protocols';
import type { Random } from '../random';
import { simulate } from '../simulation/member';
import { PromptBook } from '../transcripts/prompts';
import { assemble } from '../transcripts/read-run';
import type { Event, FailureEvent, NewEvent, ReplyEvent, ToolEvent } from '../transcripts';
import { interpret, repairQuestion } from './interpret';
import { mostToolTurns, offered, useTool } from './use-tool';

/** Names stand in every prompt and path of a run: short, and each one's own. */
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
  readonly sampling: Sampling;
  readonly stop: StoppingPolicy | null;
  readonly signal: AbortSignal;
  /** What an earlier, interrupted run of this collaboration left on record. */
  readonly recorded: readonly Event[];
  readonly append: (event: Event) => void;
  /** Takes lines of prompts.jsonl. */
  readonly appendPrompt: (lines: string) => void;
}

/** A reply, or the failure that took its place. */
type Asked<T> = ReplyEvent | Extract<Answer<T>, { kind: 'failed' }>;
type Bare<E> = E extends { collaboration: number } ? Omit<E, 'collaboration'> : never;

/**
 * One collaboration as a protocol sees it. A resumed collaboration is played again from its beginning: questions
 * whose answers are on record are answered from there, at no cost, and events that are on record are checked
 * against what the protocol records now, so that a run never goes on from a past that its code no longer has.
 */
export class CollaborationSession<Instance, Proposal> implements Session<Instance, Proposal> {
  readonly environment: Environment<Instance, Proposal>;
  readonly instance: Instance;
  readonly index: number;
  readonly agents: readonly AgentBrief[];
  private readonly names: readonly string[];
  readonly random: Random;
  private readonly events: Event[] = [];
  /** Recorded replies, tools' results and failed calls by call. */
  private readonly answered = new Map<string, ReplyEvent | ToolEvent | FailureEvent>();
  /** Other recorded events, in order; `replayed` counts those that the protocol has come by again. */
  private readonly past: Event[] = [];
  private replayed = 0;
  private readonly pending = new Set<Promise<unknown>>();
  private readonly prompts: PromptBook;

  constructor(private readonly setting: SessionSetting<Instance, Proposal>) {
    this.environment = setting.environment;
    this.instance = setting.instance;
    this.index = setting.index;
    this.prompts = new PromptBook(setting.index);
    this.random = setting.random;
    this.agents = setting.environment.agents(setting.instance);
    check(`The environment "${this.environment.name}"`, roster, { agents: this.agents });
    this.names = this.agents.map(({ name }) => name);
    for (const event of setting.recorded) {
      if (event.type === 'reply') this.answered.set(callKey(event), event);
      else if (event.type === 'tool') this.answered.set(`${callKey(event)} tool ${event.call}`, event);
      else if (event.type === 'failure')
        this.answered.set(`${callKey({ ...event, attempt: 0 })} failure`, event);
      else this.past.push(event);
    }
    this.replayOrAppend({
      type: 'started',
      instance: this.instance as Json,
      agents: this.names,
    });
  }

  ask<T>(question: Question<T, Proposal>): Promise<Answer<T>> {
    const answer = this.answer(question);
    this.pending.add(answer);
    const done = () => this.pending.delete(answer);
    answer.then(done, done);
    return answer;
  }

  record(event: NewEvent): void {
    this.replayOrAppend(event);
  }

  async shouldStop(): Promise<boolean> {
    return this.setting.stop === null
      ? false
      : this.setting.stop.decide(assemble(this.index, this.events, null));
  }

  /** Records the end. */
  finish(ending: Ending): void {
    this.replayOrAppend({ type: 'finished', ...ending });
  }

  /** Resolves once no call is in flight, so that nothing arrives after the record is closed. */
  async settled(): Promise<void> {
    while (this.pending.size > 0) await Promise.allSettled(this.pending);
  }

  private async answer<T>(question: Question<T, Proposal>): Promise<Answer<T>> {
    const { reply: first, messages } = await this.converse(question, question.messages, 0);
    if ('kind' in first) return first;
    const outcome = interpret(question, first);
    if (outcome.kind === 'answered') return outcome;
    if (outcome.kind === 'refused') return this.fail(question, outcome);
    const form = question.format === undefined ? 'prose' : 'json';
    const repair = repairQuestion(messages, first.text, outcome.reason, form);
    const { reply: second } = await this.converse(question, repair, 1);
    if ('kind' in second) return second;
    const repaired = interpret(question, second);
    return repaired.kind === 'answered' ? repaired : this.fail(question, repaired);
  }

  /** Asks, and asks on with what tools gave as long as the agent calls some. @returns the last reply, and all before it */
  private async converse<T>(
    question: Question<T, Proposal>,
    messages: readonly ChatMessage[],
    attempt: number,
  ): Promise<{ reply: Asked<T>; messages: readonly ChatMessage[] }> {
    const gave: ToolEvent[] = [];
    let reply = await this.call(question, messages, attempt, gave);
    for (let turn = 1; turn <= mostToolTurns && !('kind' in reply); turn++) {
      const { toolCalls = [], text } = reply;
      if (toolCalls.length === 0) break;
      const place = reply;
      const used = await Promise.all(
        toolCalls.map((called, call) => this.use(question, place, called, call)),
      );
      const told = used.map(({ result = null, error }, call): ChatMessage => {
        const content = JSON.stringify(error === undefined ? result : { error });
        return { role: 'tool', content, toolCallId: toolCalls[call]?.id ?? '' };
      });
      messages = [...messages, { role: 'assistant', content: text, toolCalls }, ...told];
      gave.push(...used);
      const phase = `${question.phase}/tools ${turn}`;
      reply = await this.call({ ...question, phase }, messages, attempt, gave);
    }
    return { reply, messages };
  }

  /** Calls a tool, unless what it gave is on record. */
  private async use<T>(
    question: Question<T, Proposal>,
    { collaboration, round, phase, agent, repeat, attempt }: ReplyEvent,
    called: ToolCall,
    call: number,
  ): Promise<ToolEvent> {
    const place = { round, phase, agent, repeat, attempt };
    const known = this.recalled(place, ` tool ${call}`);
    if (known?.type === 'tool') return this.keep(known);
    const given = await useTool(question.tools ?? [], called);
    const event: ToolEvent = { type: 'tool', collaboration, ...place, call, ...given };
    this.setting.append(event);
    return this.keep(event);
  }

  /** One reply, from the record or from the model; or the failure that took its place. */
  private async call<T>(
    question: Question<T, Proposal>,
    messages: readonly ChatMessage[],
    attempt: number,
    gave: readonly ToolEvent[],
  ): Promise<Asked<T>> {
    const request = this.request(question, messages, attempt, gave);
    const digest = requestDigest(request);
    const { round, phase, agent, repeat } = request.call;
    const known = this.recalled(request.call, '');
    if (known?.type === 'reply') {
      if (known.request !== digest) throw this.stale(`the prompt of ${agent} in round ${round}, ${phase}`);
      return this.keep(known);
    }
    const failure = this.recalled({ ...request.call, attempt: 0 }, ' failure');
    if (failure?.type === 'failure' && failure.kind === 'failed') {
      this.keep(failure);
      return { kind: 'failed', reason: failure.reason };
    }
    if (this.setting.signal.aborted) throw new AgoraError('interrupted', 'The run was told to stop.');
    let reply: ChatReply;
    try {
      reply = await this.setting.model.chat(request, {});
    } catch (error) {
      if (!hasCode(error, 'request-failed')) throw error;
      return this.fail(question, { kind: 'failed', reason: error.message });
    }
    const { usage, ...rest } = reply;
    const event: ReplyEvent = {
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
    };
    this.setting.appendPrompt(this.prompts.write(digest, messages));
    this.setting.append(event);
    return this.keep(event);
  }

  /** What is on record of a call; in a collaboration that was never interrupted, nothing. */
  private recalled(
    call: CallPlace,
    kind: '' | ' failure' | ` tool ${number}`,
  ): ReplyEvent | ToolEvent | FailureEvent | undefined {
    return this.answered.size === 0 ? undefined : this.answered.get(callKey(call) + kind);
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
      sampling: { ...this.setting.sampling, ...question.sampling },
      ...(question.format === undefined ? {} : { answer: question.format }),
      ...(question.scoring === undefined ? {} : { scoring: question.scoring }),
      ...(question.tools?.length ? { tools: offered(question.tools) } : {}),
      call,
      ...(situation === undefined ? {} : this.told(situation, question, gave)),
    };
  }

  /** The situation with who is asked, and how a simulated member answers in it: it is never given the case itself. */
  private told(
    situation: Situation<Proposal>,
    { round, agent, tools }: Pick<Question<unknown, Proposal>, 'round' | 'agent' | 'tools'>,
    gave: readonly ToolEvent[],
  ): Pick<ChatRequest, 'situation' | 'simulate'> {
    const { environment, instance } = this;
    const offer = tools && { tools: { names: tools.map(({ name }) => name), gave: [...gave] } };
    const asked = { ...situation, round, agent, agents: this.names, ...offer };
    if (environment.standIn === undefined) return { situation: asked };
    return {
      situation: asked,
      simulate: (random, profile) => simulate(environment, instance, asked, random, profile),
    };
  }

  /** Puts an answer that could not be used on record, once. */
  private fail<T, F extends Exclude<Answer<T>, { kind: 'answered' }>>(
    question: Question<T, Proposal>,
    failure: F,
  ): F {
    const event: FailureEvent = {
      type: 'failure',
      collaboration: this.index,
      round: question.round,
      phase: question.phase,
      agent: question.agent,
      repeat: question.repeat ?? 0,
      ...failure,
    };
    if (this.recalled({ ...event, attempt: 0 }, ' failure') === undefined) this.setting.append(event);
    this.keep(event);
    return failure;
  }

  private keep<E extends Event>(event: E): E {
    this.events.push(event);
    return event;
  }

  private replayOrAppend(bare: Bare<Event>): void {
    const event = { ...bare, collaboration: this.index } as Event;
    const past = this.past[this.replayed];
    this.keep(event);
    if (past === undefined) return this.setting.append(event);
    if (canonicalJson(past) !== canonicalJson(event)) {
      throw this.stale(`the ${event.type} event${'round' in event ? ` of round ${event.round}` : ''}`);
    }
    this.replayed++;
  }

  private stale(what: string): AgoraError {
    return new AgoraError(
      'stale-run',
      `Collaboration ${this.index} cannot be resumed: ${what} is not what the record holds. The code or the data ` +
        'changed since it was begun. Start a new run (another name or folder), or go back to the version that began it.',
    );
  }
}

type CallPlace = Pick<CallIdentity, 'round' | 'phase' | 'agent' | 'repeat' | 'attempt'>;

function callKey(call: CallPlace): string {
  return JSON.stringify([call.round, call.phase, call.agent, call.repeat, call.attempt]);
}
