import { z } from 'zod';
import { AgoraError, hasCode } from '../agora-error';
import { check, listOf, settings, text } from '../check';
import { canonicalJson, type Json } from '../json';
import type { AgentBrief, Environment } from '../environments/environment';
import type { Situation } from '../environments/situation';
import { requestDigest } from '../models/request-digest';
import type { CallIdentity, ChatMessage, ChatModel, ChatReply, ChatRequest, Sampling } from '../models';
import type { Answer, Ending, Question, Session, StoppingPolicy } from '../protocols';
import type { Random } from '../random';
import { simulate } from '../simulation/member';
import { readJson } from '../read-json';
import { assemble } from '../transcripts/read-run';
import type { Event, FailureEvent, NewEvent, ReplyEvent } from '../transcripts';

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
}

type Outcome<T> = Exclude<Answer<T>, { kind: 'failed' }>;
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
  /** Recorded replies and failed calls by call. */
  private readonly answered = new Map<string, ReplyEvent | FailureEvent>();
  /** Other recorded events, in order; `replayed` counts those that the protocol has come by again. */
  private readonly past: Event[] = [];
  private replayed = 0;
  private readonly pending = new Set<Promise<unknown>>();

  constructor(private readonly setting: SessionSetting<Instance, Proposal>) {
    this.environment = setting.environment;
    this.instance = setting.instance;
    this.index = setting.index;
    this.random = setting.random;
    this.agents = setting.environment.agents(setting.instance);
    check(`The environment "${this.environment.name}"`, roster, { agents: this.agents });
    this.names = this.agents.map(({ name }) => name);
    for (const event of setting.recorded) {
      if (event.type === 'reply') this.answered.set(callKey(event), event);
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
    const first = await this.call(question, question.messages, 0);
    if ('kind' in first) return first;
    const outcome = interpret(question, first);
    if (outcome.kind === 'answered') return outcome;
    if (outcome.kind === 'refused') return this.fail(question, outcome);
    const form = question.format === undefined ? 'prose' : 'json';
    const repair = repairQuestion(question.messages, first.text, outcome.reason, form);
    const second = await this.call(question, repair, 1);
    if ('kind' in second) return second;
    const repaired = interpret(question, second);
    return repaired.kind === 'answered' ? repaired : this.fail(question, repaired);
  }

  /** One reply, from the record or from the model; or the failure that took its place. */
  private async call<T>(
    question: Question<T, Proposal>,
    messages: readonly ChatMessage[],
    attempt: number,
  ): Promise<ReplyEvent | Extract<Answer<T>, { kind: 'failed' }>> {
    const request = this.request(question, messages, attempt);
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
    this.setting.append(event);
    return this.keep(event);
  }

  /** What is on record of a call; in a collaboration that was never interrupted, nothing. */
  private recalled(call: CallPlace, kind: '' | ' failure'): ReplyEvent | FailureEvent | undefined {
    return this.answered.size === 0 ? undefined : this.answered.get(callKey(call) + kind);
  }

  private request<T>(
    question: Question<T, Proposal>,
    messages: readonly ChatMessage[],
    attempt: number,
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
      call,
      ...(situation === undefined ? {} : this.told(situation, question)),
    };
  }

  /** The situation with who is asked, and how a simulated member answers in it: it is never given the case itself. */
  private told(
    situation: Situation<Proposal>,
    { round, agent }: Pick<CallIdentity, 'round' | 'agent'>,
  ): Pick<ChatRequest, 'situation' | 'simulate'> {
    const { environment, instance } = this;
    const asked = { ...situation, round, agent, agents: this.names };
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

function interpret<T, P>(question: Question<T, P>, reply: ReplyEvent): Outcome<T> {
  const { text } = reply;
  if (reply.finish === 'refusal') return { kind: 'refused', reason: 'the model declined to answer', text };
  let value: unknown = text;
  if (question.format !== undefined) {
    const json = readJson(text);
    if (!json.ok) {
      const cut = reply.finish === 'length' ? ' (the answer was cut off at its length limit)' : '';
      return { kind: 'unparsed', reason: json.reason + cut, text };
    }
    value = json.value;
  }
  const reading = question.read(value);
  return reading.ok
    ? { kind: 'answered', value: reading.value, text }
    : { kind: 'invalid', reason: reading.reason, text };
}

/** Endpoints turn empty messages away. */
const nothing = '(no answer)';

const again = {
  json: 'Answer the same question once more, in exactly the format it asks for and with nothing around it.',
  prose: 'Answer the same question once more, and end in the form that it asks for.',
};

/** The one chance to mend an answer: the conversation so far, the answer, and what was wrong with it. */
function repairQuestion(
  messages: readonly ChatMessage[],
  answer: string,
  reason: string,
  form: keyof typeof again,
): ChatMessage[] {
  return [
    ...messages,
    { role: 'assistant', content: answer.trim() === '' ? nothing : answer },
    { role: 'user', content: `Your answer could not be used: ${reason}. ${again[form]}` },
  ];
}
