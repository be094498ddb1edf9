import { readMathAnswer, sameMathAnswer } from 'agora-core/environments';
import { eventsOf, notesOf, recorded } from 'agora-core/transcripts';

/** Which of ZeroEval's models are those of S2-MAD. It has no GPT-4-0613. */
const debaters = {
  'gpt-3.5-turbo': 'gpt-3.5-turbo-0125',
  'gpt-4o-mini': 'gpt-4o-mini-2024-07-18',
  'gpt-4o-0806': 'gpt-4o-2024-08-06',
  'llama-3.1-8b-instruct': 'Meta-Llama-3.1-8B-Instruct',
};

/** Single chains of thought of S2-MAD's models on GSM8K: how many are right, and how long they are. */
export function recordedDebaters(folder: string) {
  const questions = [...recorded('zeroeval', { folder })].filter(
    ({ instance }) => (instance as { task: string }).task === 'gsm8k',
  );
  const one = (model: string) => {
    const right = questions.filter((question) => {
      const said = eventsOf(question, 'message').find(({ from }) => from === model)?.text ?? '';
      const [found, gold] = [said, (question.instance as { answer: string }).answer].map((text) =>
        readMathAnswer(`\\boxed{${text}}`),
      );
      return found?.ok && gold?.ok && sameMathAnswer(found.value.answer, gold.value.answer);
    }).length;
    const lengths = questions.map((question) =>
      Number((notesOf(question, 'lengths')[0]?.data as Record<string, number>)[model]),
    );
    return {
      chains: questions.length,
      accuracy: (100 * right) / questions.length,
      characters: lengths.reduce((sum, length) => sum + length, 0) / lengths.length,
    };
  };
  return { debaters: Object.entries(debaters).map(([name, model]) => ({ name, model, ...one(model) })) };
}
