/** What was read and what was written, together: what the paper calls token cost. */
export function tokensOf(counts: { readonly inputTokens: number; readonly outputTokens: number }): number {
  return counts.inputTokens + counts.outputTokens;
}
