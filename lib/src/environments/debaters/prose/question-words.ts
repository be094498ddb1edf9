/** Numbers of a question, in order, without repeats; large ones are left out. At most 12. */
export function numbersOf(text: string): number[] {
  const found = text.match(/\d[\d,]*(?:\.\d+)?/g) ?? [];
  const numbers = found.map((one) => Number(one.replaceAll(',', ''))).filter((one) => one < 1_000_000);
  return [...new Set(numbers)].slice(0, 12);
}

const common = new Set(
  (
    'about after all also another answer answers because been before being both boxed choice correct could does done ' +
    'each either even every final following form frac from give given have having here however into just left ' +
    'less made make many more most much must only option options other over question rather right same should since ' +
    'some such text than that their them then there these they this those through under until used using very want ' +
    'were what when where whether which while whose will with would your three four five seven eight nine eleven twelve ' +
    'twenty thirty hundred find know need needs takes gets goes says makes gives wants start starts'
  ).split(' '),
);
const otherwise = ['condition', 'quantity', 'relation', 'statement'];

/**
 * Words of a question that its solutions can speak of: in lower case, of 4 to 14 letters, no LaTeX commands. At most
 * 24, without repeats, and at least two: where the question has fewer, general ones are added.
 */
export function wordsOf(text: string): string[] {
  const found = text.replaceAll(/\\[a-zA-Z]+/g, ' ').match(/(?<![\w-])[a-z]{4,14}(?![\w-])/g) ?? [];
  const words = [...new Set(found)].filter((word) => !common.has(word)).slice(0, 24);
  return words.length >= 2 ? words : [...words, ...otherwise.filter((word) => !words.includes(word))];
}
