import { pluralityOf } from 'agora-core/internal';
import type { DebateAnswer } from 'agora-core/metrics';

/*
 * Computes what S2-MAD would not have sent in a recorded debate in which everybody read everybody. A replay costs no call. It
 * knows who had nothing new to read. It cannot know what an agent would have said after reading less.
 */

/** What an agent said in a round. */
export interface Said {
  readonly agent: number;
  /** Null if no answer could be read. */
  readonly answer: DebateAnswer | null;
  readonly text: string;
  readonly tokens: number;
}

/** A recorded debate in one group. */
export interface FullDebate {
  /** [round - 1][agent]. */
  readonly rounds: readonly (readonly Said[])[];
  /** Tokens that each agent read, [round - 1][agent]; null if they were not counted. */
  readonly read: readonly (readonly number[])[] | null;
  readonly questionTokens: number;
  /** Whether agents speak one after the other, so that later ones read the same round. */
  readonly isInTurn: boolean;
}

/** The parts of S2-MAD. With none of them a replay is the recorded debate. */
export interface Parts {
  /** Drops views that are similar to the reader's own, or to one that it read before. Null: nothing is dropped. */
  readonly filter: ((one: Said, other: Said) => boolean) | null;
  /** Whether an agent with nothing left to read is silent, and keeps its answer. */
  readonly jump: boolean;
  /** Whether the debate ends at the end of a stage if all views are alike. */
  readonly earlyStop: boolean;
  /** Which views count as read before. */
  readonly seen: 'debate' | 'round';
}

/** Rounds of a stage (S2-MAD, section 4.1). */
const stageRounds = 2;

export interface Replayed {
  readonly tokens: number;
  /** The share of right answers among the winners of the final vote, in percent. */
  readonly accuracy: number;
  /** How many turns after the first round were asked, and how many were not. */
  readonly asked: number;
  readonly silent: number;
}

/** Plays a recorded debate again with some parts of S2-MAD. An agent that is asked gives its recorded answer. */
export function replayDebate(debate: FullDebate, parts: Parts): Replayed {
  const [first = [], ...later] = debate.rounds;
  const known = first.map((): Said[] => []);
  let standing: readonly Said[] = first;
  let tokens = first.reduce((sum, said) => sum + costOf(debate, 1, said, []), 0);
  let [asked, silent] = [0, 0];
  for (const [place, recorded] of later.entries()) {
    const round = place + 2;
    const isNewStage = (round - 1) % stageRounds === 0;
    if (parts.earlyStop && isNewStage && areAlike(standing, parts)) {
      silent += recorded.length * (debate.rounds.length - round + 1);
      break;
    }
    const next = [...standing];
    for (const said of recorded) {
      const heard = (debate.isInTurn ? next : standing).filter(({ agent }) => agent !== said.agent);
      const own = standing[said.agent] as Said;
      const kept = news(own, heard, known[said.agent] ?? [], parts);
      if (parts.jump && parts.filter?.(own, own) === true && kept.length === 0) {
        silent++;
        continue;
      }
      asked++;
      known[said.agent]?.push(...kept);
      const dropped = heard.filter((view) => !kept.includes(view));
      tokens += costOf(debate, round, said, dropped, [own, ...heard]);
      next[said.agent] = said;
    }
    standing = next;
  }
  const accuracy = 100 * pluralityOf(standing.map(({ answer }) => answer)).right;
  return { tokens: tokens, accuracy: accuracy, asked: asked, silent: silent };
}

/** The views that an agent would still read. */
function news(own: Said, heard: readonly Said[], before: readonly Said[], { filter, seen }: Parts): Said[] {
  if (filter === null) return [...heard];
  const kept: Said[] = [];
  for (const view of heard) {
    const known = [own, ...(seen === 'debate' ? before : []), ...kept];
    if (!known.some((one) => filter(one, view))) kept.push(view);
  }
  return kept;
}

function areAlike(standing: readonly Said[], { filter }: Parts): boolean {
  const [first] = standing;
  return filter !== null && first !== undefined && standing.every((one) => filter(first, one));
}

/**
 * Tokens of a turn. If recorded: what the agent read minus what is dropped, and what it wrote. Else: the question, its own
 * last text, what it reads, and what it writes.
 */
function costOf(
  { read, questionTokens }: FullDebate,
  round: number,
  said: Said,
  dropped: readonly Said[],
  repeated: readonly Said[] = [],
): number {
  const onRecord = read?.[round - 1]?.[said.agent];
  const prompt = onRecord ?? questionTokens + tokensIn(repeated);
  return prompt - tokensIn(dropped) + said.tokens;
}

function tokensIn(texts: readonly Said[]): number {
  return texts.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** The paper's matching: equal answers are one view. An unreadable answer matches nothing, not even itself. */
export function sameAnswer(one: Said, other: Said): boolean {
  return one.answer !== null && other.answer !== null && one.answer.key === other.answer.key;
}
