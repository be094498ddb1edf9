import type { Json } from '../../json';
import { ballotSettings, describeBallot, plurality, type Ballot, type VotingRule } from '../../voting';
import type { GroupSituation } from '../../environments/situation';
import type { Session } from '../protocol';
import { readVote, voteSchema } from '../round-table/answers';
import type { DebateSettings } from './debate-settings';
import { decide, type House } from './decide';
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
  return decide(session, housed(floor), { ...settings, rule: plurality, round, phase: 'round' });
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
  const vote = { ties: settings.ties, rule: counted, by: rule.name, round, phase: 'settlement', ballots };
  const id = decide(session, housed(floor), vote);
  return id === null ? null : floor.views.proposal(id);
}

function housed<I, P>({ views, members }: Floor<I, P>): House<I, P> {
  const standing = members.flatMap(({ answer }) => (answer === null ? [] : [answer]));
  return { views, standing, electorate: members.length };
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
