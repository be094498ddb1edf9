import type { Candidate, Environment, KnowingSimulatedAgent } from '../../environments';
import { simulatedOpenDebater } from '../../environments/questions/simulated-agent';
import { asking, type Told } from './asking';

/** Questions whose right answer is 18, and four wrong ones. */
type TinyInstance = { readonly id: string; readonly dataset: string; readonly text: string };
export const ducks =
  'A farm has 16 ducks and sells 4 of them each week for $9.50. How much money does the farmer earn in 3 weeks, and how many ducks remain?';

export function instance(id = 'q1', changes: Partial<TinyInstance> = {}): TinyInstance {
  return { id, dataset: 'gsm8k', text: ducks, ...changes };
}

/** An environment whose members are S2-MAD's debaters. @param wrong - the first one is the right answer */
export function tinyTask(
  answers: readonly string[] = ['18', '19', '36', '17', '180'],
  state = (answer: string) => `\\boxed{${answer}}`,
): Environment<TinyInstance, string> & { simulatedAgent: KnowingSimulatedAgent<TinyInstance, string> } {
  return {
    name: 'tiny',
    settings: {},
    instance: () => instance(),
    agents: () => [],
    task: () => ducks,
    proposalFormat: () => ({ text: '"<number>"', schema: () => ({ type: 'string' }) }),
    readProposal: (_, value) => ({ ok: true, value: String(value) }),
    proposalKey: (answer) => answer,
    showProposal: (_, answer) => answer,
    score: (_, answer) => ({ correct: answer === '18' ? 1 : 0 }),
    prose: {
      ending: () => 'End with a box.',
      form: () => '\\boxed{answer}',
      stated: () => [],
      state: (_, answer) => state(answer),
      read: (_, text) => ({ ok: true, value: text }),
    },
    simulatedAgent: {
      ...simulatedOpenDebater,
      truth: ({ id, dataset, text }) => ({
        id,
        dataset,
        text,
        answers: answers.map((proposal, place) => ({ proposal, right: place === 0 })),
      }),
    },
  };
}

/** Answers with their supporters: held({ '18': ['Agent 1'] }). */
export function held(answers: Readonly<Record<string, readonly string[]>>): Candidate<string>[] {
  return Object.entries(answers).map(([proposal, by], place) => ({ id: `${place + 1}`, proposal, by }));
}

const agents = ['Agent 1', 'Agent 2', 'Agent 3', 'Agent 4', 'Agent 5'];
export const tiny = tinyTask();
export const ask = asking(tiny, instance(), { agents });

/** What a debater answers and intends. */
export function act(
  told: Partial<Told<string, 'debate'>> = {},
  seed = 1,
  parameters: Readonly<Record<string, number>> = {},
  about = instance(),
): { readonly answer: string; readonly key: string } {
  const { answer, intent } = ask({ act: 'debate', ...told }, seed, { parameters }, about);
  return { answer: answer as string, key: (intent as { answer: string }).answer };
}
