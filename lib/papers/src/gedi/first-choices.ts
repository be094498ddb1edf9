import { electionOf } from 'agora-core/internal';
import type { Collaboration } from 'agora-core/transcripts';
import { Random } from 'agora-voting';
import { ballotOrder, check, having, listOf, object } from 'agora-voting/internal';

const given = object('arguments', {
  run: listOf('collaborations', having('a collaboration', { events: 'object' })),
});
const seed = 7;

/**
 * The first choice of each rater by question; null without a valid ballot. If a
 * ballot has several options in first place, one of them is drawn.
 * @throws AgoraError 'election-record' when a collaboration is not an election
 * @example
 * const questions = [...transcripts.recorded('mmlu-redux-votes')].slice(0, 2);
 * papers.gedi.firstChoices(questions)[0][0]; // => { key: 'B', correct: true }
 */
export function firstChoices(
  run: readonly Collaboration[],
): ({ readonly key: string; readonly correct: boolean } | null)[][] {
  check('firstChoices', given, { run });
  return run.map((one) => {
    const { options, right, polls, collaboration } = electionOf(one);
    const draw = Random.from(seed, 'first choices', collaboration);
    return (polls.find(({ kind }) => kind !== 'rating')?.ballots ?? []).map((ballot) => {
      if (ballot === null) return null;
      const key = draw.pick(ballotOrder(ballot, options)[0] ?? []);
      return { key, correct: key === right };
    });
  });
}
