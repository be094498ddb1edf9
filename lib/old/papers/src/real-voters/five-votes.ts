import { eventsOf, recorded } from 'agora-core/transcripts';

/** One of 200 elections in which GPT-4 was asked five times which of five texts is best (Yao et al. 2023). */
export interface FiveVotes {
  readonly election: number;
  /** What was voted on. */
  readonly texts: 'plans' | 'passages';
  /** Votes by place in the list of texts. */
  readonly votes: readonly number[];
  /** Votes that could be read, five at most. */
  readonly cast: number;
  /** How many texts share the most votes. */
  readonly tied: number;
  readonly most: number;
  /** By how many votes the first leads the second. */
  readonly lead: number;
}

/**
 * Every election. There is no right answer to them.
 * @example
 * papers.realVoters.fiveVotes().filter(({ tied }) => tied > 1).length; // => 26
 */
export function fiveVotes(): FiveVotes[] {
  return [...recorded('gpt4-votes-tree-of-thoughts')].map((one): FiveVotes => {
    const places = eventsOf(one, 'vote').map(
      ({ ballot }) => Number((ballot as { choice: string }).choice) - 1,
    );
    const votes = [0, 1, 2, 3, 4].map((place) => places.filter((chosen) => chosen === place).length);
    const [most = 0, second = 0] = [...votes].sort((a, b) => b - a);
    return {
      election: one.index,
      texts: (one.instance as { step: number }).step === 0 ? 'plans' : 'passages',
      votes: votes,
      cast: places.length,
      tied: votes.filter((count) => count === most).length,
      most: most,
      lead: most - second,
    };
  });
}
