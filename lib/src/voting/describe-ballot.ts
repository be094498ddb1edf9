import type { BallotSettings } from './ballot-settings';
import { ratingScale } from './ballots';
import type { BallotKind } from './voting-rule';

/** What the field `decision` of a vote must hold, for a prompt. `readBallot` reads exactly this. */
export function describeBallot(
  kind: BallotKind,
  options: readonly string[],
  settings: BallotSettings = {},
): string {
  if (options.length === 0) return 'null: there is nothing to vote on yet';
  const abstain = 'or null to abstain';
  const ids = options.join(', ');
  const { scale = ratingScale } = settings;
  switch (kind) {
    case 'choice':
      return `the id of the one proposal you vote for (${ids}), ${abstain}`;
    case 'rating':
      return `an object that gives every proposal id (${ids}) a whole number from ${scale.lowest} (worst) to ${scale.highest} (best), like ${example(options, () => Math.floor((scale.lowest + scale.highest) / 2))}, ${abstain}`;
    case 'ranking':
      return `a list of ${settings.truncated ? 'proposal ids' : 'all proposal ids'} (${ids}), your favourite first, each at most once, like ${JSON.stringify([...options].reverse())}, ${abstain}`;
    case 'approval':
      return `a list of the ids (${ids}) of all the proposals that you find good enough${limits(settings.approvals)}, like ${JSON.stringify(options.slice(0, 2))}, ${abstain}`;
    case 'points': {
      const budget = settings.points ?? options.length;
      return `an object from proposal id (${ids}) to the points you give it, none below 0 and exactly ${budget} in all, like ${example(options, (place) => (place === 0 ? budget : 0))}, ${abstain}`;
    }
  }
}

function limits({ least = 0, most }: NonNullable<BallotSettings['approvals']> = {}): string {
  if (least === most) return `, exactly ${least}`;
  const from = least > 0 ? `, at least ${least}` : '';
  return most === undefined ? from : `${from}, at most ${most}`;
}

function example(options: readonly string[], number: (place: number) => number): string {
  return JSON.stringify(Object.fromEntries(options.map((option, place) => [option, number(place)])));
}
