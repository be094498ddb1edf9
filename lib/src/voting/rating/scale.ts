import { AgoraError } from '../../agora-error';
import type { RatingScale } from '../ballot-settings';

/** @throws AgoraError 'setting' when the scale is no two whole numbers, the lower one first */
export function requireScale(rule: string, scale: RatingScale): RatingScale {
  const { lowest, highest } = scale;
  if (Number.isSafeInteger(lowest) && Number.isSafeInteger(highest) && lowest < highest) return scale;
  throw new AgoraError(
    'setting',
    `${rule} needs a scale of two whole numbers, the lower one first, got ${lowest} to ${highest}`,
  );
}

export function isSameScale(one: RatingScale, other: RatingScale): boolean {
  return one.lowest === other.lowest && one.highest === other.highest;
}
