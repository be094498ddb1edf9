import { debatePhase, type DebatePhase } from '../../transcripts/debate-phase';
import { note } from '../../transcripts/note';
import type { Answer, Session } from '../protocol';
import type { DebateSettings } from './debate-settings';
import { keepNew, type Dropped } from './filter';
import { takeTurns } from '../shared/order';
import { standingAnswers, type Floor } from './floor';
import { messagesOf, type Member, type Said } from './member';
import { recordAnswer } from './answering';
import type { StatementJudge } from './similarity';

/** The task of one member in a round. */
interface Turn {
  readonly member: Member;
  readonly step: Exclude<DebatePhase['step'], 'summary'>;
  readonly received: readonly Said[];
  readonly dropped: readonly Dropped[];
  readonly silent: boolean;
}

/** Plays rounds: decides who reads what and who stays silent, asks, and records. */
export class Rounds<Instance, Proposal> {
  constructor(
    private readonly session: Session<Instance, Proposal>,
    private readonly settings: DebateSettings,
    private readonly floor: Floor<Instance, Proposal>,
    private readonly judge: StatementJudge,
  ) {}

  /** @param summaries - those of the previous stage, in group order */
  async play(round: number, summaries: readonly Said[]): Promise<void> {
    const ask = async (member: Member) => {
      const turn = this.plan(member, round, summaries);
      return { turn, said: await this.ask(turn, round) };
    };
    await takeTurns(this.settings.order, this.floor.members, ask, async (answers) => {
      for (const { answer } of answers) this.recordTurn(answer.turn, round, answer.said);
      const members = answers.map(({ member }) => member);
      if (this.settings.filter) await this.judge.learn(standingAnswers({ members }));
    });
  }

  /** What a member reads in a round, and whether it speaks. */
  private plan(member: Member, round: number, summaries: readonly Said[]): Turn {
    const { filter, seen, participation } = this.settings;
    if (round === 1) return { member, step: 'alone', received: [], dropped: [], silent: false };
    const step = opensStage(this.settings, round) ? 'exchange' : 'debate';
    const incoming = step === 'exchange' ? summaries : this.heardBy(member);
    const { kept, dropped } = filter
      ? keepNew(this.judge, member, incoming, seen)
      : { kept: incoming, dropped: [] };
    const silent = participation !== 'always' && kept.length === 0 && member.answer !== null;
    return { member, step, received: kept, dropped, silent };
  }

  private heardBy({ name }: Member): Said[] {
    const names = this.floor.reads.get(name) ?? [];
    return this.floor.members.flatMap(({ name: other, answer }) =>
      answer !== null && names.includes(other) ? [answer] : [],
    );
  }

  private async ask(turn: Turn, round: number): Promise<Answer<Proposal> | null> {
    if (turn.silent) return null;
    const { member, received } = turn;
    const { answering, candidates } = this.floor;
    const read = [...(member.answer === null ? [] : [member.answer]), ...received];
    return this.session.ask({
      round,
      phase: this.phaseOf(turn, round),
      agent: member.name,
      messages: member.prompt(sourceOf(turn), received),
      ...(answering.format === undefined ? {} : { format: answering.format }),
      sampling: answering.sampling,
      read: answering.read,
      situation: answering.situation({
        messages: messagesOf(read, round - 1),
        standing: null,
        candidates: candidates.behind(read),
      }),
    });
  }

  private recordTurn(turn: Turn, round: number, answer: Answer<Proposal> | null): void {
    const { member, dropped, received, silent } = turn;
    const place = { round, phase: this.phaseOf(turn, round) };
    const by = member.name;
    if (dropped.length > 0) {
      const data = { dropped: dropped.map(({ from, why }) => ({ from, why })) };
      this.session.record(note('filtered', { ...place, by }, data));
    }
    if (silent) this.session.record(note('silent', { ...place, by }, { why: 'nothing new' }));
    if (answer?.kind !== 'answered') return;
    const group = this.floor.groups[member.group - 1] ?? [];
    const to = group.filter((other) => other !== member).map(({ name }) => name);
    const candidate = recordAnswer(this.session, this.floor.candidates, place, { by, to, answer });
    member.takeAnswer(round, sourceOf(turn), received, answer.text, candidate);
  }

  private phaseOf({ member, step }: Turn, round: number): string {
    return debatePhase({ stage: stageOf(this.settings, round), group: member.group, step });
  }
}

/** The stage that a round belongs to, counted from 1. */
export function stageOf({ intraRounds }: DebateSettings, round: number): number {
  return Math.floor((round - 1) / intraRounds) + 1;
}

function opensStage({ intraRounds }: DebateSettings, round: number): boolean {
  return round > 1 && (round - 1) % intraRounds === 0;
}

function sourceOf({ step }: Turn): 'members' | 'groups' {
  return step === 'exchange' ? 'groups' : 'members';
}
