import {
  AgoraError,
  type BallotKind,
  type BallotSettings,
  type RatingScale,
  type VotingRule,
} from 'agora-voting';
import { ballotSettings, dictatorKindOf, ratingScale } from 'agora-voting/internal';
import type { AgentBrief } from '../../environments/environment';
import type { Candidate } from '../../environments/situation';
import { capability, type Session } from '../protocol';
import type { BallotForm } from '../shared/answers';
import type { ElectionSettings } from './election';

/** The name in the record of the decider outside the electorate. */
export const dictatorName = 'Dictator';

/** The parts of one election: who votes, on which options, and with which ballots. */
export interface Hall<Proposal> {
  /** The options, which no agent of the election proposed. */
  readonly candidates: readonly Candidate<Proposal>[];
  readonly raters: readonly AgentBrief[];
  readonly unreliable: ReadonlySet<string>;
  readonly papers: readonly BallotPaper[];
  readonly task: string;
}

/** @throws AgoraError 'setting' when the election is impossible in this environment */
export function openHall<Instance, Proposal>(
  session: Session<Instance, Proposal>,
  settings: ElectionSettings,
): Hall<Proposal> {
  const { environment, instance, agents } = session;
  const choices = capability('election', environment, 'choices');
  const names = agents.map(({ name }) => name);
  if (names.length === 0)
    throw new AgoraError('setting', 'election needs at least one rater, and the environment has none');
  if (names.includes(dictatorName) && settings.dictators.length > 0)
    throw new AgoraError(
      'setting',
      `election needs the name "${dictatorName}" for its dictator, and a rater has it`,
    );
  const options = choices.list(instance);
  if (options.length < 2)
    throw new AgoraError('setting', `election needs at least 2 options, got ${options.length}`);
  const candidates = options.map((id) => ({ id, proposal: choices.proposal(instance, id), by: [] }));
  return {
    candidates,
    raters: agents,
    unreliable: unreliableRaters(settings.unreliable, names),
    papers: settings.ballots.map((kind) => ballotPaper(kind, settings, options, names.length)),
    task: environment.task(instance),
  };
}

function unreliableRaters(wanted: number | readonly string[], names: readonly string[]): ReadonlySet<string> {
  if (typeof wanted === 'number') {
    if (wanted <= names.length) return new Set(names.slice(0, wanted));
    throw new AgoraError(
      'setting',
      `election got ${wanted} unreliable raters, and there are only ${names.length} raters`,
    );
  }
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown === undefined) return new Set(wanted);
  throw new AgoraError(
    'setting',
    `election got ${JSON.stringify(unknown)} as unreliable, and the raters are ${names.join(', ')}`,
  );
}

/** One kind of ballot, in the form that this election asks for. */
export interface BallotPaper extends BallotForm {
  readonly phase: string;
  /** The rules that count the raters' ballots. */
  readonly rules: readonly VotingRule[];
}

/** @throws AgoraError 'setting' when a rule cannot count ballots of this form */
function ballotPaper(
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
  return {
    kind,
    phase: `ballot/${kind}`,
    options,
    settings,
    abstention: 'refused',
    maxTokens: election.maxTokens.ballot,
    rules: counted,
  };
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

/** Why a rule cannot count every ballot that is valid in this form; null if it can. */
function misfit(kind: BallotKind, paper: BallotSettings, rule: BallotSettings): string | null {
  if (kind === 'ranking' && paper.truncated === true && rule.truncated !== true)
    return 'it takes complete rankings only, and "truncated" allows shorter ones';
  const scale = rule.scale ?? ratingScale;
  if (paper.scale !== undefined && !within(paper.scale, scale))
    return `it takes ratings from ${scale.lowest} to ${scale.highest}, but the election asks for ${paper.scale.lowest} to ${paper.scale.highest}`;
  if (kind === 'points' && rule.points !== undefined && rule.points !== paper.points)
    return `it takes ballots of ${rule.points} points, but the election asks for ${paper.points}`;
  const { least = 0, most = Infinity } = rule.approvals ?? {};
  const asked = paper.approvals ?? {};
  if (kind === 'approval' && ((asked.least ?? 0) < least || (asked.most ?? Infinity) > most))
    return 'it limits how many options may be approved, and another rule on approvals does so otherwise';
  return null;
}

function within(inner: RatingScale, outer: RatingScale): boolean {
  return inner.lowest >= outer.lowest && inner.highest <= outer.highest;
}
