import { type Ballot, plurality } from 'agora-voting';
import { ballotSettings } from 'agora-voting/internal';
import type { Session } from '../protocol';
import { charactersIn } from '../shared/answer-size';
import type { BallotForm } from '../shared/answers';
import type { Candidates } from '../shared/candidates';
import { chat } from '../shared/memory';
import { takeTurns } from '../shared/order';
import { askForBallot, decide, recordVote, type Vote } from '../shared/polling';
import type { DebateSettings } from './debate-settings';
import { standingAnswers, type Floor } from './floor';
import type { Said } from './member';
import { ballotQuestion, debaterPrompt } from './prompts';

/**
 * Decides by the current answers.
 * @param vote.ballots - if omitted, each answer counts as one vote
 * @returns the answer selected
 */
export function voteByAnswers<I, P>(
  session: Session<I, P>,
  candidates: Candidates<I, P>,
  standing: readonly Said[],
  vote: Omit<Vote<P>, 'candidates' | 'ballots'> & { readonly ballots?: readonly Ballot[] },
): P | null {
  const answers = standing.map(({ answers }) => ({ kind: 'choice', choice: answers[0] as string }) as const);
  const decision = decide(session, { ballots: answers, ...vote, candidates: candidates.behind(standing) });
  return decision.standing?.proposal ?? null;
}

/** Counts the current answers by plurality, and records the result. */
export function recordStanding<I, P>(
  session: Session<I, P>,
  floor: Floor<I, P>,
  { ties }: DebateSettings,
  round: number,
): void {
  const { candidates, members } = floor;
  voteByAnswers(session, candidates, standingAnswers(floor), {
    round,
    phase: 'round',
    by: plurality.name,
    rule: plurality,
    ties,
    electorate: members.length,
  });
}

/**
 * Settles the debate by the rule. If the rule needs other ballots than single votes, every agent is asked for one.
 */
export async function settle<I, P>(
  session: Session<I, P>,
  floor: Floor<I, P>,
  { rule, ties, maxTokens }: DebateSettings,
  round: number,
): Promise<P | null> {
  const { candidates, members } = floor;
  const standing = standingAnswers(floor);
  const vote = { round, phase: 'settlement', by: rule.name, ties, electorate: members.length };
  const different = new Set(standing.flatMap(({ answers }) => answers)).size;
  // With any kind of ballot, a single uncontested answer needs no vote.
  if (rule.ballot === 'choice' || different <= 1)
    return voteByAnswers(session, candidates, standing, {
      ...vote,
      rule: rule.ballot === 'choice' ? rule : plurality,
    });
  const form = formOf(floor, standing, rule, maxTokens.message);
  const ballots = await askForBallots(session, floor, rule.explanation, form, round);
  return voteByAnswers(session, candidates, standing, { ...vote, rule, ballots });
}

function formOf<I, P>(
  { candidates, members }: Floor<I, P>,
  standing: readonly Said[],
  rule: DebateSettings['rule'],
  maxTokens: number,
): BallotForm {
  const options = candidates.behind(standing).map(({ id }) => id);
  const settings = ballotSettings(rule, options, members.length);
  const reason = charactersIn(maxTokens, 0.5);
  return { kind: rule.ballot, options, settings, reason, abstention: 'understood', maxTokens };
}

/** Asks for ballots. An unusable answer is an abstention, recorded as a failure. */
async function askForBallots<I, P>(
  session: Session<I, P>,
  floor: Floor<I, P>,
  explanation: string,
  form: BallotForm,
  round: number,
): Promise<Ballot[]> {
  const { environment, instance } = session;
  const phase = 'settlement';
  const candidates = floor.candidates.behind(standingAnswers(floor));
  const said = standingAnswers(floor);
  const listed = candidates.map(({ id, by }) => ({
    id,
    by,
    shown: floor.candidates.show(id),
    words: said.find(({ answers }) => answers.includes(id))?.text ?? '',
  }));
  const question = ballotQuestion(listed, explanation, form);
  const task = environment.task(instance);
  const ballots: Ballot[] = [];
  await takeTurns(
    'simultaneous',
    floor.members,
    ({ name: agent, brief, approach }) =>
      askForBallot(
        session,
        form,
        { candidates },
        {
          round,
          phase,
          agent,
          messages: chat(debaterPrompt(brief.background, approach), task, question),
        },
      ),
    (answers) => {
      for (const { member, answer } of answers) {
        if (answer.kind !== 'answered' || answer.value.ballot === null) continue;
        recordVote(session, { round, phase }, member.name, answer.value);
        ballots.push(answer.value.ballot);
      }
    },
  );
  return ballots;
}
