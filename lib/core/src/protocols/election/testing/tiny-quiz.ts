import type { Environment, Known } from '../../../environments';

export type TinyQuestion = {
  readonly subject: string;
  readonly letters: readonly string[];
  readonly answer: string;
};

/**
 * Questions without words. A rater prefers the right letter with probability `skill`, and orders the others at
 * random. A rater who sees ballots follows them.
 */
export function tinyQuiz(
  settings: { readonly raters?: number; readonly skill?: number; readonly options?: number } = {},
): Environment<TinyQuestion, string> {
  const { raters = 5, skill = 0.6, options = 4 } = settings;
  return {
    name: 'tiny-quiz',
    settings: { raters, skill, options },
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
      parameters: {
        judgementNoise: { value: 0.1, range: [0, 1], meaning: 'orders what is alike', reason: 'below 1' },
        trust: { value: 1, range: [0, 1], meaning: 'of ballots shown', reason: 'whole, to be seen' },
      },
      estimate: ({ observed: { answer, letters } }: Known<string, TinyQuestion, string>, random) =>
        random === null || random.chance(skill) ? answer : random.pick(letters),
      utility: ({ belief }, letter) => (letter === belief ? 1 : 0),
      best: ({ belief }) => belief as string,
    },
  };
}
