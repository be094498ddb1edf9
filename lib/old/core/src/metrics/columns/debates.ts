import { AgoraError } from 'agora-voting';
import type { Collaboration } from '../../transcripts';
import { notesOf } from '../../transcripts/note';
import { turnsByRound } from '../debates/turns';
import type { Columns } from '../../row';
import { percent, share } from './bounds';
import { remembered } from './remembered';

/**
 * Results of debates, as in S2-MAD's tables. accuracy and decided are in percent (a debate without an outcome is
 * wrong). Also rounds, calls, inputTokens, outputTokens, tokens (read and written, including summaries, repairs and
 * cached answers) and thousands of tokens; asked and silent (turns, without summaries); dropped (viewpoints withheld
 * from agents); and participation by `round`, the share of agents who are asked in debates that play this round.
 * @throws AgoraError 'missing-score' when a finished debate has no score `correct`: see `columns.answers`
 * @example
 * Object.keys(columns.debates()).slice(0, 3); // => ['accuracy', 'decided', 'rounds']
 */
export function debates(): Columns {
  const turns = remembered(turnsByRound);
  const inTurns = (what: 'asked' | 'silent') => (one: Collaboration) =>
    turns(one).reduce((sum, turn) => sum + turn[what], 0);
  const inReplies =
    (...what: readonly ('inputTokens' | 'outputTokens')[]) =>
    ({ events }: Collaboration) =>
      events.reduce(
        (sum, event) => (event.type === 'reply' ? what.reduce((of, one) => of + event[one], sum) : sum),
        0,
      );
  return {
    accuracy: { of: (one) => 100 * correctness(one), bounds: percent },
    decided: { of: (one) => (isDecided(one) ? 100 : 0), bounds: percent },
    rounds: ({ finished }) => finished?.rounds ?? null,
    calls: ({ events }) => events.filter(({ type }) => type === 'reply').length,
    inputTokens: inReplies('inputTokens'),
    outputTokens: inReplies('outputTokens'),
    tokens: inReplies('inputTokens', 'outputTokens'),
    thousands: (one) => inReplies('inputTokens', 'outputTokens')(one) / 1000,
    asked: inTurns('asked'),
    silent: inTurns('silent'),
    dropped: (one) => notesOf(one, 'filtered').flatMap(({ data }) => data.dropped).length,
    participation: {
      of: (one) =>
        turns(one).map(({ round, asked, silent }) => ({
          round,
          value: asked + silent === 0 ? null : asked / (asked + silent),
        })),
      bounds: share,
    },
  };
}

function isDecided({ finished }: Collaboration): boolean {
  return (numberOf(finished?.score['decided']) ?? (finished?.outcome === null ? 0 : 1)) > 0;
}

function correctness(collaboration: Collaboration): number {
  const { index, finished } = collaboration;
  const correct = numberOf(finished?.score['correct']);
  if (correct !== null) return isDecided(collaboration) ? correct : 0;
  throw new AgoraError(
    'missing-score',
    `columns.debates needs score.correct (a number from 0 to 1) at the end of collaboration ${index}, got ${JSON.stringify(finished?.score['correct'])}`,
  );
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : null;
}
