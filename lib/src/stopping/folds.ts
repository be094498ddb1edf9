import { AgoraError } from '../agora-error';
import { Random } from '../random';

/**
 * Deals collaborations into folds at random: each is in the test set of exactly one, and sizes differ by at most one.
 * @returns for each fold the places of its test collaborations, in order
 * @throws AgoraError 'setting' for fewer than two folds, or more folds than collaborations
 */
export function foldsOf(collaborations: number, folds: number, seed: number): number[][] {
  if (!Number.isInteger(folds) || folds < 2)
    throw new AgoraError('setting', `cross-validation needs at least 2 folds, got ${folds}`);
  if (folds > collaborations)
    throw new AgoraError(
      'setting',
      `${folds} folds need at least ${folds} collaborations, got ${collaborations}: ask for fewer folds`,
    );
  const order = Random.from(seed, 'folds').shuffle(
    Array.from({ length: collaborations }, (_, place) => place),
  );
  return Array.from({ length: folds }, (_, fold) =>
    order.filter((_, place) => place % folds === fold).sort((a, b) => a - b),
  );
}
