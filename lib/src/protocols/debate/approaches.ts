/**
 * Ways of thinking for MS2-MAD, whose "multiple prompt settings" the paper does not print (S2-MAD, Appendix D): five of
 * ours, given to the agents in turn.
 */
export const approaches: readonly string[] = Object.freeze([
  'Think step by step, and write each step down before you take the next.',
  'First restate what is asked and what is given; then set up equations or rules, and solve them.',
  'Start from what an answer would have to look like, and work backwards to what is given.',
  'Estimate the answer first, then work it out in full, and explain any difference.',
  'Solve it in one way, then check the result in a second way that does not use the first.',
]);
