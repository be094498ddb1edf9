import { AgoraError } from 'agora-voting';
import type { JsonObject } from 'agora-voting/internal';
import type { Columns } from '../../row';
import { eventsOf, type Collaboration } from '../../transcripts';
import { notesOf } from '../../transcripts/note';
import { percent } from './bounds';

/**
 * Joint decisions with the metrics of the paper on deliberation (Wang et al., section 2.2.4 and Appendix B.1), from
 * recorded scores alone: NR, VR and NAR in percent, for any protocol (no decision earns 0 and is not valid); rounds.
 * NAR's feasible part is built greedily, in an order that the environment defines: dishes in the named order, tasks
 * by value, as in the official code.
 *
 * For deliberations also: `hallucination`, the share of amounts that are believed to be larger than they are, as the
 * paper defines it. `invented`, the believed amount of things that do not exist, as a share of all that exists; half
 * of the official code uses this definition for the same name. `publicError`, the NMAE of shared resources in the
 * last stated belief, as in the official code. `beliefError`, the NMAE of each statement, by `round` and `agent`.
 * With tools: `toolNR` of the last solution that the solver gave an agent, `actualNR` of the decision in the same
 * collaborations, and `compliance`, 100 if the two are the same decision. The paper does not say whose solution is
 * the last. Here it is that of the last agent asked or, if agents call tools, of the last agent that called the
 * solver; none if nobody did.
 * @throws AgoraError when measured, 'missing-score' when a finished collaboration has no such score
 * @example
 * Object.keys(columns.deliberations()).slice(0, 3); // => ['NR', 'VR', 'NAR']
 */
export function deliberations(): Columns {
  const scored = (name: string) => (one: Collaboration) => 100 * numberOf(one.finished?.score, name, one);
  const lastBelief = (name: string) => (one: Collaboration) => {
    const errors = notesOf(one, 'belief').at(-1)?.data.errors;
    return errors === undefined ? null : numberOf(errors, name, one);
  };
  const lastAdvice = (one: Collaboration) => notesOf(one, 'advice').filter(seenIn(one)).at(-1)?.data;
  const advised = (of: (one: Collaboration) => number) => (one: Collaboration) =>
    lastAdvice(one) === undefined ? null : of(one);
  return {
    NR: scored('normalized'),
    VR: { of: scored('valid'), bounds: percent },
    NAR: scored('adjusted'),
    rounds: ({ finished }) => finished?.rounds ?? null,
    hallucination: lastBelief('hallucination'),
    invented: lastBelief('invented'),
    publicError: lastBelief('publicError'),
    beliefError: (one) =>
      notesOf(one, 'belief').map(({ round, by = '', data }) => ({
        round,
        agent: by,
        value: numberOf(data.errors, 'publicError', one),
      })),
    toolNR: advised((one) => 100 * numberOf(lastAdvice(one)?.score, 'normalized', one)),
    actualNR: advised(scored('normalized')),
    compliance: {
      of: advised((one) => {
        const decided = eventsOf(one, 'decision').at(-1)?.standing ?? null;
        return decided !== null && decided.candidate === lastAdvice(one)?.candidate ? 100 : 0;
      }),
      bounds: percent,
    },
  };
}

/**
 * Whether an agent saw the solver's advice: always if it is told; otherwise in turns in which it called the solver.
 */
function seenIn(one: Collaboration): (turn: { readonly round: number; readonly by?: string }) => boolean {
  const called = eventsOf(one, 'tool').filter(({ name, error }) => name === 'solver' && error === undefined);
  const isTold = called.length === 0 && notesOf(one, 'tools on call').length === 0;
  return ({ round, by }) => isTold || called.some((call) => call.round === round && call.agent === by);
}

/** A number; or for a boolean, 1 or 0. */
function numberOf(score: JsonObject | undefined, name: string, { index }: Collaboration): number {
  const value = score?.[name];
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new AgoraError(
    'missing-score',
    `columns.deliberations needs the number score.${name} of collaboration ${index}, got ${JSON.stringify(value)}`,
  );
}
