import type { Json } from '../../json';
import { randomBallot } from '../../voting/random-ballot';
import type { Answer, Ending, Session } from '../protocol';
import { askForBallot, recordInvented, recordVote, round } from './asking';
import type { BallotAnswer } from './ballot-answer';
import { recordedPaper, type BallotPaper } from './ballot-paper';
import { Count, type Decided } from './count';
import { Dictators } from './dictators';
import type { ElectionSettings } from './election-settings';
import { openHall, type Hall } from './hall';
import { ballotQuestion, prompt, raterSystemPrompt, type CastBallot } from './prompts';

/** One election, from the first question to its end. */
export class HeldElection<Instance, Proposal> {
  private readonly hall: Hall<Instance, Proposal>;
  private readonly count: Count<Instance, Proposal>;
  private readonly dictators: Dictators<Instance, Proposal>;

  constructor(
    private readonly session: Session<Instance, Proposal>,
    private readonly settings: ElectionSettings,
  ) {
    this.hall = openHall(session, settings);
    this.count = new Count(session, this.hall, settings);
    this.dictators = new Dictators(session, this.hall, settings);
  }

  async run(): Promise<Ending> {
    const { papers } = this.hall;
    this.recordSetUp();
    const answers = await Promise.all(papers.map((paper) => this.askRaters(paper)));
    const profiles = papers.map((paper, place) => this.recordBallots(paper, answers[place] ?? []));
    const decided = new Map<string, Decided<Proposal>>();
    papers.forEach((paper, place) => {
      for (const rule of paper.rules)
        decided.set(rule.name, this.count.decide(paper, rule, profiles[place] ?? []));
    });
    // Dictators speak the language of rankings where there is one: "the same preferential ranking format".
    const place = Math.max(
      0,
      papers.findIndex(({ kind }) => kind === 'ranking'),
    );
    const consulted = { paper: papers[place] as BallotPaper, profile: profiles[place] ?? [] };
    for (const [rule, one] of await this.dictators.consult(consulted, this.count)) decided.set(rule, one);
    const { proposal, cause } = decided.get(this.settings.rules[0]?.name ?? '') as Decided<Proposal>;
    const { environment, instance } = this.session;
    return { rounds: round, cause, outcome: proposal as Json, score: environment.score(instance, proposal) };
  }

  private recordSetUp(): void {
    const { options, papers, unreliable } = this.hall;
    const { validity, ties, dictators, dictatorNeeds } = this.settings;
    const data = {
      options,
      ballots: papers.map(recordedPaper),
      ...{ validity, ties, dictators, dictatorNeeds },
      unreliable: [...unreliable],
    };
    this.session.record({ type: 'note', round, phase: 'set-up', kind: 'election', data });
  }

  /** Asks everybody who is reliable; the answers stand at their raters' places. */
  private askRaters(paper: BallotPaper): Promise<(Answer<BallotAnswer> | null)[]> {
    const question = ballotQuestion(paper);
    const asked = this.hall.raters.map(async (agent) => {
      if (this.hall.unreliable.has(agent.name)) return null;
      const messages = prompt(raterSystemPrompt(agent, this.hall.task), question);
      return askForBallot(this.session, this.hall, paper, {
        phase: paper.phase,
        agent: agent.name,
        messages,
      });
    });
    return Promise.all(asked);
  }

  /** Records the ballots that were cast and those that are invented. @returns both, in roster order */
  private recordBallots(paper: BallotPaper, answers: readonly (Answer<BallotAnswer> | null)[]): CastBallot[] {
    const { kind, phase, options, settings } = paper;
    const invented: CastBallot[] = [];
    const profile: CastBallot[] = [];
    this.hall.raters.forEach(({ name: by }, place) => {
      const answer = answers[place] ?? null;
      if (answer === null) {
        const random = this.session.random.split('unreliable', kind, by);
        invented.push({ by, ballot: randomBallot(kind, options, settings, random) });
        profile.push(invented.at(-1) as CastBallot);
      } else if (answer.kind === 'answered') {
        profile.push({ by, ballot: answer.value.ballot });
        recordVote(this.session, phase, by, answer.value);
      }
    });
    recordInvented(this.session, phase, 'unreliable raters', invented);
    return profile;
  }
}
