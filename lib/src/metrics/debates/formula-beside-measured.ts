import { check, number, object, oneOf, settings as settingsOf } from '../../check';
import { collaborationGiven, eventsOf, type Collaboration } from '../../transcripts/collaboration';
import { algorithm2Tokens, type Algorithm2Settings } from './algorithm2';
import { debateTables, lengthsOf, type DebateLengthSettings } from './debate-lengths';
import { tokensOf } from './token-sums';

/** Tokens of one part of a debate. */
export interface BesideFormula {
  readonly measured: number;
  readonly formula: number;
  /** measured - formula: words of the prompts around what they quote, repairs, unusable replies; see `counting`. */
  readonly overhead: number;
}

export interface FormulaBesideMeasured extends BesideFormula {
  readonly collaboration: number;
  /** Agents' turns; summaries left out. */
  readonly byRound: readonly ({ readonly round: number } & BesideFormula)[];
  readonly summaries: readonly ({ readonly stage: number } & BesideFormula)[];
  /** Tokens measured outside the formula's parts, such as ballots that settle the debate: part of the overhead. */
  readonly elsewhere: number;
}

const formulaArguments = object('arguments', {
  collaboration: collaborationGiven,
  settings: settingsOf({
    question: number(0).optional(),
    firstStage: oneOf('always', 'selective').optional(),
    counting: oneOf('as printed', 'equations', 'what is sent').optional(),
  }),
});

/**
 * What a debate cost beside what Algorithm 2 says for its lengths. With the default question, the mean prompt of the first
 * round, the words of the system prompt and of the answer's form are in the formula once per call, as Q.
 * @throws AgoraError 'debate-record', AgoraError 'setting'
 * @example
 * const environment = environments.questions({ set: environments.generateArithmetic({}) });
 * const setting = { environment, model: models.simulated(), collaborations: 1, progress: 'none' };
 * const [debate] = await experiment({ ...setting, protocol: protocols.mad({ rounds: 2 }) });
 * metrics.formulaBesideMeasured(debate).byRound.length; // => 2
 */
export function formulaBesideMeasured(
  collaboration: Collaboration,
  settings: DebateLengthSettings & Algorithm2Settings = {},
): FormulaBesideMeasured {
  check('formulaBesideMeasured', formulaArguments, { collaboration, settings });
  const formula = algorithm2Tokens(lengthsOf(collaboration, settings.question), settings);
  const { places } = debateTables(collaboration);
  const measured = eventsOf(collaboration, 'reply').reduce((sum, reply) => sum + tokensOf(reply), 0);
  const spent = (wanted: (reply: (typeof places)[number]) => boolean): number =>
    places.filter(wanted).reduce((sum, reply) => sum + tokensOf(reply), 0);
  const stages = Math.max(
    formula.summaries.length,
    ...places.map(({ place }) => (place.step === 'summary' ? place.stage : 0)),
  );
  const byRound = formula.byRound.map(({ round, tokens }) => ({
    round,
    ...beside(
      spent((reply) => reply.place.step !== 'summary' && reply.round === round),
      tokens,
    ),
  }));
  const summaries = Array.from({ length: stages }, (_, place) => ({
    stage: place + 1,
    ...beside(
      spent((reply) => reply.place.step === 'summary' && reply.place.stage === place + 1),
      formula.summaries[place]?.tokens ?? 0,
    ),
  }));
  const within = [...byRound, ...summaries].reduce((sum, part) => sum + part.measured, 0);
  return {
    collaboration: collaboration.index,
    ...beside(measured, formula.total),
    byRound,
    summaries,
    elsewhere: measured - within,
  };
}

function beside(measured: number, formula: number): BesideFormula {
  return { measured, formula, overhead: measured - formula };
}
