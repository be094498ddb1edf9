import { readMathAnswer, sameMathAnswer } from 'agora-core/environments';
import { countTokens } from 'agora-core/models';
import { fitToAnswers } from 'agora-core/simulation';
import { eventsOf, notesOf, recorded } from 'agora-core/transcripts';
import { committed } from './committed';
import type { duDebates } from './round-debates';

/** Which of ZeroEval's models are those of S2-MAD. It has no GPT-4-0613. */
const debaters = {
  'gpt-3.5-turbo': 'gpt-3.5-turbo-0125',
  'gpt-4o-mini': 'gpt-4o-mini-2024-07-18',
  'gpt-4o-0806': 'gpt-4o-2024-08-06',
  'llama-3.1-8b-instruct': 'Meta-Llama-3.1-8B-Instruct',
};
/** Wrong answers that come to mind on GSM8K, as many as a simulated agent makes up. */
const wrongAnswers = 8;
/** DyLAN's debates of which texts are counted. */
const counted = 200;

/**
 * Simulated debaters on GSM8K from recorded answers: skill from ZeroEval's single chains of the same model; the spread of
 * difficulty and the shared bias from how three gpt-3.5-turbo agree in their first answers (Du et al.'s script); tokens
 * from the characters of those chains, at as many tokens a character as gpt-3.5-turbo writes in DyLAN's debates.
 */
export function recordedDebaters(folder: string) {
  const { settings } = committed<Awaited<ReturnType<typeof duDebates>>>('du-debates-unlicensed');
  const gpt = settings.find(({ task, model }) => task === 'GSM8K' && model.startsWith('gpt-3.5'))!;
  const shared = fitToAnswers({ ...gpt, right: gpt.one / 100 }, { wrongAnswers });
  const tokensPerCharacter = tokensIn(
    [...recorded('dylan')].slice(0, counted).flatMap((one) => eventsOf(one, 'message')),
  );
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
    const characters = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    const { parameters } = fitToAnswers(
      { right: right / questions.length },
      { wrongAnswers, like: shared.parameters },
    );
    return {
      chains: questions.length,
      accuracy: (100 * right) / questions.length,
      characters,
      parameters: { ...parameters, tokens: Math.round(characters * tokensPerCharacter) },
    };
  };
  return {
    tokensPerCharacter,
    firstAnswers: shared,
    debaters: Object.entries(debaters).map(([profile, model]) => ({ profile, model, ...one(model) })),
  };
}

function tokensIn(messages: readonly { readonly text: string }[]): number {
  const sum = (length: (text: string) => number) => messages.reduce((all, { text }) => all + length(text), 0);
  return sum(countTokens) / sum((text) => text.length);
}
