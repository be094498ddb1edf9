import { eventsOf, type Collaboration } from '../transcripts/collaboration';
import type { DecisionEvent, ProposalEvent } from '../transcripts/event';
import type { Course } from './course';
import { ownUtility } from './economy-score';
import type { EconomyMetricSettings } from './economy-settings';

/** By how much, relative to the standing utility (or to 1), one utility must exceed another to count as more. */
const TOLERANCE = 1e-9;

type Settings = Pick<EconomyMetricSettings, 'withoutDecision' | 'skipped' | 'restated'>;

/**
 * Rationality: over all agents and rounds played, the share in which the allocation that an agent proposes gives
 * itself more than the allocation that stands, in percent. Source: RoundTable, section 4.1: "the ratio of rounds
 * where the individual utility of the proposed allocation exceeds the current one". The settings say what the
 * sentence leaves open. Null when nothing is left to count.
 *
 * An agent that proposes several times in a round is judged by its last proposal; one whose answer could not be
 * used has skipped. The allocation that stands is the one the round began with.
 */
export function rationality(collaboration: Collaboration, course: Course, settings: Settings): number | null {
  const proposals = new Map<string, ProposalEvent>();
  for (const event of eventsOf(collaboration, 'proposal'))
    if (event.proposal !== null) proposals.set(`${event.round}/${event.by}`, event);
  let counted = 0;
  let rational = 0;
  for (const agent of collaboration.agents) {
    let latest: ProposalEvent | undefined;
    for (let round = 1; round <= course.rounds; round++) {
      const made = proposals.get(`${round}/${agent}`);
      latest = made ?? latest;
      const verdict = judge(made, latest, course.decisions[round - 2] ?? null, settings);
      if (verdict === null) continue;
      counted++;
      if (verdict) rational++;
    }
  }
  return counted > 0 ? (100 * rational) / counted : null;
}

/** True and false count, null is left out. */
function judge(
  made: ProposalEvent | undefined,
  latest: ProposalEvent | undefined,
  decision: DecisionEvent | null,
  settings: Settings,
): boolean | null {
  const standing = decision?.standing ?? null;
  if (!standing && settings.withoutDecision === 'exclude') return null;
  if (!made && settings.skipped === 'exclude') return null;
  const proposal = settings.skipped === 'latest' ? latest : made;
  if (!proposal || (!standing && settings.withoutDecision === 'irrational')) return false;
  if (standing && proposal.candidate === standing.candidate)
    return settings.restated === 'exclude' ? null : false;
  const where = `round ${proposal.round} of collaboration ${proposal.collaboration}`;
  const own = ownUtility(proposal.score, proposal.by, `the proposal of ${proposal.by} in ${where}`);
  const current = standing
    ? ownUtility(decision?.score, proposal.by, `the standing decision before ${where}`)
    : 0;
  return own > current + TOLERANCE * Math.max(1, current);
}
