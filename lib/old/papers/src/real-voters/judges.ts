import { eventsOf, recorded } from 'agora-core/transcripts';
import { check, listOf, number, object, oneOf, text } from 'agora-voting/internal';

/*
 * Five models judge all pairs of their five answers to 80 questions, each pair in both orders; people judged the same pairs
 * (Li et al. 2023).
 */

/** One judge on one pair of answers, shown in one order. */
export interface Judgement {
  readonly question: number;
  readonly pair: string;
  readonly judge: string;
  readonly reviewers: 'models' | 'people';
  /** The author of the answer that was shown first. */
  readonly first: string;
  /** 100 for the answer shown first, 0 for the other, 50 for a tie. */
  readonly value: number;
  readonly [field: string]: string | number;
}

/**
 * Every judgement, those of people among them.
 * @example
 * const own = papers.realVoters.judgements().filter(({ judge }) => judge === 'bard');
 * own.length; // => 1600
 */
export function judgements(): Judgement[] {
  return [...recorded('prd-peer-rank')].flatMap((one) => {
    const { question, pair, reviewers } = one.instance as unknown as {
      question: number;
      pair: readonly string[];
      reviewers: Judgement['reviewers'];
    };
    return eventsOf(one, 'vote').map(({ by, ballot }): Judgement => {
      const [judge = '', first = ''] = by.replace(/ first$/, '').split(', ');
      const { ranking } = ballot as { ranking?: readonly string[] };
      return {
        question: question,
        pair: pair.join(),
        judge: judge,
        reviewers: reviewers,
        first: first,
        value: ranking === undefined ? 50 : ranking[0] === first ? 100 : 0,
      };
    });
  });
}

const given = object('arguments', {
  rows: listOf(
    'judgements',
    object('a judgement, as papers.realVoters.judgements gives it,', {
      question: number(),
      pair: text(),
      judge: text(),
      reviewers: oneOf('models', 'people'),
      value: number(),
    }),
  ),
});

/**
 * Whether a judge reversed its verdict with the order, one row for each pair: 100 if it preferred the same place both times and so
 * contradicted itself, 0 if not. Ties are no contradiction.
 * @example
 * papers.realVoters.turned(papers.realVoters.judgements()).length; // => 4000
 */
export function turned(rows: readonly Judgement[]): { question: number; judge: string; value: number }[] {
  check('turned', given, { rows });
  const pairs = new Map<string, Judgement[]>();
  for (const row of rows) {
    if (row.reviewers !== 'models') continue;
    const key = [row.judge, row.question, row.pair].join();
    pairs.set(key, [...(pairs.get(key) ?? []), row]);
  }
  return [...pairs.values()].flatMap(([one, other]) => {
    if (one === undefined || other === undefined) return [];
    const hasTurned = one.value !== 50 && one.value === other.value;
    return [{ question: one.question, judge: one.judge, value: hasTurned ? 100 : 0 }];
  });
}
