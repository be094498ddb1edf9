import type { Json } from '../../json';
import { ballotOrder } from '../../voting/ballot-order';
import { settleTie, type Ballot, type Profile, type VotingRule } from '../../voting';
import type { Session } from '../protocol';
import type { BallotPaper } from './ballot-paper';
import type { ElectionSettings } from './election-settings';
import type { Hall } from './hall';
import type { CastBallot } from './prompts';

/** What a rule came to. */
export interface Decided<Proposal> {
  readonly proposal: Proposal | null;
  /** "decided", "tie" (several win, and the policy takes none), "no winner", "invalid profile". */
  readonly cause: string;
}

interface Outcome {
  readonly tally: Readonly<Record<string, number>>;
  readonly winners: readonly string[];
}

const nothing: Outcome = { tally: {}, winners: [] };

/** Counts an election's ballots, and puts every decision on record. */
export class Count<Instance, Proposal> {
  constructor(
    private readonly session: Session<Instance, Proposal>,
    private readonly hall: Hall<Instance, Proposal>,
    private readonly settings: ElectionSettings,
  ) {}

  /** One rule on one profile. */
  decide(paper: BallotPaper, rule: VotingRule, cast: readonly CastBallot[]): Decided<Proposal> {
    const electorate = this.hall.raters.length;
    const needed = this.settings.validity === 'whole profile' ? electorate : 1;
    const valid = cast.length >= needed;
    const profile: Profile = {
      options: this.hall.options,
      ballots: cast.map(({ ballot }) => ballot),
      electorate,
    };
    const random = this.session.random.split('rule', rule.name);
    const outcome = valid ? rule.count(profile, { random }) : nothing;
    return this.settle(paper.phase, rule.name, outcome, valid);
  }

  /** A dictator's own ballot: what it likes best wins. Null when there is no such ballot. */
  decideAlone(paper: BallotPaper, phase: string, name: string, ballot: Ballot | null): Decided<Proposal> {
    if (ballot === null) return this.settle(phase, name, nothing, false);
    const winners = ballotOrder(ballot, paper.options)[0] ?? [];
    const tally = Object.fromEntries(
      paper.options.map((option) => [option, winners.includes(option) ? 1 : 0]),
    );
    return this.settle(phase, name, { tally, winners }, true);
  }

  private settle(phase: string, by: string, { tally, winners }: Outcome, valid: boolean): Decided<Proposal> {
    const { environment, options } = this.hall;
    const { instance } = this.session;
    const random = this.session.random.split('tie', by);
    const { selected, tied } = settleTie(winners, this.settings.ties, { random, order: options });
    const proposal = selected === null ? null : environment.proposalOf(instance, selected);
    this.session.record({
      type: 'decision',
      round: 1,
      phase,
      by,
      candidates: options.map((id) => ({ id, by: [] })),
      tally,
      winners,
      selected,
      standing: selected === null ? null : { candidate: selected, proposal: proposal as Json },
      score: environment.score(instance, proposal),
    });
    const undecided = !valid ? 'invalid profile' : tied ? 'tie' : 'no winner';
    return { proposal, cause: selected === null ? undecided : 'decided' };
  }
}
