import { AgoraError } from 'agora-voting';
import { capability, type Session } from '../protocol';
import { linksOf } from '../shared/audience';
import { Candidates } from '../shared/candidates';
import { answeringIn, type Answering } from './answering';
import { groupSizes, type DebateSettings } from './debate-settings';
import { Member, type Said } from './member';

/** The state of one debate: its members in their groups, who reads whom, and the answers so far. */
export interface Floor<Instance, Proposal> {
  readonly answering: Answering<Instance, Proposal>;
  readonly candidates: Candidates<Instance, Proposal>;
  readonly groups: readonly (readonly Member[])[];
  /** In roster order. */
  readonly members: readonly Member[];
  readonly reads: ReadonlyMap<string, readonly string[]>;
}

/** @throws AgoraError 'setting' when the debate is impossible in this environment */
export function openFloor<Instance, Proposal>(
  session: Session<Instance, Proposal>,
  settings: DebateSettings,
): Floor<Instance, Proposal> {
  const { environment, instance, agents, random } = session;
  if (agents.length === 0)
    throw new AgoraError('setting', 'debate needs at least one agent, and the environment has none');
  const sizes = groupSizes(settings.groups, agents.length);
  const answering = answeringIn(environment, instance, settings.maxTokens);
  if (settings.intraRounds < settings.rounds) capability('debate in stages', environment, 'prose');
  const task = environment.task(instance);
  const inOrder = sizes.flatMap((size, group) => Array.from({ length: size }, () => group + 1));
  const groupOf = settings.shuffle ? random.split('groups').shuffle(inOrder) : inOrder;
  const members = agents.map((brief, place) => {
    const { approaches, memory } = settings;
    const approach = approaches.length === 0 ? null : (approaches[place % approaches.length] as string);
    return new Member(brief, groupOf[place] as number, approach, task, answering.words, memory);
  });
  const groups = sizes.map((_, group) => members.filter((member) => member.group === group + 1));
  const reads = new Map(
    groups.flatMap((group) => [
      ...linksOf(
        settings.topology,
        group.map(({ name }) => name),
        random.split('topology'),
      ),
    ]),
  );
  return { answering, candidates: new Candidates(session), groups, members, reads };
}

/** The members' current answers, in roster order. */
export function standingAnswers({ members }: Pick<Floor<never, never>, 'members'>): Said[] {
  return members.flatMap(({ answer }) => (answer === null ? [] : [answer]));
}
