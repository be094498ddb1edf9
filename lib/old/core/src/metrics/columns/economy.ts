import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { check, type JsonObject, listOf, oneOf, settings as settingsOf, whole } from 'agora-voting/internal';
import { eventsOf, type Collaboration, type DecisionEvent, type ProposalEvent } from '../../transcripts';
import type { Columns } from '../../row';
import { percent, share } from './bounds';
import { decisionsByRound, firstAgreement, placeOf, withoutAgreement } from './decisions';
import { remembered } from './remembered';

/** Choices where RoundTable (section 4.1) is ambiguous. */
export interface EconomyColumnSettings {
  /** The n of auc@n. Default 3, 5 and 10, as printed. */
  readonly at?: readonly number[];
  /**
   * A collaboration that ended before round n keeps its decision (`carry`, the default, meant for early stopping), or
   * has no value. Rigidity and rationality use only the rounds played.
   */
  readonly afterEnd?: 'carry' | 'undefined';
  /**
   * Rationality of an agent without a new proposal: it counts in the denominator, as Table 1's counts show
   * (`irrational`, the default), or is left out (`exclude`).
   */
  readonly skipped?: 'irrational' | 'exclude';
  /**
   * Fairness if nothing is decided at the end: left out (`exclude`, the default), counted as `one` (all have the
   * same) or as `zero`. Zero is not the paper's: unanimous has fairness 87.96 but agrees in only 62% (Tables 1, 11).
   */
  readonly undecided?: 'exclude' | 'one' | 'zero';
}

const schema = settingsOf({
  at: listOf('rounds', whole(1)).optional(),
  afterEnd: oneOf('carry', 'undefined').optional(),
  skipped: oneOf('irrational', 'exclude').optional(),
  undecided: oneOf('exclude', 'one', 'zero').optional(),
}) satisfies z.ZodType;

/**
 * The metrics of the exchange economy (RoundTable, section 4.1), in percent, from recorded scores alone, so that any
 * protocol with recorded decisions works: utility by `round`, auc@n, rationality, fairness, rigidity. Also
 * withoutAgreement by `round` (a share from 0 to 1) and firstAgreement (a round).
 * @throws AgoraError 'setting'; when measured, 'missing-score' when a decision or proposal has no score of an economy
 * @example
 * Object.keys(columns.economy({ at: [3] })).slice(0, 3); // => ['utility', 'auc@3', 'rationality']
 */
export function economy(settings: EconomyColumnSettings = {}): Columns {
  check('columns.economy', schema, settings);
  const { at = [3, 5, 10], afterEnd = 'carry', skipped = 'irrational', undecided = 'exclude' } = settings;
  const carry = afterEnd === 'carry';
  return {
    utility: {
      of: (one) => utilityByRound(one).map((value, place) => ({ round: place + 1, value })),
      bounds: percent,
      carry,
    },
    ...Object.fromEntries(
      at.map((n) => [
        `auc@${n}`,
        { of: (one: Collaboration) => areaUnderCurve(one, n, carry), bounds: percent },
      ]),
    ),
    rationality: { of: (one) => rationality(one, skipped), bounds: percent },
    fairness: { of: (one) => fairness(one, undecided), bounds: percent },
    rigidity: { of: rigidity, bounds: percent },
    withoutAgreement: { of: withoutAgreement, bounds: share, carry },
    firstAgreement,
  };
}

/** The group's total utility after each round, U_r / U_max in percent; 0 before a decision. */
export const utilityByRound = remembered((collaboration) =>
  decisionsByRound(collaboration).map((decision) => {
    if (decision === null) return 0;
    const share = decision.score?.['share'];
    if (typeof share === 'number' && Number.isFinite(share)) return 100 * share;
    throw missing('the number score.share', share, placeOf(decision));
  }),
);

/**
 * The area over rounds 1 to n, as the mean of the utilities. The paper's tables print the mean, but its formula is
 * the sum.
 */
function areaUnderCurve(collaboration: Collaboration, n: number, carry: boolean): number | null {
  const played = utilityByRound(collaboration).slice(0, n);
  const last = played.at(-1);
  if (last === undefined || (played.length < n && !carry)) return null;
  let sum = 0;
  for (let place = 0; place < n; place++) sum += played[place] ?? last;
  return sum / n;
}

