import { AgoraError } from '../../error';
import type { JsonObject } from '../../environments/environment';
import {
  eventsOf,
  type Collaboration,
  type DecisionEvent,
  type ProposalEvent,
} from '../../protocols/protocol';
import type { Column } from '../measure';
import { decisionsByRound } from './readings';

/*
 * Measures of the exchange economy, in percent. They read only recorded scores: `share` (the total utility as a
 * fraction of the largest possible total) and `utilities` (each agent's utility). Source: RoundTable, section 4.1.
 */

const bounds = [0, 100] as const;
/**
 * Tolerance for rounding errors: a percentage of the optimum in `rigidity`, and a fraction of the current utility in
 * `rationality`.
 */
const tolerance = 1e-9;

/**
 * The group's total utility after each round, as a percentage of the largest possible total. It is 0 before the first
 * decision.
 */
export const utility: Column = {
  measure: (one) => utilities(one).map((value, at) => ({ round: at + 1, value })),
  bounds,
};

/** The group's total utility after round n. Missing if the round was not played. */
export const utilityAt = (n: number): Column => ({ measure: (one) => utilities(one)[n - 1] ?? null, bounds });

/**
 * The area under the utility curve over rounds 1 to n, reported as the mean utility. The paper's formula is a sum, but
 * its tables contain means. Missing if round n was not played.
 */
export const auc = (n: number): Column => ({
  measure(one) {
    const played = utilities(one).slice(0, n);
    return played.length < n ? null : played.reduce((sum, value) => sum + value, 0) / n;
  },
  bounds,
});

/**
 * Fairness: the smallest individual utility as a percentage of the largest, under the final decision. Missing if there
 * is no decision or all utilities are 0; the paper does not define fairness in these cases.
 */
export const fairness: Column = {
  measure(one) {
    const last = decisionsByRound(one).at(-1) ?? null;
    if (last === null || last.standing === null) return null;
    const own = Object.values(utilitiesIn(last.score, `the last decision`));
    const largest = Math.max(...own);
    return largest > 0 ? (100 * Math.min(...own)) / largest : null;
  },
  bounds,
};

/**
 * Rationality: over all agents and rounds, the share of cases in which the agent's proposal gives it more utility than
 * the decision in force at the start of the round. An agent that makes no proposal, or that proposes the current
 * decision again, does not count as rational; the counts behind Table 1 show this. Before the first decision, every
 * utility is taken to be 0, as in the rigidity formula; the paper does not specify this case.
 */
export const rationality: Column = {
  measure(one) {
    const decisions = decisionsByRound(one);
    const latest = new Map<string, ProposalEvent>();
    for (const event of eventsOf(one, 'proposal'))
      if (event.proposal !== null) latest.set(`${event.round} ${event.agent}`, event);
    let rational = 0;
    for (const { name } of one.agents)
      for (let round = 1; round <= decisions.length; round++)
        if (isRational(latest.get(`${round} ${name}`), decisions[round - 2] ?? null)) rational++;
    const chances = one.agents.length * decisions.length;
    return chances === 0 ? null : (100 * rational) / chances;
  },
  bounds,
};

/**
 * Rigidity: the share of rounds that leave the total utility unchanged. Total utility is 0 before the first round. A
 * round before the first decision counts as rigid, and the first decision counts as a change.
 */
export const rigidity: Column = {
  measure(one) {
    const values = utilities(one);
    const kept = values.filter((value, at) => Math.abs(value - (values[at - 1] ?? 0)) <= tolerance);
    return values.length === 0 ? null : (100 * kept.length) / values.length;
  },
  bounds,
};

function utilities(one: Collaboration): number[] {
  return decisionsByRound(one).map((decision) => {
    if (decision === null) return 0;
    const { share } = decision.score;
    if (typeof share === 'number') return 100 * share;
    throw new AgoraError(
      `the decision in round ${decision.round} has no score "share". Use a run from the exchange economy.`,
    );
  });
}

function isRational(proposal: ProposalEvent | undefined, decision: DecisionEvent | null): boolean {
  const standing = decision?.standing ?? null;
  if (proposal === undefined || standing?.candidate === proposal.candidate) return false;
  const { agent, round } = proposal;
  const own = utilityOf(agent, proposal.score, `${agent}'s proposal in round ${round}`);
  const current =
    standing === null ? 0 : utilityOf(agent, decision?.score, `the decision before round ${round}`);
  return own > current + tolerance * Math.max(1, current);
}

function utilityOf(agent: string, score: JsonObject | undefined, where: string): number {
  const own = utilitiesIn(score, where)[agent];
  if (own === undefined) throw new AgoraError(`${where} has no score "utilities" for ${agent}.`);
  return own;
}

function utilitiesIn(score: JsonObject | undefined, where: string): Readonly<Record<string, number>> {
  const own = score?.['utilities'];
  if (
    typeof own === 'object' &&
    own !== null &&
    Object.values(own).every((value) => typeof value === 'number')
  )
    return own as Readonly<Record<string, number>>;
  throw new AgoraError(`${where} has no score "utilities". Use a run from the exchange economy.`);
}
