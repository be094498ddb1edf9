/**
 * The share of the gap between the baseline (@10) and the oracle that a policy closes: 1 for all of it, negative
 * when the policy does worse than the baseline. Null when there is no gap, or a number is missing.
 * Source: RoundTable, section 7, in words.
 */
export function gapClosed(
  policy: number | null,
  baseline: number | null,
  oracle: number | null,
): number | null {
  if (policy === null || baseline === null || oracle === null || oracle === baseline) return null;
  return (policy - baseline) / (oracle - baseline);
}
