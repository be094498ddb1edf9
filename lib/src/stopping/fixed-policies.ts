import { fixedPolicy, type TrainablePolicy } from './stopping-policy';

/** Never stops: the baseline that RoundTable calls @10. */
export function lastRound(): TrainablePolicy {
  return fixedPolicy('last-round', () => false);
}

/** Stops as soon as a decision stands ("whenever a proposal passes the voting threshold", RoundTable D.7). */
export function firstAgreement(): TrainablePolicy {
  return fixedPolicy('first-agreement', (rounds) => rounds.at(-1)?.agreed ?? false);
}

/** Stops when nobody proposes anything new in the round after one that selected a candidate (RoundTable D.7). */
export function consecutiveAgreements(): TrainablePolicy {
  return fixedPolicy('consecutive-agreements', (rounds) => {
    const [before, current] = rounds.slice(-2);
    return before !== undefined && current !== undefined && before.selected && current.proposals === 0;
  });
}
