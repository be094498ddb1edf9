import type { TextAnswerEnvironment } from '../../../environments';

/** A test's question: which letter? The right one is A; an answer is a letter in brackets at the end. */
export function letters(agents: number): TextAnswerEnvironment<{ right: string }, string> {
  const roster = Array.from({ length: agents }, (_, place) => ({
    name: `Agent ${place + 1}`,
    background: '',
  }));
  const last = /\(([A-Z])\)(?!.*\([A-Z]\))/s;
  return {
    name: 'letters',
    settings: { agents },
    instance: () => ({ right: 'A' }),
    agents: () => roster,
    task: () => 'Which letter is it?',
    proposalFormat: () => ({ text: '"<letter>"', schema: () => ({ type: 'string' }) }),
    readProposal: (_, value) =>
      typeof value === 'string' ? { ok: true, value } : { ok: false, reason: 'not a letter' },
    proposalKey: (letter) => letter,
    showProposal: (_, letter) => `(${letter})`,
    score: ({ right }, letter) => ({ correct: letter === right ? 1 : 0, decided: letter === null ? 0 : 1 }),
    textFormat: () => 'End with the letter in brackets, as in (X).',
    answerForm: () => '(X)',
    stateAnswer: (_, letter) => `(${letter})`,
    readText: (_, text) => {
      const letter = last.exec(text)?.[1];
      return letter === undefined
        ? { ok: false, reason: 'there is no letter in brackets' }
        : { ok: true, value: letter };
    },
    statedAnswers: (_, text) => [
      ...new Set([...text.matchAll(/\(([A-Z])\)/g)].map((match) => match[1] as string)),
    ],
  };
}
