import { pluralityOf, standingAnswers } from 'agora-core/internal';
import type { AnswerOf, DebateAnswer } from 'agora-core/metrics';
import { countTokens } from 'agora-core/models';
import { type Collaboration, eventsOf } from 'agora-core/transcripts';

type Answer = DebateAnswer | null;

/** A recorded debate as S2-MAD's claims read it. */
export interface Debate {
  readonly task: string;
  readonly model: string;
  readonly diversity: string;
  readonly question: string;
  readonly agents: number;
  /** [round - 1][agent]; null for a reply without an answer, which is wrong and has no vote. */
  readonly answers: readonly (readonly Answer[])[];
  /** Of each reply, [round - 1][agent]. */
  readonly tokens: readonly (readonly number[])[];
  readonly questionTokens: number;
  /** The input tokens that the provider counted for each reply, if it did. */
  readonly inputTokens: readonly (readonly number[])[] | null;
}

/** @param answerOf - reads an answer out of a text; left out where answers are on record */
export function debateOf(one: Collaboration, answerOf?: AnswerOf): Debate {
  const about = one.instance as Readonly<Record<string, string | null>>;
  const rounds = one.finished?.rounds ?? 0;
  const table = (valueOf: (round: number, agent: string) => number): number[][] =>
    Array.from({ length: rounds }, (_, place) => one.agents.map((agent) => valueOf(place + 1, agent)));
  const replies = eventsOf(one, 'reply');
  const messages = eventsOf(one, 'message');
  const replied = (round: number, agent: string) =>
    replies.find((reply) => reply.round === round && reply.agent === agent);
  const spoken = (round: number, agent: string): string =>
    messages.findLast((message) => message.round === round && message.from === agent)?.text ?? '';
  const isReported = replies.length > 0;
  return {
    task: taskOf(about),
    model: String(about['model']).replace(/ \(.*/, ''),
    diversity: diversityOf(about['diversity']),
    question: String(about['question'] ?? about['id']),
    agents: one.agents.length,
    answers: standingAnswers(one, answerOf).rounds,
    tokens: table((round, agent) =>
      isReported
        ? (replied(round, agent)?.outputTokens ?? 0)
        : countTokens(withoutThoughts(spoken(round, agent))),
    ),
    questionTokens: isReported ? 0 : countTokens(about['question'] ?? ''),
    inputTokens: isReported ? table((round, agent) => replied(round, agent)?.inputTokens ?? 0) : null,
  };
}

function taskOf({ task, dataset }: Readonly<Record<string, string | null>>): string {
  if (task === 'gsm8k' || task === 'gsm') return 'GSM8K';
  if (task === 'mmlu') return 'MMLU';
  return dataset === 'gpqa-debates' ? 'GPQA' : String(task);
}

function diversityOf(told: string | null | undefined): string {
  if (told === null || told === undefined) return 'none';
  return told.startsWith('temp') ? 'temperatures' : 'personas';
}

/** Text between think tags is no part of a reply. */
function withoutThoughts(text: string): string {
  return text.split('</think>').at(-1) ?? '';
}

/** The vote after a round, in percent: plurality; a tie counts by the share of right answers among the winners. */
export function voteAfter({ answers }: Debate, round: number): number {
  return 100 * pluralityOf(answers[round - 1] ?? []).right;
}

/** How many of the agents are right after a round, in percent. */
export function rightAfter({ answers }: Debate, round: number): number {
  const own = answers[round - 1] ?? [];
  return (100 * own.filter((one) => one?.correct === true).length) / own.length;
}

/** Of the opinions that are read in round 2, the share that repeat the reader's own or one listed before, in percent. */
export function redundantShare({ answers, agents }: Debate): number {
  const first = answers[0] ?? [];
  let [redundant, read] = [0, 0];
  for (let reader = 0; reader < agents; reader++) {
    const known: Answer[] = [first[reader] ?? null];
    for (let other = 0; other < agents; other++) {
      if (other === reader) continue;
      const opinion = first[other] ?? null;
      read++;
      if (known.some((one) => isSame(one, opinion))) redundant++;
      known.push(opinion);
    }
  }
  return (100 * redundant) / read;
}

/** An answer that could not be read is like no other. */
function isSame(one: Answer, other: Answer): boolean {
  return one !== null && other !== null && one.key === other.key;
}

/** Tokens of a debate in which everybody reads everything, and of the same with the filter. */
export interface ReplayCost {
  readonly full: number;
  readonly filtered: number;
  /** The same for the rounds from the second on. */
  readonly fullLater: number;
  readonly filteredLater: number;
}

/**
 * The cost of a debate in full, and the part that the filter would not have sent: an agent reads only replies whose answer
 * differs from its own last one and from those it reads before; with nothing to read it is silent, costs nothing and
 * keeps its answer; the debate ends once all agree. Replies of later rounds are the recorded ones: a replay shows what would
 * not have been sent, not what would have been said.
 */
export function replayCost(debate: Debate): ReplayCost {
  const { agents, answers, tokens } = debate;
  const seats = Array.from({ length: agents }, (_, agent) => agent);
  const first = seats.reduce((sum, agent) => sum + fullCost(debate, 1, agent), 0);
  let standing = seats.map((agent) => ({
    answer: answers[0]?.[agent] ?? null,
    tokens: tokens[0]?.[agent] ?? 0,
  }));
  let [fullLater, filteredLater] = [0, 0];
  for (let round = 2; round <= answers.length; round++) {
    const before = standing;
    const isAgreed = before.every(({ answer }) => isSame(answer, before[0]?.answer ?? null));
    standing = seats.map((agent) => {
      fullLater += fullCost(debate, round, agent);
      const own = before[agent] as (typeof before)[number];
      const unread = isAgreed
        ? []
        : unreadBy(
            agent,
            before.map(({ answer }) => answer),
          );
      if (isAgreed || unread.length === agents - 1) return own;
      filteredLater += filteredCost(debate, round, agent, own.tokens, unread, before);
      return { answer: answers[round - 1]?.[agent] ?? null, tokens: tokens[round - 1]?.[agent] ?? 0 };
    });
  }
  return {
    full: first + fullLater,
    filtered: first + filteredLater,
    fullLater: fullLater,
    filteredLater: filteredLater,
  };
}

/** The agents whose replies an agent does not read. */
function unreadBy(agent: number, standing: readonly Answer[]): number[] {
  const known: Answer[] = [standing[agent] ?? null];
  const unread: number[] = [];
  for (const [other, opinion] of standing.entries()) {
    if (other === agent) continue;
    if (known.some((one) => isSame(one, opinion))) unread.push(other);
    else known.push(opinion);
  }
  return unread;
}

/** The question, what is on the table of the round before, and the reply. */
function fullCost({ tokens, questionTokens, inputTokens }: Debate, round: number, agent: number): number {
  const reply = tokens[round - 1]?.[agent] ?? 0;
  if (inputTokens !== null) return (inputTokens[round - 1]?.[agent] ?? 0) + reply;
  const before = round === 1 ? [] : (tokens[round - 2] ?? []);
  return questionTokens + before.reduce((sum, one) => sum + one, 0) + reply;
}

function filteredCost(
  debate: Debate,
  round: number,
  agent: number,
  own: number,
  unread: readonly number[],
  standing: readonly { readonly tokens: number }[],
): number {
  const reply = debate.tokens[round - 1]?.[agent] ?? 0;
  if (debate.inputTokens !== null) {
    // Texts that are not read are taken off the input. A reply kept from earlier is assumed to be as long as the recorded one.
    const spared = unread.reduce((sum, other) => sum + (debate.tokens[round - 2]?.[other] ?? 0), 0);
    return (debate.inputTokens[round - 1]?.[agent] ?? 0) - spared + reply;
  }
  const read = standing.reduce(
    (sum, { tokens }, other) => (other === agent || unread.includes(other) ? sum : sum + tokens),
    0,
  );
  return debate.questionTokens + own + read + reply;
}
