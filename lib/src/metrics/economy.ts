import { check, object, over } from '../check';
import { collaborationsGiven, type Collaboration } from '../transcripts/collaboration';
import { courseOf, type Course } from './course';
import { economyMetricDefaults, economyMetricSettings, type EconomyMetricSettings } from './economy-settings';
import { estimate, type Estimate } from './estimate';
import type { FailureCounts } from './failures';
import { gatherRows } from './gather-rows';
import { fairness } from './fairness';
import { areaUnderCurve, utilityAt } from './group-utility';
import { rationality } from './rationality';
import { rigidity } from './rigidity';

/** One collaboration's numbers. */
export interface EconomyRow {
  readonly collaboration: number;
  readonly agents: number;
  readonly rounds: number;
  /** The first round after which a decision stood; null when none ever did. */
  readonly firstAgreement: number | null;
  /** By column, in percent, named as in the published tables; null where a metric is undefined. */
  readonly metrics: Readonly<Record<string, number | null>>;
  /** Group total utility after each round played, in percent. */
  readonly utility: readonly number[];
}

export interface EconomyMetrics {
  readonly rows: readonly EconomyRow[];
  /** By column: utility@n, auc@n, rationality, fairness, rigidity. In percent, over the rows. */
  readonly summary: Readonly<Record<string, Estimate>>;
  /** Index 0 is round 1. Collaborations that ended before keep their decision, or drop out (`afterEnd`). */
  readonly byRound: {
    readonly utility: readonly Estimate[];
    /** Percentage of collaborations in which no decision has stood up to and after this round; null without any. */
    readonly withoutAgreement: readonly (number | null)[];
  };
  /** Over everything that was read, unfinished collaborations included. */
  readonly failures: FailureCounts;
  /** Collaborations that are still running. */
  readonly unfinished: number;
  readonly settings: EconomyMetricSettings;
}

/**
 * The metrics of the exchange economy (RoundTable, section 4.1) from transcripts: only the recorded scores are
 * read, so any protocol will do that records decisions round by round. Reads as a stream, and keeps as many numbers
 * of a collaboration as it has rounds.
 * @throws AgoraError 'missing-score' when a decision or proposal carries no score of an economy
 * @throws AgoraError 'setting'
 */
export async function economy(
  collaborations: Iterable<Collaboration> | AsyncIterable<Collaboration>,
  settings: Partial<EconomyMetricSettings> = {},
): Promise<EconomyMetrics> {
  check('economy', economyArguments, { collaborations, settings });
  const resolved = over(economyMetricDefaults, settings);
  const { rows, failures, unfinished } = await gatherRows(
    collaborations,
    resolved.unfinished,
    (collaboration) => rowOf(collaboration, courseOf(collaboration), resolved),
  );
  return {
    rows,
    summary: Object.fromEntries(
      columns(resolved).map((column) => [column, estimate(rows.map((row) => row.metrics[column] ?? null))]),
    ),
    byRound: byRound(rows, resolved),
    failures,
    unfinished,
    settings: resolved,
  };
}

const economyArguments = object('arguments', {
  collaborations: collaborationsGiven,
  settings: economyMetricSettings,
});

function columns({ at }: EconomyMetricSettings): string[] {
  return [
    ...at.map((n) => `utility@${n}`),
    ...at.map((n) => `auc@${n}`),
    'rationality',
    'fairness',
    'rigidity',
  ];
}

function rowOf(collaboration: Collaboration, course: Course, settings: EconomyMetricSettings): EconomyRow {
  const { at, auc, afterEnd } = settings;
  const values = [
    ...at.map((n) => utilityAt(course, n, afterEnd)),
    ...at.map((n) => areaUnderCurve(course, n, auc, afterEnd)),
    rationality(collaboration, course, settings),
    fairness(course, settings.withoutAgreement),
    rigidity(course),
  ];
  return {
    collaboration: collaboration.index,
    agents: collaboration.agents.length,
    rounds: course.rounds,
    firstAgreement: course.firstAgreement,
    metrics: Object.fromEntries(columns(settings).map((column, place) => [column, values[place] ?? null])),
    utility: course.utility,
  };
}

function byRound(
  rows: readonly EconomyRow[],
  { afterEnd }: EconomyMetricSettings,
): EconomyMetrics['byRound'] {
  const longest = rows.reduce((most, row) => Math.max(most, row.rounds), 0);
  const rounds = Array.from({ length: longest }, (_, place) => place + 1);
  const playing = (round: number): EconomyRow[] =>
    rows.filter((row) => row.rounds > 0 && (row.rounds >= round || afterEnd === 'carry'));
  return {
    utility: rounds.map((round) =>
      estimate(playing(round).map((row) => row.utility[Math.min(round, row.rounds) - 1] ?? null)),
    ),
    withoutAgreement: rounds.map((round) => {
      const all = playing(round);
      const without = all.filter((row) => row.firstAgreement === null || row.firstAgreement > round);
      return all.length > 0 ? (100 * without.length) / all.length : null;
    }),
  };
}
