import { AgoraError } from '../../agora-error';
import type { JsonObject } from '../../json';
import {
  ballotSettings,
  ratingScale,
  type BallotKind,
  type BallotSettings,
  type RatingScale,
  type VotingRule,
} from '../../voting';
import { dictatorKindOf } from '../../voting/dictator-kind';
import type { ElectionSettings } from './election-settings';

/** One kind of ballot as this election asks for it. */
export interface BallotPaper {
  readonly kind: BallotKind;
  readonly phase: string;
  readonly options: readonly string[];
  readonly settings: BallotSettings;
  /** The rules that are counted on the raters' ballots. */
  readonly rules: readonly VotingRule[];
}

/** @throws AgoraError 'setting' when a rule cannot count ballots of this form */
export function ballotPaper(
  kind: BallotKind,
  election: ElectionSettings,
  options: readonly string[],
  electorate: number,
): BallotPaper {
  const rules = election.rules.filter(({ ballot }) => ballot === kind);
  const [first] = rules;
  const wanted = first === undefined ? {} : ballotSettings(first, options, electorate);
  const settings = settingsFor(kind, election, wanted, options.length);
  for (const rule of rules) {
    const fault = misfit(kind, settings, ballotSettings(rule, options, electorate));
    if (fault !== null)
      throw new AgoraError(
        'setting',
        `election cannot count the rule ${JSON.stringify(rule.name)}: ${fault}`,
      );
  }
  const counted = rules.filter((rule) => dictatorKindOf(rule) === null);
  return { kind, phase: `ballot/${kind}`, options, settings, rules: counted };
}

/** What a ballot must satisfy, as it is put on record. */
export function recordedPaper({ kind, settings }: BallotPaper): JsonObject {
  return { kind, ...(settings as JsonObject) };
}

function settingsFor(
  kind: BallotKind,
  { truncated, scale }: ElectionSettings,
  wanted: BallotSettings,
  options: number,
): BallotSettings {
  switch (kind) {
    case 'ranking':
      return { truncated };
    case 'rating': {
      const { lowest, highest } = scale ?? wanted.scale ?? ratingScale;
      return { scale: { lowest, highest } };
    }
    case 'approval':
      return wanted.approvals === undefined ? {} : { approvals: { ...wanted.approvals } };
    case 'points':
      return { points: wanted.points ?? options };
    case 'choice':
      return {};
  }
}

/** Why a rule cannot take all the ballots that are valid on this paper; null when it can. */
function misfit(kind: BallotKind, paper: BallotSettings, rule: BallotSettings): string | null {
  if (kind === 'ranking' && paper.truncated === true && rule.truncated !== true)
    return 'it takes complete rankings only, and "truncated" allows shorter ones';
  const scale = rule.scale ?? ratingScale;
  if (paper.scale !== undefined && !within(paper.scale, scale))
    return `it takes ratings from ${scale.lowest} to ${scale.highest}, and asked for are ${paper.scale.lowest} to ${paper.scale.highest}`;
  if (kind === 'points' && rule.points !== undefined && rule.points !== paper.points)
    return `it takes ballots of ${rule.points} points, and asked for are ${paper.points}`;
  const { least = 0, most = Infinity } = rule.approvals ?? {};
  const asked = paper.approvals ?? {};
  if (kind === 'approval' && ((asked.least ?? 0) < least || (asked.most ?? Infinity) > most))
    return 'it limits how many options may be approved, and another rule on approvals does so otherwise';
  return null;
}

function within(inner: RatingScale, outer: RatingScale): boolean {
  return inner.lowest >= outer.lowest && inner.highest <= outer.highest;
}
