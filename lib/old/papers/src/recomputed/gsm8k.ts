import { readMathAnswer, sameMathAnswer } from 'agora-core/environments';
import { readGsm8kSolutions } from 'agora-core/internal';
import { handCheckedTexts, handScores, items } from './hand-checked';

/** The solutions that come with GSM8K, as our reader reads them, beside their authors' flags and labels by hand. */
export function solutionsRead(folder: string) {
  const read = readGsm8kSolutions(folder).map(({ model, solution, gold, isCorrect }) => {
    const found = readMathAnswer(solution);
    const verdict = found.ok && sameMathAnswer(found.value.answer, gold);
    return { model, extracted: found.ok, agrees: verdict === isCorrect };
  });
  return {
    solutions: [...new Set(read.map(({ model }) => model))].map((model) => {
      const own = read.filter((one) => one.model === model);
      const count = (what: 'extracted' | 'agrees') => own.filter((one) => one[what]).length;
      return { model, solutions: own.length, extracted: count('extracted'), agree: count('agrees') };
    }),
    handChecked: handScores(
      { 'GSM8K, 50': items.filter(({ source }) => source === 'gsm8k') },
      handCheckedTexts('gsm8k', folder),
    ),
  };
}
