import type { Answer, Question, Session } from '../protocol';
import type { BallotForm, GivenBallot } from './answers';
import { ballotFromProbabilities } from './ballot-from-probabilities';
import { ballotAsked, type VoteFacts } from './polling';

/** The first words of a vote for one option, as ballots of kind "choice" are asked for. */
const beginning = '{"decision": "';

/**
 * Reads one agent's ballot from how probable it finds each option as its vote for one of them. The question must be one
 * for a choice: `{"decision": "<option>"}`. Nothing is drawn, so nothing can be unparsed.
 * The reply on record holds the probabilities.
 * @param form - the ballot that is wanted (see `ballotFromProbabilities`)
 * @throws AgoraError 'setting' when the model cannot tell probabilities
 */
export function askForProbableBallot<Instance, Proposal>(
  session: Session<Instance, Proposal>,
  form: BallotForm,
  facts: VoteFacts<Proposal>,
  question: Pick<Question<GivenBallot, Proposal>, 'round' | 'phase' | 'agent' | 'messages'>,
): Promise<Answer<GivenBallot>> {
  // A simulated member tells by ratings how much it likes each option.
  const rated = ballotAsked({ ...form, kind: 'rating', settings: {} }, facts);
  return session.ask({
    round: question.round,
    phase: question.phase,
    agent: question.agent,
    messages: question.messages,
    scoring: { prefix: beginning, options: form.options },
    read: (probabilities) => ({
      ok: true,
      value: {
        ballot: ballotFromProbabilities(form, probabilities as Readonly<Record<string, number>>),
        reason: null,
      },
    }),
    situation: rated.situation,
  });
}
