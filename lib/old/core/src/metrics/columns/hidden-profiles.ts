import { AgoraError } from 'agora-voting';
import type { Fact, HiddenProfileInstance } from '../../environments';
import { mentionedIn } from '../../environments/hidden-profile/mentioned';
import { utterances } from '../../language/utterance';
import type { Columns } from '../../row';
import type { Collaboration } from '../../transcripts';
import { percent } from './bounds';

/**
 * Hidden profiles (`environments.hiddenProfile`), in percent: `accuracy`, decisions for the right option; `misled`,
 * decisions for the option that shared facts favour; `unshared` and `shared`, the facts of each kind that any message of
 * the talk mentions; and `pooled` by `round`, the unshared facts mentioned up to that round.
 *
 * A message mentions a fact if it names the fact's option and one of its sentences repeats at least 60% of the fact's
 * words: numbers, and words of four letters or more, apart from common ones and those in names of options, compared by
 * their first five letters without a final "s". A fact told in other words is missed, so the shares are lower bounds.
 * Quoted whole, every fact of the 24 cases is found, and none is taken for another. Messages that do not talk, such as
 * reasons on a ballot, do not count; without messages (an election) the shares are 0.
 * @throws AgoraError when measured, 'missing-score' when a collaboration is of another environment
 * @example
 * Object.keys(columns.hiddenProfiles()); // => ['accuracy', 'misled', 'unshared', 'shared', 'pooled']
 */
export function hiddenProfiles(): Columns {
  const scored = (name: 'correct' | 'misled') => (one: Collaboration) => {
    caseOf(one);
    return 100 * Number(one.finished?.score[name] ?? 0);
  };
  return {
    accuracy: { of: scored('correct'), bounds: percent },
    misled: { of: scored('misled'), bounds: percent },
    unshared: { of: unsharedMentioned, bounds: percent },
    shared: { of: (one) => shareMentioned(one, caseOf(one).shared, Infinity), bounds: percent },
    pooled: {
      of: (one) =>
        Array.from({ length: one.finished?.rounds ?? 0 }, (_, place) => ({
          round: place + 1,
          value: shareMentioned(one, caseOf(one).unshared.flat(), place + 1),
        })),
      bounds: percent,
    },
  };
}

/** The percentage of unshared facts that any message of a talk mentions. */
export function unsharedMentioned(one: Collaboration): number {
  return shareMentioned(one, caseOf(one).unshared.flat(), Infinity);
}

/** The percentage of some facts that messages mention, up to a round. */
function shareMentioned(one: Collaboration, facts: readonly Fact[], lastRound: number): number {
  const { options } = caseOf(one);
  const messages = utterances(one).filter(({ round }) => round <= lastRound);
  const found = new Set(messages.flatMap(({ text }) => mentionedIn(text, options, facts)));
  return (100 * found.size) / facts.length;
}

function caseOf({ instance, index }: Collaboration): HiddenProfileInstance {
  if (typeof instance === 'object' && instance !== null && 'unshared' in instance && 'misleading' in instance)
    return instance as HiddenProfileInstance;
  throw new AgoraError(
    'missing-score',
    `columns.hiddenProfiles needs collaborations of environments.hiddenProfile, and collaboration ${index} is of another`,
  );
}
