import { AgoraError } from '../../agora-error';
import { Random } from '../../random';
import { solutionOf, type Solution } from './prose/solution';
import { type DebaterTask } from './task';
import { worldSeed } from '../questions/simulated/utilities';

/** One answer that a debater can think of: the right one, or a wrong one by its place in the list. */
export interface ThinkableAnswer<Proposal> {
  readonly key: string;
  readonly proposal: Proposal;
  /** 0 for the right answer and for the likeliest wrong one, then 1, 2, ... */
  readonly place: number;
  readonly isRight: boolean;
}

/** A question with everything that is a fact about it, drawn once and remembered. */
export interface KnownQuestion<Proposal> {
  readonly id: string;
  readonly dataset: string;
  /** Standard normal; times `difficultySpread` it is what the right answer loses. The raters' draw for the same question. */
  readonly difficulty: number;
  readonly answers: readonly ThinkableAnswer<Proposal>[];
  /** Common utilities by an answer's key, as far as they were drawn, for values and an approach. */
  drawnFor(values: object, approach: string): Map<string, number>;
  /** How an answer is reasoned out, by its key. */
  solution(key: string): Solution;
}

/**
 * Looks a question up under its instance, or gets it from the task.
 * @throws AgoraError 'debater-task' naming the question when it has no wrong answer, or an answer twice
 */
export function questionMemory<Instance extends object, Proposal>(
  task: DebaterTask<Instance, Proposal>,
): (instance: Instance) => KnownQuestion<Proposal> {
  const known = new WeakMap<Instance, KnownQuestion<Proposal>>();
  return (instance) => inMap(known, instance, () => knowQuestion(task, instance));
}

/** What a map holds under a key, made if it is not there yet. */
function inMap<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

function knowQuestion<Instance, Proposal>(
  task: DebaterTask<Instance, Proposal>,
  instance: Instance,
): KnownQuestion<Proposal> {
  const { id, dataset, text, right, wrong } = task.question(instance);
  if (wrong.length === 0)
    throw new AgoraError(
      'debater-task',
      `Simulated debaters need a wrong answer to err with; ${id} has none`,
    );
  const answers = [
    { key: task.key(right), proposal: right, place: 0, isRight: true },
    ...wrong.map((proposal, place) => ({ key: task.key(proposal), proposal, place, isRight: false })),
  ];
  const keys = answers.map(({ key }) => key);
  const twice = keys.find((key, place) => keys.indexOf(key) !== place);
  if (twice !== undefined)
    throw new AgoraError(
      'debater-task',
      `Simulated debaters need answers that differ, right and wrong; ${id} has ${JSON.stringify(twice)} twice`,
    );
  const solutions = new Map<string, Solution>();
  const drawn = new WeakMap<object, Map<string, Map<string, number>>>();
  return {
    id,
    dataset,
    difficulty: Random.from(worldSeed, 'question', dataset, id, 'difficulty').normal(),
    answers,
    drawnFor: (values, approach) =>
      inMap(
        inMap(drawn, values, () => new Map<string, Map<string, number>>()),
        approach,
        () => new Map<string, number>(),
      ),
    solution: (key) => inMap(solutions, key, () => solutionOf({ id, dataset, text }, key)),
  };
}
