import { either, type Json, oneOf, type Reading, settings, whole } from 'agora-voting/internal';
import type { SeenMessage, Shared } from '../../environments/situation';
import { note } from '../../transcripts/note';
import type { Session } from '../protocol';
import { charactersIn, upTo, wordsIn } from './answer-size';
import { chat } from './memory';
import { takeTurns } from './order';

/**
 * What prompts repeat of a conversation, besides the proposals and the current decision.
 * - all: every message. Prompts grow with every round, and may exceed a model's context.
 * - lastRounds: the messages of the current round and of this many rounds before it.
 * - summaries: the messages of one last round, and the agent's own summary of the rounds before. Every agent writes a
 *   new summary after each round.
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
  /** The agent's summary of earlier rounds; null if it keeps none, or has not written one yet. */
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

  /** Replaces an agent's summary. */
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

/** What is recalled, as messages for simulated agents. A summary is split into lines, each with its author. */
export function recalledMessages(
  { summary, messages }: Recalled,
  agent: string,
  round: number,
): readonly SeenMessage[] {
  if (summary === null) return messages;
  const lines = summary.split('\n').filter((line) => line.trim() !== '');
  return [...lines.map((text) => ({ round: round - 1, from: agent, to: [], text })), ...messages];
}

/** The lines that precede the repeated conversation in a prompt. */
export function recalledLines({ summary, isCut }: Recalled, title: string): string[] {
  return [
    ...(summary === null ? [] : [`${title} Your summary of earlier rounds`, summary]),
    ...(summary === null && isCut ? ['Messages of earlier rounds are left out.'] : []),
  ];
}

/** An agent who writes a summary of what was said. */
export interface Writer<Proposal> {
  readonly agent: string;
  readonly system: string;
  /** What its prompts contain before the question. */
  readonly told: string;
  readonly shared: Shared<Proposal>;
}

/** The usual limit of a summary, in words; fewer if its tokens do not allow that many. */
const usualWords = 150;

/**
 * Every agent summarises what was said so far. If an agent writes no usable summary, its last one remains.
 * @param maxTokens - the most tokens of a summary
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
    `Later prompts will not repeat what was said in earlier rounds. Summarise for yourself, in at most ${words} words, what you need to remember of it: who wants what, what was offered and refused, and what is agreed.`,
    'Write the summary and nothing else.',
  ].join('\n');
}

function readSummary(value: unknown): Reading<string> {
  const summary = String(value).trim();
  return summary === '' ? { ok: false, reason: 'the summary is empty' } : { ok: true, value: summary };
}
