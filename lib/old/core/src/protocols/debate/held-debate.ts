import type { Json } from 'agora-voting/internal';
import { note } from '../../transcripts/note';
import type { Ending, Session } from '../protocol';
import { settingsOf, type DebateSettings } from './debate-settings';
import { distinct } from './filter';
import { openFloor, type Floor } from './floor';
import type { Said } from './member';
import { Rounds, stageOf } from './rounds';
import { recordStanding, settle } from './settlement';
import { byAnswer, type StatementJudge } from './similarity';
import { summariseGroup } from './summary';

/** One debate, from the first answers to its decision. */
export class HeldDebate<Instance, Proposal> {
  private readonly floor: Floor<Instance, Proposal>;
  private readonly judge: StatementJudge;
  private readonly rounds: Rounds<Instance, Proposal>;
  /** The summaries of the previous stage, in group order; groups without one are absent. */
  private summaries: readonly Said[] = [];

  constructor(
    private readonly session: Session<Instance, Proposal>,
    private readonly settings: DebateSettings,
  ) {
    this.floor = openFloor(session, settings);
    this.judge = (settings.similarity ?? byAnswer).begin();
    this.rounds = new Rounds(session, settings, this.floor, this.judge);
  }

  async run(): Promise<Ending> {
    const { rounds, intraRounds } = this.settings;
    this.recordSetUp();
    let round = 0;
    let cause = 'rounds';
    while (round < rounds) {
      round++;
      await this.rounds.play(round, this.summaries);
      recordStanding(this.session, this.floor, this.settings, round);
      if (round === rounds) break;
      if (await this.session.shouldStop()) {
        cause = 'policy';
        break;
      }
      if (round % intraRounds === 0 && (await this.closeStage(round))) {
        cause = 'one view';
        break;
      }
    }
    const outcome = await settle(this.session, this.floor, this.settings, round);
    if (this.floor.members.every(({ answer }) => answer === null)) cause = 'no answers';
    const score = this.session.environment.score(this.session.instance, outcome);
    return { rounds: round, cause, outcome: outcome as Json, score };
  }

  private recordSetUp(): void {
    const { groups, reads } = this.floor;
    const place = { round: 1, phase: 'set-up' };
    const data = {
      ...settingsOf(this.settings),
      groups: groups.map((group) => group.map(({ name }) => name)),
    };
    this.session.record(note('debate', place, data));
    if (this.settings.topology.kind !== 'all')
      this.session.record(note('edges', place, { reads: Object.fromEntries(reads) }));
  }

  /** Gets the groups' summaries. @returns whether the debate is over */
  private async closeStage(round: number): Promise<boolean> {
    const { floor, session, settings, judge } = this;
    const stage = stageOf(settings, round);
    const made = await Promise.all(
      floor.groups.map((group, place) =>
        summariseGroup(session, floor, settings, judge, { stage, round, group, number: place + 1 }),
      ),
    );
    const summaries = made.flatMap((one) => (one === null ? [] : [one]));
    for (const { summary, by, phase, of, words } of summaries) {
      const data = { text: summary.text, answers: [...summary.answers], of, words };
      session.record(note('summary', { round, phase, by }, data));
    }
    this.summaries = summaries.map(({ summary }) => summary);
    if (!settings.filter) return false;
    await judge.learn(this.summaries);
    if (settings.earlyEnd === 'never' || summaries.length < floor.groups.length) return false;
    const [left, ...others] = distinct(judge, this.summaries);
    if (left === undefined || others.length > 0) return false;
    return settings.earlyEnd === 'one summary' || left.answers.length === 1;
  }
}
