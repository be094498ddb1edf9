import { callable, check, object, settings } from '../../check';
import { collaborationsGiven, type Collaboration } from '../../transcripts/collaboration';
import { answersByRound, readStandings } from './accuracy-by-round';
import { pluralityOf } from './plurality-of';
import type { AnswerOf } from './standing-answers';

/** What counting a debate as right when any agent is right hides in one round. */
export interface HiddenByAnyAgent {
  readonly round: number;
  readonly debates: number;
  /** Debates in which some agent is right. */
  readonly anyAgent: number;
  /** Debates that the majority has right, a tie counting its share. */
  readonly majority: number;
  /** Right by any agent, wrong by majority: the collaborations' indices. */
  readonly hidden: readonly number[];
  /** Right by any agent, and a tie by majority. */
  readonly tied: readonly number[];
}

const hidesArguments = object('arguments', {
  collaborations: collaborationsGiven,
  options: settings({ answerOf: callable.optional() }),
});

/** The debates that only the scoring by any agent calls right, by round; debates that ended early stand as they ended. */
export async function anyAgentHides(
  collaborations: Iterable<Collaboration> | AsyncIterable<Collaboration>,
  options: { readonly answerOf?: AnswerOf } = {},
): Promise<{ readonly rows: readonly HiddenByAnyAgent[]; readonly unfinished: number }> {
  check('anyAgentHides', hidesArguments, { collaborations, options });
  const { answerOf } = options;
  const { all, unfinished } = await readStandings(collaborations, answerOf);
  const rows = answersByRound(all, 'stand').map((debates, place) => {
    const scored = debates.map(({ collaboration, answers }) => ({
      collaboration,
      any: answers.some((answer) => answer?.correct === true),
      right: pluralityOf(answers).right,
    }));
    const any = scored.filter((one) => one.any);
    return {
      round: place + 1,
      debates: debates.length,
      anyAgent: any.length,
      majority: scored.reduce((sum, { right }) => sum + right, 0),
      hidden: any.filter(({ right }) => right === 0).map(({ collaboration }) => collaboration),
      tied: any.filter(({ right }) => right > 0 && right < 1).map(({ collaboration }) => collaboration),
    };
  });
  return { rows, unfinished };
}
