import type { Ballot, VotingRule } from 'agora-voting';
import { ballotOrder, dictatorKindOf, type Json, randomBallot } from 'agora-voting/internal';
import { note } from '../../transcripts/note';
import type { Answer, Ending, Question, Session } from '../protocol';
import type { GivenBallot } from '../shared/answers';
import { chat } from '../shared/memory';
import { takeTurns } from '../shared/order';
import { askForBallot, decide, recordVote, type VoteFacts } from '../shared/polling';
import { askForProbableBallot } from '../shared/probable-ballot';
import type { DictatorKind, ElectionSettings } from './election';
import { dictatorName, openHall, type BallotPaper, type Hall } from './hall';
import {
  ballotQuestion,
  dictatorQuestion,
  dictatorSystemPrompt,
  raterSystemPrompt,
  type CastBallot,
} from './prompts';

/** An election has one round. */
const round = 1;

/** The result of a rule. */
interface Decided<Proposal> {
  readonly proposal: Proposal | null;
  /** "decided", "tie" (several win, and the policy selects none), "no winner", "invalid profile". */
  readonly cause: string;
}

/** One election, from the first question to its end. */
export class HeldElection<Instance, Proposal> {
  private readonly hall: Hall<Proposal>;

  constructor(
    private readonly session: Session<Instance, Proposal>,
    private readonly settings: ElectionSettings,
  ) {
    this.hall = openHall(session, settings);
  }

  async run(): Promise<Ending> {
    const { papers } = this.hall;
    this.recordSetUp();
    const answers = await Promise.all(papers.map((paper) => this.askRaters(paper)));
    const profiles = papers.map((paper, place) => this.recordBallots(paper, answers[place] ?? new Map()));
    const decided = new Map<string, Decided<Proposal>>();
    papers.forEach((paper, place) => {
      const profile = profiles[place] ?? [];
      const ballots = this.isValid(profile, this.settings.validity === 'whole profile')
        ? profile.map(({ ballot }) => ballot)
        : null;
      for (const rule of paper.rules)
        decided.set(rule.name, this.decide(paper.phase, rule.name, rule, ballots));
    });
    // Dictators use rankings if there are any: "the same preferential ranking format".
    const place = Math.max(
      0,
      papers.findIndex(({ kind }) => kind === 'ranking'),
    );
    await this.consultDictators(papers[place] as BallotPaper, profiles[place] ?? [], decided);
    const { proposal, cause } = decided.get(this.settings.rules[0]?.name ?? '') as Decided<Proposal>;
    const { environment, instance } = this.session;
    return { rounds: round, cause, outcome: proposal as Json, score: environment.score(instance, proposal) };
  }

  private recordSetUp(): void {
    const { candidates, papers, unreliable } = this.hall;
    const { validity, ties, dictators, dictatorNeeds } = this.settings;
    const data = {
      options: candidates.map(({ id }) => id),
      ballots: papers.map(({ kind, settings }) => ({ kind, ...settings })),
      validity,
      ties,
      dictators,
      dictatorNeeds,
      unreliable: [...unreliable],
    };
    this.session.record(note('election', { round, phase: 'set-up' }, data));
  }

  /** Asks all reliable raters. @returns their ballots, by name */
  private async askRaters(paper: BallotPaper): Promise<ReadonlyMap<string, GivenBallot>> {
    const { candidates, raters, unreliable, task } = this.hall;
    const given = new Map<string, GivenBallot>();
    const question = ballotQuestion(this.asked(paper));
    const facts = { candidates };
    await takeTurns(
      'simultaneous',
      raters.filter(({ name }) => !unreliable.has(name)),
      (rater) =>
        this.askFor(paper, facts, {
          round,
          phase: paper.phase,
          agent: rater.name,
          messages: chat(raterSystemPrompt(rater, task), question),
        }),
      (answers) => {
        for (const { member, answer } of answers)
          if (answer.kind === 'answered') given.set(member.name, answer.value);
      },
    );
    return given;
  }

  /** What raters are asked for to obtain this ballot: with probabilities, a vote for one option. */
  private asked(paper: BallotPaper): BallotPaper {
    return this.settings.ask === 'answers' ? paper : { ...paper, kind: 'choice' };
  }

  private askFor(
    paper: BallotPaper,
    facts: VoteFacts<Proposal>,
    question: Pick<Question<GivenBallot, Proposal>, 'round' | 'phase' | 'agent' | 'messages'>,
  ): Promise<Answer<GivenBallot>> {
    return this.settings.ask === 'answers'
      ? askForBallot(this.session, paper, facts, question)
      : askForProbableBallot(this.session, paper, facts, question);
  }

