import type { ChatMessage } from '../../models/chat-model';

/**
 * What an agent's prompt repeats of earlier rounds. `last round`: its own latest answer ("forgetting"). `own
 * answers`: all its own answers. `whole debate`: also everything that it read.
 */
export type MemoryKind = 'last round' | 'own answers' | 'whole debate';

/** What one agent remembers: the questions it was asked, and its own answers. */
export class Memory {
  private readonly own: { readonly round: number; readonly text: string }[] = [];
  private readonly past: ChatMessage[] = [];

  constructor(private readonly kind: MemoryKind) {}

  /** @param question - what was asked in addition to the first question; null if nothing */
  add(round: number, question: string | null, text: string): void {
    if (question !== null) this.past.push({ role: 'user', content: question });
    this.past.push({ role: 'assistant', content: text });
    this.own.push({ round, text });
  }

  /** The turns between the first question and the new one. */
  turns(): readonly ChatMessage[] {
    const latest = this.own.at(-1);
    if (latest === undefined) return [];
    if (this.kind === 'whole debate') return this.past;
    if (this.kind === 'last round' || this.own.length === 1)
      return [{ role: 'assistant', content: latest.text }];
    const all = this.own.map(({ round, text }) => `# My answer of round ${round}\n${text}`);
    return [{ role: 'assistant', content: all.join('\n\n') }];
  }
}

/** A prompt. Consecutive turns of one role are merged, since some endpoints require alternating roles. */
export function chat(system: string, ...turns: readonly (ChatMessage | string)[]): ChatMessage[] {
  const messages: ChatMessage[] = [{ role: 'system', content: system }];
  for (const turn of turns) {
    const { role, content } = typeof turn === 'string' ? { role: 'user' as const, content: turn } : turn;
    const last = messages.at(-1) as ChatMessage;
    if (last.role === role)
      messages[messages.length - 1] = { role, content: `${last.content}\n\n${content}` };
    else messages.push({ role, content });
  }
  return messages;
}
