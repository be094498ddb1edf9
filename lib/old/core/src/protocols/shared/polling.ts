import type { Candidate, Situation } from '../../environments/situation';
import { type Ballot, breakTie, type TiePolicy, type VotingRule } from 'agora-voting';
import { countVotes, type Json } from 'agora-voting/internal';
import type { Answer, Question, Session } from '../protocol';
import { upTo } from './answer-size';
import { ballotAnswerSchema, readBallotAnswer, type BallotForm, type GivenBallot } from './answers';

/*
 * A vote, from the question to the decision: ballots are asked for and counted, a tie is broken, and all of it is
 * recorded and described in words.
 */

type VoteSituation<Proposal> = Extract<Situation<Proposal>, { act: 'vote' }>;
/** What a voter is told besides the form of the ballot. Omitted facts are told to nobody. */
export type VoteFacts<Proposal> = Pick<VoteSituation<Proposal>, 'candidates'> &
  Partial<Pick<VoteSituation<Proposal>, 'messages' | 'standing' | 'ballotsSeen'>>;

/** How a ballot is asked for and read, and what a simulated agent is told. */
export function ballotAsked<Proposal>(form: BallotForm, facts: VoteFacts<Proposal>) {
  const { kind, options, settings, reason, maxTokens } = form;
  const situation: VoteSituation<Proposal> = {
    act: 'vote',
    ballot: kind,
    points: settings.points ?? options.length,
    scale: settings.scale ?? { lowest: 1, highest: 5 },
    reasoned: reason !== undefined,
    messages: [],
    standing: null,
    ballotsSeen: [],
    ...facts,
  };
  const schema = ballotAnswerSchema(form);
  return {
    schema,
    sampling: upTo(maxTokens, schema),
    read: (value: unknown) => readBallotAnswer(value, form),
    situation,
  };
}

/** Asks one agent for a ballot. */
export function askForBallot<Instance, Proposal>(
  session: Session<Instance, Proposal>,
  form: BallotForm,
  facts: VoteFacts<Proposal>,
  question: Pick<Question<GivenBallot, Proposal>, 'round' | 'phase' | 'agent' | 'messages'>,
): Promise<Answer<GivenBallot>> {
  const { schema, sampling, read, situation } = ballotAsked(form, facts);
  return session.ask({ ...question, format: { name: 'ballot', schema }, sampling, read, situation });
}

export function recordVote<Instance, Proposal>(
  session: Session<Instance, Proposal>,
  place: { readonly round: number; readonly phase: string },
  by: string,
  { ballot, reason }: GivenBallot,
): void {
  const vote = { type: 'vote', ...place, by, ballot: ballot as Json } as const;
  session.record(reason === null ? vote : { ...vote, reason });
}

/** A vote to decide. */
export interface Vote<Proposal> {
  readonly round: number;
  readonly phase: string;
  /** The name of what decides, for the record. */
  readonly by: string;
  readonly rule: Pick<VotingRule, 'count'>;
  readonly ties: TiePolicy;
  readonly candidates: readonly Candidate<Proposal>[];
  /** Null if the ballots must not be counted: nothing is then selected. */
  readonly ballots: readonly Ballot[] | null;
  /** The number of eligible voters, abstainers included. */
  readonly electorate: number;
  /** Names the random streams of the rule and of tie-breaking. Default: the round. */
  readonly stream?: string;
  /** The decision that remains if nothing is selected. */
  readonly standing?: Candidate<Proposal> | null;
}

export interface Decision<Proposal> {
  readonly selected: string | null;
  readonly tally: Readonly<Record<string, number>>;
  /** Whether several won. */
  readonly tied: boolean;
  /** The decision from now on. */
  readonly standing: Candidate<Proposal> | null;
}

/** Counts the votes, breaks a tie, and records the decision. */
export function decide<Instance, Proposal>(
  session: Session<Instance, Proposal>,
  vote: Vote<Proposal>,
): Decision<Proposal> {
  const { environment, instance, random } = session;
  const { round, phase, by, rule, candidates, ballots, electorate, stream = round } = vote;
  const options = candidates.map(({ id }) => id);
  const { tally, winners } =
    ballots === null || options.length === 0
      ? { tally: {}, winners: [] }
      : countVotes(
          { name: by, count: (...given) => rule.count(...given) },
          { options, ballots, electorate },
          { random: random.split('rule', stream) },
        );
  const help = { random: random.split('tie', stream), order: options };
  const { selected, tied } = breakTie(winners, vote.ties, help);
  const standing = candidates.find(({ id }) => id === selected) ?? vote.standing ?? null;
  session.record({
    type: 'decision',
    round,
    phase,
    by,
    candidates: candidates.map(({ id, by: names }) => ({ id, by: names })),
    tally,
    winners,
    selected,
    standing: standing === null ? null : { candidate: standing.id, proposal: standing.proposal as Json },
    score: environment.score(instance, standing?.proposal ?? null),
  });
  return { selected, tally, tied, standing };
}

const verbs: Readonly<Record<Ballot['kind'], string>> = {
  choice: 'voted for',
  rating: 'rated',
  ranking: 'ranked',
  'weak-ranking': 'ranked',
  approval: 'approved',
  points: 'gave points to',
};

/** A ballot in words that follow the voter's name. @param named - how to name an option */
export function ballotInWords(ballot: Ballot, named?: (option: string) => string): string {
  if (ballot.kind === 'approval' && ballot.approved.length === 0) return 'approved nothing';
  return `${verbs[ballot.kind]} ${ballotLine(ballot, named)}`;
}

/** A ballot in one line: "B > A > D > C", "A: 3, B: 5". @param named - how to name an option */
export function ballotLine(ballot: Ballot, named = (option: string): string => option): string {
  const list = (options: readonly string[], between: string): string => options.map(named).join(between);
  switch (ballot.kind) {
    case 'choice':
      return named(ballot.choice);
    case 'ranking':
      return list(ballot.ranking, ' > ');
    case 'weak-ranking':
      return ballot.tiers.map((tier) => list(tier, ' = ')).join(' > ');
    case 'approval':
      return ballot.approved.length === 0 ? '(none)' : list(ballot.approved, ', ');
    case 'rating':
      return numbers(ballot.ratings, named);
    case 'points':
      return numbers(ballot.points, named);
  }
}

function numbers(values: Readonly<Record<string, number>>, named: (option: string) => string): string {
  return Object.entries(values)
    .map(([option, number]) => `${named(option)}: ${number}`)
    .join(', ');
}
