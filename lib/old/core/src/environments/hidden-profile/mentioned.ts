import type { Fact } from './types';

/** Words that say nothing of a fact by themselves. */
const common = new Set(
  (
    'about above after again against already along also although always among because been before behind being ' +
    'below between both during each else ever every from have having here hers himself however into itself just ' +
    'least less like many more most much must near never none once only other others over same should since some ' +
    'such than that their them then there these they this those though through toward under until very well were ' +
    'what when where which while whose will with within without would your'
  ).split(' '),
);

/** The share of a fact's words that a sentence must repeat. */
const enough = 0.6;

/**
 * The facts that a message mentions. A message mentions a fact if it names the fact's option, and if one of its
 * sentences repeats at least 60% of the fact's words. Words are numbers, and words of four letters or more but for
 * common ones ("which", "more") and those in names of options. Capitals, a final "s" and what follows the fifth letter
 * do not matter, so that "delivers" is "delivery". A fact that is told in other words is missed: the count is a lower
 * bound.
 * @param facts - all facts of the case that could be mentioned
 */
export function mentionedIn(message: string, options: readonly string[], facts: readonly Fact[]): Fact[] {
  const names = new Set(options.flatMap(wordsOf).map(stem));
  const named = new Set(wordsOf(message).map(stem));
  const sentences = message.split(/[.!?;\n]+\s|[.!?;\n]+$/).map((one) => new Set(contentOf(one, names)));
  return facts.filter(({ text, option }) => {
    const name = wordsOf(option).filter((word) => word.length > 2 && word !== 'the');
    if (!name.every((word) => named.has(stem(word)))) return false;
    const words = [...new Set(contentOf(text, names))];
    return sentences.some((said) => {
      const repeated = words.filter((word) => said.has(word)).length;
      return repeated > 0 && repeated >= enough * words.length;
    });
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

const stem = (word: string): string => word.replace(/s$/, '').slice(0, 5);

/** The words of a text that count, without those in the options' names. */
function contentOf(text: string, names: ReadonlySet<string>): string[] {
  return wordsOf(text)
    .filter((word) => /^\p{N}+$/u.test(word) || (word.length >= 4 && !common.has(word)))
    .map(stem)
    .filter((word) => !names.has(word));
}
