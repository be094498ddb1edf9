import type { Ballot } from 'agora-voting';
import { ballotOrder, check, object } from 'agora-voting/internal';
import { collaborationsGiven, eventsOf, type Collaboration } from '../../transcripts/collaboration';
import type { ReplyEvent } from '../../transcripts';
import { electionOf } from './election';

/** Ballots read from probabilities, beside ballots that the same raters wrote. */
export interface ProbableBallots {
  /** Every rater's probabilities, and the right option: what `statistics.calibration` takes. */
  readonly forecasts: readonly {
    readonly probabilities: Readonly<Record<string, number>>;
    readonly right: string;
  }[];
  /** The mean probability that the options had together: a low one means that something else was about to be said. */
  readonly probabilityOfOptions: number;
  /** Pairs of a probable and a written ballot of the same rater on the same question. */
  readonly compared: number;
  /** In how many of them both have the same favourite, a tie for first place counting its share. Null without a pair. */
  readonly agreement: number | null;
  /** Prompt and answer tokens of one ballot, on average; null where there is none. */
  readonly tokens: { readonly probable: number | null; readonly written: number | null };
}

const given = object('arguments', { probable: collaborationsGiven, written: collaborationsGiven });

/**
 * What elections by `ask: 'probabilities'` tell, and how they compare with elections of the same questions and raters in
 * which ballots were written. Only collaborations of the same index are compared, and only raters: dictators are left out.
 * @param probable - collaborations with `ask: 'probabilities'`
 * @param written - collaborations of the same environment with written ballots; may be empty
 * @throws AgoraError 'election-record' when a collaboration is no election
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

/** What every rater likes best on the first kind of ballot that it cast. */
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
