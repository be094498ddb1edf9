import type { Json } from '../../json';
import {
  ballotSettings,
  describeBallot,
  plurality,
  settleTie,
  type Ballot,
  type VotingRule,
} from '../../voting';
import type { GroupSituation } from '../../environments/situation';
import type { Session } from '../protocol';
import { readVote, voteSchema } from '../round-table/answers';
import type { DebateSettings } from './debate-settings';
import { candidatesOf, type Floor } from './floor';
import type { Said } from './member';
import { ballotQuestion, chat, debaterPrompt } from './prompts';

/** Counts the answers as they stand by plurality, and puts that on record. @returns the selected answer's id */
export function recordStanding<I, P>(
  session: Session<I, P>,
  floor: Floor<I, P>,
  settings: DebateSettings,
  round: number,
): string | null {
  return decide(session, floor, settings, { rule: plurality, round, phase: 'round', ballots: null });
}

/** The rule's word on the last answers. Rules on other ballots than single votes have every agent asked for one. */
export async function settle<I, P>(
  session: Session<I, P>,
  floor: Floor<I, P>,
  settings: DebateSettings,
  round: number,
): Promise<P | null> {
  const { rule } = settings;
  const different = new Set(floor.members.flatMap(({ answer }) => answer?.answers ?? [])).size;
  const asked = rule.ballot !== 'choice' && different > 1;
  const ballots = asked ? await askForBallots(session, floor, rule, round) : null;
  // Whatever the ballot, one answer that nobody contests needs no vote.
  const counted = asked || rule.ballot === 'choice' ? rule : plurality;
  const id = decide(session, floor, settings, {
    rule: counted,
    by: rule.name,
    round,
    phase: 'settlement',
    ballots,
  });
  return id === null ? null : floor.views.proposal(id);
}

interface Vote {
  readonly rule: VotingRule;
  readonly by?: string;
  readonly round: number;
  readonly phase: string;
  /** Null counts the answers themselves. */
  readonly ballots: readonly Ballot[] | null;
}

function decide<I, P>(
  session: Session<I, P>,
  { members, views }: Floor<I, P>,
  { ties }: DebateSettings,
  { rule, by = rule.name, round, phase, ballots }: Vote,
): string | null {
  const standing = members.flatMap(({ answer }) => (answer === null ? [] : [answer]));
  const candidates = candidatesOf(views, standing);
  const options = candidates.map(({ id }) => id);
  const votes = standing.map(({ answers }) => ({ kind: 'choice', choice: answers[0] as string }) as const);
  const profile = { options, ballots: ballots ?? votes, electorate: members.length };
  const { tally, winners } =
    options.length === 0
      ? { tally: {}, winners: [] }
      : rule.count(profile, { random: session.random.split('rule', round) });
  // The same stream for the last round and for the settlement: what stands is what is settled.
  const { selected } = settleTie(winners, ties, {
    random: session.random.split('tie', round),
    order: options,
  });
  const proposal = selected === null ? null : views.proposal(selected);
  session.record({
    type: 'decision',
    round,
    phase,
    by,
    candidates: candidates.map(({ id, by: names }) => ({ id, by: names })),
    tally,
    winners,
    selected,
    standing: selected === null ? null : { candidate: selected, proposal: proposal as Json },
    score: session.environment.score(session.instance, proposal),
  });
  return selected;
}

/** An answer that cannot be used is an abstention; it stands on record as a failure. */
async function askForBallots<I, P>(
  session: Session<I, P>,
  floor: Floor<I, P>,
  rule: VotingRule,
  round: number,
): Promise<Ballot[]> {
  const { environment, instance } = session;
  const said = floor.members.flatMap(({ answer }): Said[] => (answer === null ? [] : [answer]));
  const candidates = candidatesOf(floor.views, said);
  const options = candidates.map(({ id }) => id);
  const form = ballotSettings(rule, options, floor.members.length);
  const listed = candidates.map(
    ({ id, proposal, by }) =>
      `${id}. ${environment.showProposal(instance, proposal)} (${by.join(', ')} ${by.length === 1 ? 'answers' : 'answer'} so)`,
  );
  const question = ballotQuestion(
    listed,
    rule.explanation,
    describeBallot(rule.ballot, options, form, { thing: 'answer', abstain: false }),
  );
  const names = floor.members.map(({ name }) => name);
  const answers = await Promise.all(
    floor.members.map(({ name, brief, approach }) => {
      const situation: GroupSituation<I, P> = {
        ...{ act: 'vote', round, rounds: round, agent: name, agents: names, instance, messages: [] },
        ...{ standing: null, candidates, decisions: [], ballot: rule.ballot },
        points: form.points ?? options.length,
        ...(form.scale && { scale: form.scale }),
        ...(approach === null ? {} : { approach }),
      };
      return session.ask({
        round,
        phase: 'settlement',
        agent: name,
        messages: chat(
          debaterPrompt(brief.background, approach),
          { role: 'user', content: environment.task(instance) },
          { role: 'user', content: question },
        ),
        format: { name: 'ballot', schema: () => voteSchema(rule.ballot, options, form) },
        read: (value) => readVote(value, rule.ballot, options, form),
        situation,
      });
    }),
  );
  return answers.flatMap((answer, place) => {
    if (answer.kind !== 'answered' || answer.value.ballot === null) return [];
    const { ballot, reason } = answer.value;
    const by = names[place] as string;
    session.record({ type: 'vote', round, phase: 'settlement', by, ballot: ballot as Json, reason });
    return [ballot];
  });
}
