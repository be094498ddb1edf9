/** An amount as prompts show it: at most six decimals, no trailing zeros. */
export function showAmount(amount: number): string {
  return String(Number(amount.toFixed(6)));
}
