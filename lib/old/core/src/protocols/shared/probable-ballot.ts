import type { Answer, Question, Session } from '../protocol';
import type { BallotForm, GivenBallot } from './answers';
import { ballotFromProbabilities } from './ballot-from-probabilities';
import { ballotAsked, type VoteFacts } from './polling';

/** The first words of a vote for one option, in the format of ballots of kind "choice". */
const beginning = '{"decision": "';

/**
 * Derives one agent's ballot from the probability that it votes for each option. The question must ask for a choice:
 * `{"decision": "<option>"}`. Nothing is drawn at random, so no answer can be unparsed. The recorded reply contains
 * the probabilities.
 * @param form - the form of the ballot (see `ballotFromProbabilities`)
 * @throws AgoraError 'setting' when the model cannot give probabilities
 */
export function askForProbableBallot<Instance, Proposal>(
  session: Session<Instance, Proposal>,
  form: BallotForm,
  facts: VoteFacts<Proposal>,
  question: Pick<Question<GivenBallot, Proposal>, 'round' | 'phase' | 'agent' | 'messages'>,
): Promise<Answer<GivenBallot>> {
  // A simulated agent expresses with ratings how much it likes each option.
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