  /** Records the ballots that were cast and those that were invented. @returns both, in roster order */
  private recordBallots(paper: BallotPaper, given: ReadonlyMap<string, GivenBallot>): CastBallot[] {
    const { kind, phase, options, settings } = paper;
    const invented: CastBallot[] = [];
    const profile: CastBallot[] = [];
    for (const { name: by } of this.hall.raters) {
      const answer = given.get(by);
      if (this.hall.unreliable.has(by)) {
        const random = this.session.random.split('unreliable', kind, by);
        const cast = { by, ballot: randomBallot(kind, options, settings, random) };
        invented.push(cast);
        profile.push(cast);
      } else if (answer !== undefined) {
        profile.push({ by, ballot: answer.ballot as Ballot });
        recordVote(this.session, { round, phase }, by, answer);
      }
    }
    this.recordInvented(phase, 'unreliable raters', invented);
    return profile;
  }

  /** Shows ballots, true or invented ones, to each dictator, who then decides alone. */
  private async consultDictators(
    paper: BallotPaper,
    profile: readonly CastBallot[],
    decided: Map<string, Decided<Proposal>>,
  ): Promise<void> {
    const { dictators, dictatorNeeds, rules } = this.settings;
    const { candidates, task } = this.hall;
    const there = this.isValid(profile, dictatorNeeds === 'valid profile');
    const ask = async (kind: DictatorKind) => {
      const seen = kind === 'informed' ? profile : this.inventedFor(paper);
      if (!there) return null;
      const facts = { candidates, ballotsSeen: seen };
      const answer = await this.askFor(paper, facts, {
        round,
        phase: `dictator/${kind}`,
        agent: dictatorName,
        messages: chat(dictatorSystemPrompt(task), dictatorQuestion(this.asked(paper), seen)),
      });
      return { seen, given: answer.kind === 'answered' ? answer.value : null };
    };
    await takeTurns('simultaneous', dictators, ask, (answers) => {
      for (const { member: kind, answer } of answers) {
        const phase = `dictator/${kind}`;
        if (kind === 'mis-informed' && answer !== null)
          this.recordInvented(phase, 'shown to the dictator', answer.seen);
        const given = answer?.given ?? null;
        if (given !== null) recordVote(this.session, { round, phase }, dictatorName, given);
        const by = rules.find((one) => dictatorKindOf(one) === kind)?.name ?? `${kind} dictatorial`;
        const ballots = given === null ? null : [given.ballot as Ballot];
        decided.set(by, this.decide(phase, by, { count: likedBest }, ballots));
      }
    });
  }

  /** One random ballot in each rater's name. */
  private inventedFor({ kind, options, settings }: BallotPaper): CastBallot[] {
    const random = this.session.random.split('mis-informed');
    return this.hall.raters.map(({ name: by }) => ({
      by,
      ballot: randomBallot(kind, options, settings, random.split(by)),
    }));
  }

  /** Records which ballots were invented, and why. */
  private recordInvented(phase: string, why: string, ballots: readonly CastBallot[]): void {
    if (ballots.length === 0) return;
    const data = { why, ballots: ballots.map(({ by, ballot }) => ({ by, ballot })) };
    this.session.record(note('invented ballots', { round, phase }, data));
  }

  private isValid(profile: readonly CastBallot[], whole: boolean): boolean {
    return profile.length >= (whole ? this.hall.raters.length : 1);
  }

  private decide(
    phase: string,
    by: string,
    rule: Pick<VotingRule, 'count'>,
    ballots: readonly Ballot[] | null,
  ): Decided<Proposal> {
    const { candidates, raters } = this.hall;
    const { ties } = this.settings;
    const { selected, standing, tied } = decide(this.session, {
      round,
      phase,
      by,
      rule,
      ties,
      candidates,
      ballots,
      electorate: raters.length,
      stream: by,
    });
    const undecided = ballots === null ? 'invalid profile' : tied ? 'tie' : 'no winner';
    return { proposal: standing?.proposal ?? null, cause: selected === null ? undecided : 'decided' };
  }
}

/** Counts a dictator's own ballot: its favourite wins. */
const likedBest: VotingRule['count'] = ({ options, ballots }) => {
  const order = ballotOrder(ballots[0] as Ballot, options);
  const winners = order[0] ?? [];
  const tally = Object.fromEntries(options.map((option) => [option, winners.includes(option) ? 1 : 0]));
  return { tally, winners, order };
};
