import type { AgentBrief } from '../../environments/environment';
import type { SeenMessage } from '../../environments/situation';
import type { ChatMessage } from '../../models/chat-model';
import type { DebateSettings } from './debate-settings';
import { chat, Memory } from '../shared/memory';
import { debaterPrompt, firstQuestion, nextQuestion } from './prompts';
import type { Statement } from './similarity';

/** A statement and its author: a member's answer, or a group's summary. */
export interface Said extends Statement {
  readonly from: string;
}

/** Statements as messages, one per line: a summary has one line for each author that it covers. */
export function messagesOf(statements: readonly Said[], round: number): SeenMessage[] {
  return statements.flatMap(({ from, text }) =>
    text.split('\n').map((line) => ({ round, from, to: [], text: line })),
  );
}

/** One agent in a debate: what it said and read. This determines its next prompt. */
export class Member {
  /** Its latest usable answer; null while there is none. */
  answer: Said | null = null;
  /** Everything new that it read, over the whole debate, for answers that were usable. */
  readonly received: Statement[] = [];
  private readonly memory: Memory;
  private readonly system: string;

  constructor(
    readonly brief: AgentBrief,
    /** Counted from 1. */
    readonly group: number,
    readonly approach: string | null,
    private readonly task: string,
    private readonly words: string,
    memory: DebateSettings['memory'],
  ) {
    this.memory = new Memory(memory);
    this.system = debaterPrompt(brief.background, approach);
  }

  get name(): string {
    return this.brief.name;
  }

  /** The prompt for the first answer; or for the next one, if there is something to read. */
  prompt(source: 'members' | 'groups', received: readonly Said[]): ChatMessage[] {
    const first = firstQuestion(this.task, this.words);
    const next = this.next(source, received);
    return next === null ? chat(this.system, first) : chat(this.system, first, ...this.memory.turns(), next);
  }

  /** Stores a usable answer to a prompt that showed `received`. */
  takeAnswer(
    round: number,
    source: 'members' | 'groups',
    received: readonly Said[],
    text: string,
    id: string,
  ): void {
    this.memory.add(round, this.next(source, received), text);
    this.received.push(...received);
    this.answer = { from: this.name, text, answers: [id] };
  }

  private next(source: 'members' | 'groups', received: readonly Said[]): string | null {
    return this.answer === null && received.length === 0 ? null : nextQuestion(source, received, this.words);
  }
}
