import type { Step, StepKind } from './solution';

type Phrase = (step: Step) => string;

/**
 * Ways to express a step in words, without the initial capital and the full stop. None contains brackets, boxes or
 * the word "answer", so that an extractor finds only the answer at the end of a text.
 */
export const stepPhrases: Readonly<Record<StepKind, readonly Phrase[]>> = {
  compute: [
    ({ sum, result }) => `${sum} comes to ${result}`,
    ({ sum, result, first }) => `for the ${first} I get ${sum}, that is ${result}`,
    ({ sum, result, first }) => `working out ${sum} gives ${result}, which settles the part about ${first}`,
    ({ sum, result, first, second }) => `to bring ${first} and ${second} together, ${sum} makes ${result}`,
    ({ sum, result, second }) => `we need ${sum}, so ${result} is what stands for ${second}`,
    ({ sum, result }) => `if one takes ${sum}, the outcome is ${result}`,
    ({ sum, result, first }) => `the amount tied to ${first} follows from ${sum}: it is ${result}`,
    ({ sum, result, first, second }) =>
      `once ${first} is known, ${second} can be had by taking ${sum}, and so we reach ${result}`,
    ({ sum, result }) => `this part is plain arithmetic: ${sum} equals ${result}`,
    ({ sum, result, first }) => `that leaves ${result} for ${first}, because ${sum} is just that`,
    ({ sum, result, second }) => `putting in the figures for ${second}, we see that ${sum} yields ${result}`,
    ({ sum, result }) => `a short calculation, ${sum}, takes us to ${result}`,
    ({ sum, result, first, second }) =>
      `${first} depends on ${second} here, and ${sum} turns out as ${result}`,
    ({ sum, result }) => `carrying that forward, ${sum} amounts to ${result}`,
    ({ sum, result, first }) =>
      `reading off what is said of ${first}, the sum is ${sum} and its value ${result}`,
    ({ sum, result, second }) => `I write down ${result} for ${second}, having computed ${sum}`,
    ({ sum, result }) => `so far that means ${result}, from ${sum}`,
    ({ sum, result, first }) => `with ${first} out of the way, ${sum} simplifies to ${result}`,
  ],
  reason: [
    ({ first, second }) => `the key is how ${first} bears on ${second}`,
    ({ first, second }) =>
      `what is told about ${first} rules out every reading in which ${second} stays as it was`,
    ({ first, second }) => `since ${first} comes with ${second}, the two have to be treated together`,
    ({ first, second }) => `I take ${first} literally, and then ${second} can only mean one thing`,
    ({ first }) => `nothing in the wording lets us skip ${first}`,
    ({ first, second }) => `it helps to look at ${first} on its own and to add ${second} afterwards`,
    ({ first, second }) => `the link between ${first} and ${second} is what decides the matter`,
    ({ first }) => `by the usual definition, ${first} has to hold throughout`,
    ({ first, second }) =>
      `suppose for a moment that ${first} had no effect: ${second} would then contradict it`,
    ({ first, second }) => `from ${first} we may infer something of ${second}, though not the reverse`,
    ({ first, second }) =>
      `a common slip is to confuse ${first} with ${second}, which changes everything after it`,
    ({ first }) => `the part on ${first} narrows down what is possible`,
    ({ first, second }) => `comparing ${first} to ${second}, only one of the cases survives`,
    ({ second }) => `this agrees with what we know of ${second} in general`,
    ({ first, second }) => `one should notice that ${first} is mentioned before ${second}, and for a reason`,
    ({ first, second }) => `whoever starts from ${second} is led back to ${first} in a step or two`,
    ({ first }) => `as far as ${first} is concerned, the simplest explanation is enough`,
    ({ first, second }) => `here ${first} works against ${second}, so the larger effect wins`,
  ],
  check: [
    ({ first }) => `as a check, I went over ${first} a second time and nothing changed`,
    ({ first, second }) => `putting this back into the part on ${first} also fits ${second}`,
    ({ first }) => `the size is plausible for ${first}`,
    ({ first, second }) => `doing it in the other order, ${second} before ${first}, leads to the same place`,
    ({ first }) => `I see no double counting of ${first}`,
    ({ second }) => `the units match those of ${second}, as they should`,
    ({ first, second }) => `a rough estimate from ${first} and ${second} points the same way`,
    ({ first }) => `if ${first} were any smaller the rest would not add up`,
    ({ second }) => `everything said about ${second} has been used by now`,
    ({ first, second }) => `an extreme case, ${first} with hardly any ${second}, behaves as expected`,
    ({ first }) => `I was careful with ${first} here because it is easy to misread`,
    ({ first, second }) => `that is consistent for ${first} as well as for ${second}`,
  ],
};
