/**
 * Cobb-Douglas utility, `prod_k bundle[k] ** exponents[k]`. Source: RoundTable, section 4.1, after Cobb and
 * Douglas (1928). A good with exponent 0 does not matter; without any of a good that does, utility is 0.
 * @param bundle - units of each good, none negative, in the order of the exponents
 */
export function utility(exponents: readonly number[], bundle: readonly number[]): number {
  return exponents.reduce((product, exponent, good) => product * (bundle[good] ?? 0) ** exponent, 1);
}
