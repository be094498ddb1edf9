import type { AgentBrief } from '../../environments/environment';
import type { ChatMessage } from '../../models/chat-model';
import type { DebateSettings } from './debate-settings';
import { chat, debaterPrompt, firstQuestion, nextQuestion } from './prompts';
import type { Statement } from './similarity';

/** A statement and whose it is: a member's answer, or a group's summary. */
export interface Said extends Statement {
  readonly from: string;
}

/** One agent in a debate: what it said, what it read, and so what its next prompt holds. */
export class Member {
  /** Its latest usable answer; null while there is none. */
  answer: Said | null = null;
  /** Everything new that it was given to read for an answer that could be used, over the whole debate. */
  readonly received: Statement[] = [];
  private readonly own: { readonly round: number; readonly text: string }[] = [];
  /** Questions and answers after the first question, for a memory of the whole debate. */
  private readonly past: ChatMessage[] = [];
  private readonly system: string;

  constructor(
    readonly brief: AgentBrief,
    /** Counted from 1. */
    readonly group: number,
    readonly approach: string | null,
    private readonly task: string,
    private readonly words: string,
    private readonly memory: DebateSettings['memory'],
  ) {
    this.system = debaterPrompt(brief.background, approach);
  }

  get name(): string {
    return this.brief.name;
  }

  /** The prompt for the first answer, or for the next one when there is something to go on from. */
  prompt(source: 'members' | 'groups', received: readonly Said[]): ChatMessage[] {
    const first: ChatMessage = { role: 'user', content: firstQuestion(this.task, this.words) };
    if (this.answer === null && received.length === 0) return chat(this.system, first);
    return chat(this.system, first, ...this.remembered(), {
      role: 'user',
      content: nextQuestion(source, received, this.words),
    });
  }

  /** Takes a usable answer, given to a prompt that showed `received`. */
  takeAnswer(
    round: number,
    source: 'members' | 'groups',
    received: readonly Said[],
    text: string,
    id: string,
  ): void {
    if (this.answer !== null || received.length > 0)
      this.past.push({ role: 'user', content: nextQuestion(source, received, this.words) });
    this.past.push({ role: 'assistant', content: text });
    this.own.push({ round, text });
    this.received.push(...received);
    this.answer = { from: this.name, text, answers: [id] };
  }

  private remembered(): ChatMessage[] {
    if (this.answer === null) return [];
    if (this.memory === 'whole debate') return this.past;
    if (this.memory === 'last round' || this.own.length === 1)
      return [{ role: 'assistant', content: this.answer.text }];
    const all = this.own.map(({ round, text }) => `# My answer of round ${round}\n${text}`);
    return [{ role: 'assistant', content: all.join('\n\n') }];
  }
}
