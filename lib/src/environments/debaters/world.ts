/**
 * The seed of everything that is a fact about a question and not about a run: difficulties, biases, how an answer is
 * reasoned out. The same in every run; the simulated raters' too.
 */
export const worldSeed = 0;
