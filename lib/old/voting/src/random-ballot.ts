import type { Random } from './random';
import { ratingScale } from './ballots';
import type { Ballot, BallotKind, BallotSettings } from './voting-rule';

/**
 * A random ballot, as an unreliable rater casts it (GEDI, section 5.3).
 *
 * ranking: all orders equally likely, always complete. rating: every option's rating uniform on the scale. choice:
 * every option equally likely. approval: every allowed number of approvals equally likely, then every such set. points:
 * every whole point to an option at random.
 * @param options - at least one
 */
export function randomBallot(
  kind: BallotKind,
  options: readonly string[],
  settings: BallotSettings,
  random: Random,
): Ballot {
  switch (kind) {
    case 'ranking':
      return { kind, ranking: random.shuffle(options) };
    case 'choice':
      return { kind, choice: random.pick(options) };
    case 'rating': {
      const { lowest, highest } = settings.scale ?? ratingScale;
      const rating = () => lowest + random.below(highest - lowest + 1);
      return { kind, ratings: Object.fromEntries(options.map((option) => [option, rating()])) };
    }
    case 'approval': {
      const { least = 0, most = options.length } = settings.approvals ?? {};
      const size = least + random.below(Math.min(most, options.length) - least + 1);
      const drawn = new Set(random.shuffle(options).slice(0, size));
      return { kind, approved: options.filter((option) => drawn.has(option)) };
    }
    case 'points': {
      const points = options.map(() => 0);
      const budget = settings.points ?? options.length;
      for (let given = 0; given < budget; given++) {
        const place = random.below(options.length);
        points[place] = (points[place] ?? 0) + Math.min(1, budget - given);
      }
      return {
        kind,
        points: Object.fromEntries(options.map((option, place) => [option, points[place] ?? 0])),
      };
    }
  }
}
