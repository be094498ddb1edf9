import type { Environment } from '../../../environments';

export type TinyQuestion = {
  readonly subject: string;
  readonly letters: readonly string[];
  readonly answer: string;
};

/**
 * Questions without words.
 * @param settings.advantage - what the right letter has in utility over the others, which are alike. Default 1
 */
export function tinyQuiz(
  settings: { readonly raters?: number; readonly advantage?: number; readonly options?: number } = {},
): Environment<TinyQuestion, string> {
  const { raters = 5, advantage = 1, options = 4 } = settings;
  return {
    name: 'tiny-quiz',
    settings: { raters, advantage, options },
    instance(index, random) {
      const letters = [...'ABCDEFGHIJ'].slice(0, options);
      return { subject: index % 2 === 0 ? 'even' : 'odd', letters, answer: random.pick(letters) };
    },
    agents: () => Array.from({ length: raters }, (_, i) => ({ name: `Rater ${i + 1}`, background: '' })),
    task: ({ letters }) => `Which letter is it: ${letters.join(', ')}?`,
    choices: { list: ({ letters }) => letters, proposal: (_question, choice) => choice },
    proposalFormat: () => ({ text: 'a letter', schema: () => ({ type: 'string' }) }),
    readProposal: (_question, value) => ({ ok: true, value: String(value) }),
    proposalKey: String,
    showProposal: (_question, letter) => letter,
    score: ({ answer }, letter) => ({ correct: letter === answer ? 1 : 0 }),
    observe: (question) => question,
    simulatedAgent: {
      utility: ({ observed }, letter) => (letter === (observed as TinyQuestion).answer ? advantage : 0),
      options: ({ observed }) => (observed as TinyQuestion).letters,
    },
  };
}
