import type { Environment } from '../../environments';

export type Sum = { readonly question: string; readonly answer: number };

/**
 * Generated arithmetic: an environment for tests that has nothing in common with an economy. A proposal is a whole
 * number.
 */
export function arithmetic(): Environment<Sum, number> {
  return {
    name: 'arithmetic',
    settings: {},
    instance(_index, random) {
      const [a, b, c] = [10 + random.below(90), 2 + random.below(9), 10 + random.below(90)];
      return { question: `What is ${a} + ${b} * ${c}?`, answer: a + b * c };
    },
    agents: () => ['Ada', 'Ben', 'Cyd'].map((name) => ({ name, background: 'You are good at sums.' })),
    task: (instance) => instance.question,
    proposalFormat: () => ({ text: 'a whole number in round brackets', schema: () => ({ type: 'integer' }) }),
    readProposal(_instance, value) {
      const match = /\((-?\d+)\)(?!.*\(-?\d+\))/s.exec(String(value));
      return match === null
        ? { ok: false, reason: 'there is no number in brackets' }
        : { ok: true, value: Number(match[1]) };
    },
    proposalKey: String,
    showProposal: (_instance, proposal) => `(${proposal})`,
    score: (instance, proposal) => ({ correct: proposal === instance.answer ? 1 : 0 }),
    observe: ({ answer }) => answer,
    simulatedAgent: {
      utility: ({ observed }, sum) => (sum === observed ? 2 : 0),
      options: ({ observed }) => [0, 1, 2, 3].map((slip) => (observed as number) + slip),
    },
  };
}
