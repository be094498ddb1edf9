import { AgoraError } from '../../../agora-error';
import { callable, check, flag, listOf, number, oneOf, settings } from '../../../check';
import type { Json } from '../../../json';
import type { AnswerOf } from '../standing-answers';

/** How a full debate is replayed with S2-MAD's filter. */
export interface ReplaySettings {
  /** Length of a text in tokens (`models.countTokens`). */
  readonly countTokens: (text: string) => number;
  /** Reads answers, for debates that record none. Unreadable texts (null) are like nothing, not even each other. */
  readonly answerOf?: AnswerOf;
  /**
   * Cosine similarities of all distinct texts of a debate, called once for each debate and used for all thresholds. Without
   * it, equal answers are similar views (the paper's matching).
   */
  readonly cosines?: (texts: readonly string[]) => Promise<readonly (readonly number[])[]>;
  /** With `cosines`: views are similar from this cosine up. */
  readonly thresholds?: readonly number[];
  /**
   * answers (default): each agent reads the other agents' answers of the round before. summary: somebody sums up all
   * answers after each round but the last, and everybody reads that (LLM-Agora).
   */
  readonly reads?: 'answers' | 'summary';
  /** What was seen before: all that the agent kept in the debate (default), or only in the same prompt. */
  readonly seen?: 'debate' | 'round';
  /** Where no replies are on record, whether prompts held the agent's own last answer. Default: with `answers`, not with `summary`. */
  readonly ownAnswer?: boolean;
  /** The question's text, where no replies are on record. Default: the instance's `question`, or `text`. */
  readonly question?: (instance: Json) => string;
}

export type ResolvedReplay = Required<
  Pick<ReplaySettings, 'countTokens' | 'reads' | 'seen' | 'ownAnswer' | 'question'>
> &
  Pick<ReplaySettings, 'answerOf' | 'cosines'> & {
    /** null: by answer. */
    readonly thresholds: readonly (number | null)[];
  };

export const replaySettings = settings({
  countTokens: callable,
  answerOf: callable.optional(),
  cosines: callable.optional(),
  thresholds: listOf('cosines', number(), 1).optional(),
  reads: oneOf('answers', 'summary').optional(),
  seen: oneOf('debate', 'round').optional(),
  ownAnswer: flag.optional(),
  question: callable.optional(),
});

/** @throws AgoraError 'setting' naming the setting */
export function resolveReplay(settings: ReplaySettings): ResolvedReplay {
  check('replayFilter', replaySettings, settings);
  const { countTokens, answerOf, cosines, thresholds, reads = 'answers', seen = 'debate' } = settings;
  if ((cosines === undefined) !== (thresholds === undefined))
    throw new AgoraError(
      'setting',
      'replayFilter needs both cosines and thresholds, or neither to compare answers',
    );
  return {
    ...{ countTokens, reads, seen, thresholds: thresholds ?? [null] },
    ownAnswer: settings.ownAnswer ?? reads === 'answers',
    question: settings.question ?? questionOf,
    ...(answerOf === undefined ? {} : { answerOf }),
    ...(cosines === undefined ? {} : { cosines }),
  };
}

function questionOf(instance: Json): string {
  const { question, text } = (instance ?? {}) as { readonly question?: unknown; readonly text?: unknown };
  const found = typeof question === 'string' ? question : text;
  if (typeof found === 'string') return found;
  throw new AgoraError(
    'setting',
    'replayFilter: the instance has no text "question" or "text": give "question" to count its tokens',
  );
}
