import { dictatorKindOf } from '../../voting/dictator-kind';
import { randomBallot } from '../../voting/random-ballot';
import type { Answer, Session } from '../protocol';
import { askForBallot, recordInvented, recordVote } from './asking';
import type { BallotAnswer } from './ballot-answer';
import type { BallotPaper } from './ballot-paper';
import type { Count, Decided } from './count';
import type { DictatorKind, ElectionSettings } from './election-settings';
import { dictatorName, type Hall } from './hall';
import { dictatorQuestion, dictatorSystemPrompt, prompt, type CastBallot } from './prompts';

/** The ballots that dictators are consulted about, and the paper that they fill in themselves. */
export interface Consultation {
  readonly paper: BallotPaper;
  readonly profile: readonly CastBallot[];
}

/** Agents outside the electorate who decide alone. */
export class Dictators<Instance, Proposal> {
  constructor(
    private readonly session: Session<Instance, Proposal>,
    private readonly hall: Hall<Instance, Proposal>,
    private readonly settings: ElectionSettings,
  ) {}

  /** Lets each see ballots, true or invented ones. @returns what each came to, by the rule's name */
  async consult(
    consultation: Consultation,
    count: Count<Instance, Proposal>,
  ): Promise<[string, Decided<Proposal>][]> {
    const { dictators, dictatorNeeds, rules } = this.settings;
    const needed = dictatorNeeds === 'valid profile' ? this.hall.raters.length : 1;
    const there = consultation.profile.length >= needed;
    const asked = dictators.map(async (kind) => {
      const seen = kind === 'informed' ? consultation.profile : this.inventedFor(consultation.paper);
      return { kind, seen, answer: there ? await this.ask(kind, consultation.paper, seen) : null };
    });
    const answers = await Promise.all(asked);
    return answers.map(({ kind, seen, answer }) => {
      const phase = `dictator/${kind}`;
      if (kind === 'mis-informed' && answer !== null)
        recordInvented(this.session, phase, 'shown to the dictator', seen);
      const given = answer?.kind === 'answered' ? answer.value : null;
      if (given !== null) recordVote(this.session, phase, dictatorName, given);
      const rule = rules.find((one) => dictatorKindOf(one) === kind)?.name ?? `${kind} dictatorial`;
      return [rule, count.decideAlone(consultation.paper, phase, rule, given?.ballot ?? null)];
    });
  }

  private ask(
    kind: DictatorKind,
    paper: BallotPaper,
    seen: readonly CastBallot[],
  ): Promise<Answer<BallotAnswer>> {
    const messages = prompt(dictatorSystemPrompt(this.hall.task), dictatorQuestion(paper, seen));
    const call = { phase: `dictator/${kind}`, agent: dictatorName, messages, seen };
    return askForBallot(this.session, this.hall, paper, call);
  }

  /** One random ballot in each rater's name. */
  private inventedFor({ kind, options, settings }: BallotPaper): CastBallot[] {
    const random = this.session.random.split('mis-informed');
    return this.hall.raters.map(({ name: by }) => ({
      by,
      ballot: randomBallot(kind, options, settings, random.split(by)),
    }));
  }
}
