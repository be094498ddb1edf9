import type { Environment, Prose } from '../../../environments';

/** A question for tests: which letter? A is right; an answer is a letter in brackets at the end. */
export function letters(
  agents: number,
): Environment<{ right: string }, string> & { prose: Prose<{ right: string }, string> } {
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
    prose: {
      ending: () => 'End with the letter in brackets, as in (X).',
      form: () => '(X)',
      state: (_, letter) => `(${letter})`,
      read: (_, text) => {
        const letter = last.exec(text)?.[1];
        return letter === undefined
          ? { ok: false, reason: 'there is no letter in brackets' }
          : { ok: true, value: letter };
      },
      stated: (_, text) => [
        ...new Set([...text.matchAll(/\(([A-Z])\)/g)].map((match) => match[1] as string)),
      ],
    },
  };
}
