import { check, object } from '../../check';
import { electionsGiven, type Election, type RecordedBallot } from './election';

/** How many profiles of one kind are valid, and what became of the single ballots. */
export interface ProfileValidity {
  /** A kind of ballot ("ranking", "rating", ...), or "informed dictatorial", "mis-informed dictatorial". */
  readonly what: string;
  readonly questions: number;
  /** Profiles in which every ballot is valid (GEDI, Appendix C); for a dictator, its own ballot. */
  readonly valid: number;
  /** Profiles with at least one valid ballot: the paper's numbers with an asterisk. */
  readonly usable: number;
  readonly ballots: {
    readonly valid: number;
    readonly unparsed: number;
    readonly invalid: number;
    readonly refused: number;
    readonly failed: number;
    /** Random ballots of unreliable raters, among the valid ones. */
    readonly invented: number;
    /** Dictators who were not asked, because the profile was not there. */
    readonly notAsked: number;
  };
}

/**
 * The counts of GEDI's Table 5: kinds of ballots first, then dictators, in the order in which they first come up.
 * @example
 * const ballot = (rater, ranking) => ({ rater, ballot: { kind: 'ranking', ranking }, failure: null, invented: false });
 * const ballots = [ballot('x', ['A', 'B']), ballot('y', ['A', 'B']), ballot('z', ['B', 'A'])];
 * const polls = [{ kind: 'ranking', settings: {}, ballots }];
 * const one = { collaboration: 0, subject: 'law', options: ['A', 'B'], right: 'A', raters: ['x', 'y', 'z'], polls, dictators: [] };
 * metrics.profileValidity([one])[0].valid; // => 1
 */
export function profileValidity(elections: readonly Election[]): ProfileValidity[] {
  check('profileValidity', object('arguments', { elections: electionsGiven }), { elections });
  const kinds = new Map<string, Counter>();
  const counter = (what: string): Counter => {
    const found = kinds.get(what) ?? new Counter(what);
    kinds.set(what, found);
    return found;
  };
  for (const { polls } of elections)
    for (const { kind, ballots } of polls) counter(kind).add(ballots.map((one) => ({ ...one, asked: true })));
  for (const { dictators } of elections)
    for (const { kind, ...one } of dictators)
      counter(`${kind} dictatorial`).add([{ ...one, invented: false }]);
  return [...kinds.values()].map((one) => one.result());
}

type Cast = Pick<RecordedBallot, 'ballot' | 'failure' | 'invented'> & { readonly asked: boolean };

class Counter {
  private questions = 0;
  private valid = 0;
  private usable = 0;
  private readonly ballots = {
    ...{ valid: 0, unparsed: 0, invalid: 0, refused: 0, failed: 0 },
    ...{ invented: 0, notAsked: 0 },
  };

  constructor(private readonly what: string) {}

  add(profile: readonly Cast[]): void {
    this.questions++;
    const valid = profile.filter(({ ballot }) => ballot !== null).length;
    if (valid === profile.length) this.valid++;
    if (valid > 0) this.usable++;
    for (const { ballot, failure, invented, asked } of profile) {
      if (ballot !== null) this.ballots.valid++;
      if (failure !== null) this.ballots[failure]++;
      if (invented) this.ballots.invented++;
      if (!asked) this.ballots.notAsked++;
    }
  }

  result(): ProfileValidity {
    const { what, questions, valid, usable, ballots } = this;
    return { what, questions, valid, usable, ballots: { ...ballots } };
  }
}
