import type { DebateAnswer } from './standing-answers';

/** What most answers come to. */
export interface Plurality {
  /** The keys of all answers on the top count; none when nothing could be read. */
  readonly winners: readonly string[];
  /** The share of right ones among the winners: 0, 1, or between where right and wrong answers tie. */
  readonly right: number;
}

/** Unreadable answers (null) have no vote. A tie is worth what a fair draw would bring. */
export function pluralityOf(answers: readonly (DebateAnswer | null)[]): Plurality {
  const counts = new Map<string, { votes: number; correct: boolean }>();
  for (const answer of answers) {
    if (answer === null) continue;
    const { votes } = counts.get(answer.key) ?? { votes: 0 };
    counts.set(answer.key, { votes: votes + 1, correct: answer.correct });
  }
  const most = Math.max(0, ...[...counts.values()].map(({ votes }) => votes));
  const winners = [...counts].filter(([, { votes }]) => votes === most);
  const right = winners.filter(([, { correct }]) => correct).length;
  return { winners: winners.map(([key]) => key), right: winners.length > 0 ? right / winners.length : 0 };
}