/** Differences below this count as rounding errors: in percent of the optimum, or relative to the current utility. */
const tolerance = 1e-9;

/**
 * Rigidity: the share of rounds after which the group's utility is unchanged, with U_0 = 0, in percent. So rounds
 * before any decision are rigid, and a first agreement is a change.
 */
function rigidity(collaboration: Collaboration): number | null {
  const values = utilityByRound(collaboration);
  const kept = values.filter((value, place) => Math.abs(value - (values[place - 1] ?? 0)) <= tolerance);
  return values.length === 0 ? null : (100 * kept.length) / values.length;
}

/**
 * Fairness: the smallest individual utility divided by the largest, at the last round, in percent. The paper does not
 * define it if nothing is decided, or if all utilities are 0.
 */
function fairness(collaboration: Collaboration, undecided: 'exclude' | 'one' | 'zero'): number | null {
  const open = { exclude: null, one: 100, zero: 0 }[undecided];
  const last = decisionsByRound(collaboration).at(-1) ?? null;
  if (last === null || last.standing === null) return open;
  const own = Object.values(
    individualUtilities(last.score, `the last decision of collaboration ${collaboration.index}`),
  );
  const largest = Math.max(...own);
  return largest > 0 ? (100 * Math.min(...own)) / largest : open;
}

/**
 * Rationality: the share of agents and rounds in which an agent's proposal gives itself more than the decision at the
 * start of the round, in percent. If an agent proposes several times in a round, its last proposal counts. An
 * unusable answer is not a proposal.
 *
 * The paper leaves two points open. Without a decision, utility is 0, like U_0 in the rigidity formula, so any
 * proposal with some utility for its proposer exceeds it. (Table 1's values are whole counts over 100 x 3 x 10 agent-
 * rounds, so no rounds were left out; the table does not show how the numerator treats them.) An agent that proposes
 * the current decision counts in the denominator.
 */
function rationality(collaboration: Collaboration, skipped: 'irrational' | 'exclude'): number | null {
  const proposals = new Map<string, ProposalEvent>();
  for (const event of eventsOf(collaboration, 'proposal'))
    if (event.proposal !== null) proposals.set(`${event.round}/${event.by}`, event);
  const decisions = decisionsByRound(collaboration);
  const verdicts = collaboration.agents.flatMap((agent) =>
    decisions.flatMap((_, place) => {
      const proposal = proposals.get(`${place + 1}/${agent}`);
      if (proposal === undefined && skipped === 'exclude') return [];
      return isRational(proposal, decisions[place - 1] ?? null);
    }),
  );
  return verdicts.length > 0 ? (100 * verdicts.filter(Boolean).length) / verdicts.length : null;
}

function isRational(proposal: ProposalEvent | undefined, decision: DecisionEvent | null): boolean {
  const standing = decision?.standing ?? null;
  if (proposal === undefined || (standing && proposal.candidate === standing.candidate)) return false;
  const where = `round ${proposal.round} of collaboration ${proposal.collaboration}`;
  const own = ownUtility(proposal.score, proposal.by, `the proposal of ${proposal.by} in ${where}`);
  const current = standing
    ? ownUtility(decision?.score, proposal.by, `the standing decision before ${where}`)
    : 0;
  return own > current + tolerance * Math.max(1, current);
}

function individualUtilities(score: JsonObject | undefined, where: string): Record<string, number> {
  const reading = z.record(z.string(), z.number()).safeParse(score?.['utilities']);
  if (reading.success) return reading.data;
  throw missing('score.utilities, a number per agent,', score?.['utilities'], where);
}

function ownUtility(score: JsonObject | undefined, agent: string, where: string): number {
  const own = individualUtilities(score, where)[agent];
  if (own !== undefined) return own;
  throw new AgoraError(
    'missing-score',
    `columns.economy needs score.utilities of ${agent} in ${where}, and there is none`,
  );
}

function missing(what: string, got: unknown, where: string): AgoraError {
  return new AgoraError(
    'missing-score',
    `columns.economy needs ${what} of ${where}, got ${JSON.stringify(got)}`,
  );
}
