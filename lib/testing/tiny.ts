import { z } from 'zod';
import type { Environment } from '../environments/environment';
import type { Model, Reply, Request } from '../models/model';
import type { Protocol } from '../protocols/protocol';

/** A case of the tiny quiz, with the correct letter. */
export interface TinyCase {
  readonly answer: string;
}

/** An environment for tests. Two or more agents try to find the correct letter. */
export function tinyQuiz(agents = 2): Environment<TinyCase, string> {
  const letters = ['A', 'B', 'C'] as const;
  return {
    name: 'tiny quiz',
    settings: { agents },
    cases: (_, random) => ({ answer: random.pick(letters) }),
    agents: () =>
      Array.from({ length: agents }, (_, at) => ({
        name: `Agent ${at + 1}`,
        background: `You are number ${at + 1}.`,
      })),
    task: () => 'Which letter is it: A, B or C?',
    proposal: () => z.enum(letters),
    form: () => '"A", "B" or "C"',
    show: (_, proposal) => proposal,
    options: () => letters.map((id) => ({ id, text: `letter ${id}`, proposal: id })),
    score: ({ answer }, proposal) => ({ correct: proposal === answer ? 1 : 0 }),
    prose: {
      form: () => '(X)',
      write: (_, proposal) => `(${proposal})`,
      read: (_, text) => /\(([ABC])\)(?!.*\([ABC]\))/s.exec(text)?.[1] ?? null,
      readAll: (_, text) => [...new Set([...text.matchAll(/\(([ABC])\)/g)].map(([, letter]) => letter!))],
    },
    mind: ({ answer }) => ({
      utility: (proposal) => (proposal === answer ? 2 : 0),
      propose: () => answer,
      sentence: () => `I think of ${answer}.`,
    }),
  };
}

/** A protocol for tests: each agent names a letter in each round, and the last agent's letter is the decision. */
export function naming(rounds = 2): Protocol {
  return {
    name: 'naming',
    settings: { rounds },
    async run(session) {
      const { environment, one } = session;
      let outcome = null;
      for (let round = 1; round <= rounds; round++) {
        const asked = environment.agents(one).map(({ name }) =>
          session.ask({
            round,
            phase: 'name',
            agent: name,
            messages: [{ role: 'user', content: `${environment.task(one)} Round ${round}.` }],
            schema: z.object({ letter: environment.proposal(one) }),
            simulate: (random) => ({ letter: environment.mind!(one, name).propose(random, round) }),
          }),
        );
        const answers = await Promise.all(asked);
        outcome = answers.at(-1)?.letter ?? null;
        session.record({ type: 'message', round, agent: 'clerk', to: [], text: JSON.stringify(answers) });
        if (await session.shouldStop()) return { rounds: round, cause: 'stopped early', outcome };
      }
      return { rounds, cause: 'all rounds played', outcome };
    },
  };
}

/** A model for tests. It answers requests with the given function, and adds each request to `asked`. */
export function scripted(
  answer: (request: Request, call: number) => string | Partial<Reply> | Promise<string>,
): {
  readonly model: Model;
  readonly asked: Request[];
} {
  const asked: Request[] = [];
  const model: Model = {
    name: 'scripted',
    evidence: 'live',
    async chat(request) {
      asked.push(request);
      const given = await answer(request, asked.length);
      const reply = typeof given === 'string' ? { text: given } : given;
      return { text: '', finish: 'stop', usage: { input: 10, output: 5 }, ...reply };
    },
  };
  return { model, asked };
}
