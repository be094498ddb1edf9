import type { Ballot } from 'agora-voting';
import { ballotOrder, check, object } from 'agora-voting/internal';
import { collaborationsGiven, eventsOf, type Collaboration } from '../../transcripts/collaboration';
import type { ReplyEvent } from '../../transcripts';
import { electionOf } from './election';

/** Ballots from probabilities, compared with ballots that the same raters wrote. */
export interface ProbableBallots {
  /** Every rater's probabilities, and the right option: the input of `statistics.calibration`. */
  readonly forecasts: readonly {
    readonly probabilities: Readonly<Record<string, number>>;
    readonly right: string;
  }[];
  /** The mean total probability of the options. A low value means that the model expected to say something else. */
  readonly probabilityOfOptions: number;
  /** The number of pairs of a probable and a written ballot of the same rater on the same question. */
  readonly compared: number;
  /** The share of pairs with the same favourite; a tie for first place counts as its share. Null without pairs. */
  readonly agreement: number | null;
  /** Prompt and answer tokens per ballot, on average; null if there are no ballots. */
  readonly tokens: { readonly probable: number | null; readonly written: number | null };
}

const given = object('arguments', { probable: collaborationsGiven, written: collaborationsGiven });

/**
 * Describes elections with `ask: 'probabilities'`, and compares them with written ballots of the same raters on the
 * same questions. Only collaborations with the same index are compared. Dictators are left out.
 * @param probable - collaborations with `ask: 'probabilities'`
 * @param written - collaborations of the same environment with written ballots; may be empty
 * @throws AgoraError 'election-record' when a collaboration is not an election
 * @example
 * metrics.probableBallots([], []).agreement; // => null
 */
export function probableBallots(
  probable: Iterable<Collaboration>,
  written: Iterable<Collaboration>,
): ProbableBallots {
  check('probableBallots', given, { probable, written });
  const writtenByIndex = new Map([...written].map((one) => [one.index, one]));
  const forecasts: { probabilities: Readonly<Record<string, number>>; right: string }[] = [];
  const together: number[] = [];
  const agreements: number[] = [];
  const probableTokens: number[] = [];
  for (const collaboration of probable) {
    const election = electionOf(collaboration);
    const other = writtenByIndex.get(collaboration.index);
    const favourites = other === undefined ? new Map<string, readonly string[]>() : favouritesIn(other);
    for (const reply of ballotReplies(collaboration)) {
      const { probabilities, probabilityOfOptions = 0, agent, text } = reply;
      if (probabilities === undefined) continue;
      together.push(probabilityOfOptions);
      probableTokens.push(reply.inputTokens + reply.outputTokens);
      if (election.right !== null) forecasts.push({ probabilities, right: election.right });
      const first = favourites.get(agent);
      if (first !== undefined) agreements.push(first.includes(text) ? 1 / first.length : 0);
    }
  }
  const writtenTokens = [...writtenByIndex.values()].flatMap((one) =>
    ballotReplies(one).map((reply) => reply.inputTokens + reply.outputTokens),
  );
  return {
    forecasts,
    probabilityOfOptions: mean(together) ?? 0,
    compared: agreements.length,
    agreement: mean(agreements),
    tokens: { probable: mean(probableTokens), written: mean(writtenTokens) },
  };
}

function ballotReplies(collaboration: Collaboration): ReplyEvent[] {
  return eventsOf(collaboration, 'reply').filter(({ phase }) => phase.startsWith('ballot/'));
}

/** Every rater's favourites on the first kind of ballot that it cast. */
function favouritesIn(collaboration: Collaboration): Map<string, readonly string[]> {
  const { polls, raters, options } = electionOf(collaboration);
  const favourites = new Map<string, readonly string[]>();
  raters.forEach((rater, place) => {
    const ballot = polls
      .map(({ ballots }) => ballots[place] ?? null)
      .find((one): one is Ballot => one !== null);
    const first = ballot === undefined ? undefined : ballotOrder(ballot, options)[0];
    if (first !== undefined) favourites.set(rater, first);
  });
  return favourites;
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;
}
