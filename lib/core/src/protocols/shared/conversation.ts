import { either, type Json, oneOf, type Reading, settings, whole } from 'agora-voting/internal';
import type { SeenMessage, Shared } from '../../environments/situation';
import { note } from '../../transcripts/note';
import type { Session } from '../protocol';
import { charactersIn, upTo, wordsIn } from './answer-size';
import { chat } from './memory';
import { takeTurns } from './order';

/**
 * What prompts repeat of a conversation, beside the proposals and the decision that stand.
 * - all: every message. Prompts grow with every round, and may outgrow a model's context.
 * - lastRounds: the messages of the round that goes on, and of so many rounds before it.
 * - summaries: as with one last round, and before it a summary of one's own, which everybody writes anew after each round.
 */
export type ConversationMemory = 'all' | 'summaries' | { readonly lastRounds: number };

export const conversationMemory = either(
  '"all", "summaries" or { lastRounds }',
  oneOf('all', 'summaries'),
  settings({ lastRounds: whole(1) }),
);

/** The setting as a run records it. */
export function recordedMemory(memory: ConversationMemory): Json {
  return typeof memory === 'string' ? memory : { lastRounds: memory.lastRounds };
}

/** What one prompt repeats of a conversation. */
export interface Recalled {
  /** What the agent wrote of earlier rounds; null where it keeps no summary, or has written none yet. */
  readonly summary: string | null;
  readonly messages: readonly SeenMessage[];
  /** Whether earlier messages are left out. */
  readonly isCut: boolean;
}

/** A group's messages, and what each prompt repeats of them. */
export class Conversation {
  private messages: readonly SeenMessage[] = [];
  private readonly summaries = new Map<string, string>();

  constructor(readonly memory: ConversationMemory) {}

  hear(message: SeenMessage): void {
    this.messages = [...this.messages, message];
  }

  /** Takes an agent's new summary in place of its last one. */
  summarised(agent: string, text: string): void {
    this.summaries.set(agent, text);
  }

  recalled(agent: string, round: number): Recalled {
    const { memory, messages } = this;
    if (memory === 'all') return { summary: null, messages, isCut: false };
    const rounds = memory === 'summaries' ? 1 : memory.lastRounds;
    const kept = messages.filter((message) => message.round >= round - rounds);
    const summary = this.summaries.get(agent) ?? null;
    return { summary, messages: kept, isCut: kept.length < messages.length };
  }
}

/** What is recalled as messages, for simulated members: a summary line by line, each as its author's. */
export function recalledMessages(
  { summary, messages }: Recalled,
  agent: string,
  round: number,
): readonly SeenMessage[] {
  if (summary === null) return messages;
  const lines = summary.split('\n').filter((line) => line.trim() !== '');
  return [...lines.map((text) => ({ round: round - 1, from: agent, to: [], text })), ...messages];
}

/** The lines of a prompt above what is repeated of a conversation. */
export function recalledLines({ summary, isCut }: Recalled, title: string): string[] {
  return [
    ...(summary === null ? [] : [`${title} Your summary of earlier rounds`, summary]),
    ...(summary === null && isCut ? ['Messages of earlier rounds are left out.'] : []),
  ];
}

/** Somebody who is to sum up what was said. */
export interface Writer<Proposal> {
  readonly agent: string;
  readonly system: string;
  /** What its prompts hold above a question. */
  readonly told: string;
  readonly shared: Shared<Proposal>;
}

/** A summary is asked for in so many words, or fewer where its tokens do not suffice for them. */
const usualWords = 150;

/**
 * Everybody sums up what was said so far; where no usable summary comes, an agent's last one stays.
 * @param maxTokens - of a summary
 */
export function sumUp<Instance, Proposal>(
  session: Session<Instance, Proposal>,
  conversation: Conversation,
  round: number,
  writers: readonly Writer<Proposal>[],
  maxTokens: number,
): Promise<void> {
  const phase = 'summary';
  const words = Math.min(usualWords, wordsIn(charactersIn(maxTokens, 1)));
  const ask = ({ agent, system, told, shared }: Writer<Proposal>) =>
    session.ask({
      round,
      phase,
      agent,
      messages: chat(system, `${told}\n${summaryQuestion(round, words)}`),
      sampling: upTo(maxTokens),
      read: readSummary,
      situation: { act: 'summarise', messages: shared.messages, candidates: shared.candidates },
    });
  return takeTurns('simultaneous', writers, ask, (answers) => {
    for (const { member, answer } of answers) {
      if (answer.kind !== 'answered') continue;
      conversation.summarised(member.agent, answer.value);
      session.record(note('summary', { round, phase, by: member.agent }, { text: answer.value }));
    }
  });
}

function summaryQuestion(round: number, words: number): string {
  return [
    `# Now: the end of round ${round}`,
    `Later prompts will not repeat what was said in earlier rounds. Sum up for yourself, in at most ${words} words, what you need to remember of it: who wants what, what was offered and refused, and what is agreed.`,
    'Write the summary and nothing else.',
  ].join('\n');
}

function readSummary(value: unknown): Reading<string> {
  const summary = String(value).trim();
  return summary === '' ? { ok: false, reason: 'the summary is empty' } : { ok: true, value: summary };
}
