import { Random } from '../../../random';
import type { Candidate, GroupSituation } from '../../situation';
import { debaterBehaviour } from '../behaviour';
import type { DebaterTask } from '../task';

/** Questions whose right answer is 18, and four wrong ones. */
export interface TinyInstance {
  readonly id: string;
  readonly dataset: string;
  readonly text: string;
}
export interface TinyAnswer {
  readonly answer: string;
}
export const ducks =
  'A farm has 16 ducks and sells 4 of them each week for $9.50. How much money does the farmer earn in 3 weeks, and how many ducks remain?';

export const tinyTask: DebaterTask<TinyInstance, TinyAnswer> = {
  question: ({ id, dataset, text }) => ({
    ...{ id, dataset, text, right: { answer: '18' } },
    wrong: ['19', '36', '17', '180'].map((answer) => ({ answer })),
  }),
  key: ({ answer }) => answer,
  state: (_, { answer }) => `\\boxed{${answer}}`,
  json: ({ answer }) => ({ answer }),
};
export const tinyBehaviour = debaterBehaviour(tinyTask);

export function instance(id = 'q1', changes: Partial<TinyInstance> = {}): TinyInstance {
  return { id, dataset: 'gsm8k', text: ducks, ...changes };
}

/** Answers with who holds them: held({ '18': ['Agent 1'] }). */
export function held(answers: Readonly<Record<string, readonly string[]>>): Candidate<TinyAnswer>[] {
  return Object.entries(answers).map(([answer, by], place) => ({
    id: `${place + 1}`,
    proposal: { answer },
    by,
  }));
}

export type TinySituation = GroupSituation<TinyInstance, TinyAnswer>;

export function situation(changes: Partial<TinySituation> = {}): TinySituation {
  const agents = ['Agent 1', 'Agent 2', 'Agent 3', 'Agent 4', 'Agent 5'];
  return {
    ...{ act: 'debate', round: 1, rounds: 4, agent: 'Agent 1', agents, instance: instance() },
    ...{ messages: [], standing: null, candidates: [], decisions: [] },
    ...changes,
  };
}

/** What a debater answers and means. */
export function act(
  changes: Partial<TinySituation> = {},
  seed = 1,
  parameters: Readonly<Record<string, number>> = {},
  profile?: string,
): { readonly answer: string; readonly key: string } {
  const { answer, intent } = tinyBehaviour(situation(changes), Random.from(seed), {
    ...{ parameters },
    ...(profile === undefined ? {} : { profile }),
  });
  return { answer: answer as string, key: (intent as { answer: string }).answer };
}
