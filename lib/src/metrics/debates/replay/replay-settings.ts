import { AgoraError } from '../../../agora-error';
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

/** @throws AgoraError 'setting' naming the setting */
export function resolveReplay(settings: ReplaySettings): ResolvedReplay {
  const { countTokens, answerOf, cosines, thresholds, reads = 'answers', seen = 'debate' } = settings;
  const fail = (what: string): never => {
    throw new AgoraError('setting', `replayFilter: ${what}`);
  };
  if (typeof countTokens !== 'function') fail(`"countTokens" must be a function, got ${typeof countTokens}`);
  if (!['answers', 'summary'].includes(reads))
    fail(`"reads" must be answers or summary, got ${JSON.stringify(reads)}`);
  if (!['debate', 'round'].includes(seen))
    fail(`"seen" must be debate or round, got ${JSON.stringify(seen)}`);
  if ((cosines === undefined) !== (thresholds === undefined))
    fail('"cosines" and "thresholds" go together: give both, or neither to compare answers');
  if (thresholds?.length === 0) fail('"thresholds" needs at least one number, got none');
  for (const one of thresholds ?? [])
    if (!Number.isFinite(one)) fail(`"thresholds" must be numbers, got ${JSON.stringify(one)}`);
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
