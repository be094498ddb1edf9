/**
 * Exact sums of 1, 1/2, 1/3, ...: whole numbers over one common denominator, the least common multiple of
 * 1..places. In floating point 1/2 + 1/3 + 1/6 falls short of 1, and a tie would be settled by rounding.
 */
export interface HarmonicScale {
  /** 1/place in units of the common denominator. */
  share(place: number): bigint;
  /** An exact sum as a number; equal sums give equal numbers. */
  toNumber(sum: bigint): number;
}

/** @param places - how many places a ballot may rank, at least 1 */
export function harmonicScale(places: number): HarmonicScale {
  let denominator = 1n;
  for (let place = 2n; place <= BigInt(places); place++)
    denominator = (denominator / greatestCommonDivisor(denominator, place)) * place;
  const bits = 2n ** 53n;
  return {
    share: (place) => denominator / BigInt(place),
    toNumber: (sum) =>
      Number(sum / denominator) + Number(((sum % denominator) * bits) / denominator) / Number(bits),
  };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}
