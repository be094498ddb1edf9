import { AgoraError } from '../../agora-error';
import { isChoiceEnvironment, type ChoiceEnvironment } from '../../environments/choice-environment';
import type { AgentBrief } from '../../environments/environment';
import type { GroupSituation } from '../../environments/situation';
import { ratingScale } from '../../voting';
import type { Session } from '../protocol';
import { ballotPaper, type BallotPaper } from './ballot-paper';
import type { ElectionSettings } from './election-settings';
import type { CastBallot } from './prompts';

/** Who the decider outside the electorate is on record. */
export const dictatorName = 'Dictator';

/** What one election is held with: who votes, on what, and on which papers. */
export interface Hall<Instance, Proposal> {
  readonly environment: ChoiceEnvironment<Instance, Proposal>;
  readonly options: readonly string[];
  readonly raters: readonly AgentBrief[];
  readonly unreliable: ReadonlySet<string>;
  readonly papers: readonly BallotPaper[];
  readonly task: string;
}

/** @throws AgoraError 'setting' when the election cannot be held here */
export function openHall<Instance, Proposal>(
  session: Session<Instance, Proposal>,
  settings: ElectionSettings,
): Hall<Instance, Proposal> {
  const { environment, instance, agents } = session;
  if (!isChoiceEnvironment(environment))
    throw new AgoraError(
      'setting',
      `election needs an environment with a fixed list of options, and ${environment.name} has none`,
    );
  const names = agents.map(({ name }) => name);
  if (names.length === 0)
    throw new AgoraError('setting', 'election needs at least one rater, and the environment has none');
  if (names.includes(dictatorName) && settings.dictators.length > 0)
    throw new AgoraError(
      'setting',
      `election needs the name "${dictatorName}" for its dictator, and a rater has it`,
    );
  const options = environment.choices(instance);
  if (options.length < 2)
    throw new AgoraError('setting', `election needs at least 2 options, got ${options.length}`);
  return {
    environment,
    options,
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

/** What an agent knows when it is asked for its ballot. */
export function ballotSituation<Instance, Proposal>(
  hall: Hall<Instance, Proposal>,
  instance: Instance,
  paper: BallotPaper,
  agent: string,
  seen?: readonly CastBallot[],
): GroupSituation<Instance, Proposal> {
  const { kind, settings } = paper;
  const { scale } = settings;
  const own = scale?.lowest !== ratingScale.lowest || scale.highest !== ratingScale.highest;
  return {
    act: 'vote',
    round: 1,
    rounds: 1,
    agent,
    agents: hall.raters.map(({ name }) => name),
    instance,
    messages: [],
    standing: null,
    candidates: hall.options.map((id) => ({
      id,
      proposal: hall.environment.proposalOf(instance, id),
      by: [],
    })),
    decisions: [],
    ballot: kind,
    ...(settings.points === undefined ? {} : { points: settings.points }),
    ...(scale !== undefined && own ? { scale } : {}),
    ...(seen === undefined ? {} : { ballotsSeen: seen }),
  };
}
