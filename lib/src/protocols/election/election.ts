import type { Protocol } from '../protocol';
import { resolveElection, settingsOf, type ElectionOptions } from './election-settings';
import { HeldElection } from './held-election';

/**
 * An election: every rater is asked once and alone for a ballot on the environment's options, and every rule decides
 * on the same profile. Source: GEDI (Zhao, Wang and Peng), sections 4 and 5.1, Appendix C.
 *
 * On record: the ballots as `vote` events (phase "ballot/ranking", "ballot/rating", ...), one `decision` a rule, the
 * dictator's ballot (phase "dictator/informed" or "dictator/mis-informed"), and as notes how the election was set up
 * and which ballots were invented. Any further rule can be counted from that later (`metrics.accuracyByRule`).
 *
 * A rater without a valid ballot makes the profile invalid (see `validity`). The rules on an invalid profile decide
 * nothing, and say so; when the first rule is among them, the collaboration ends undecided with cause
 * "invalid profile". It counts as such, and is never dropped.
 * @throws AgoraError 'setting' when there are no rules, or a rule's ballot is not asked for; once it runs, when the
 * environment has no fixed options, there are no raters or fewer than are to be unreliable, or a rule cannot count the
 * ballots asked for
 */
export function election(options: ElectionOptions): Protocol {
  const settings = resolveElection(options);
  return {
    name: 'election',
    settings: settingsOf(settings),
    run: (session) => new HeldElection(session, settings).run(),
  };
}
