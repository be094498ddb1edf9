import { AgoraError } from '../../agora-error';
import { check, listOf, object, oneOf, settings as settingsOf, text, whole } from '../../check';
import { Random } from '../../random';
import { CodedAnswers } from './coded-answers';
import { subsetCount, subsets } from './subsets';

export interface EnsembleSettings {
  /** Default 1 to the number of models. */
  readonly quorums?: readonly number[];
  /** How many subsets of models are drawn a quorum; all of them are taken where there are no more. Default 100. */
  readonly draws?: number;
  /** Default 7. */
  readonly seed?: number;
  /** Several answers on the top count: the right one counts as its chance in a fair draw (default), or as wrong. */
  readonly ties?: 'expected' | 'none';
}

/** The accuracy of plurality over subsets of so many models, in percent of all questions. */
export interface EnsembleAccuracy {
  readonly quorum: number;
  readonly mean: number;
  /** Between subsets (n - 1 below when they are drawn, n when they are all there are); null for one drawn subset. */
  readonly standardDeviation: number | null;
  readonly lowest: number;
  readonly highest: number;
  readonly subsets: number;
  /** Whether these are all subsets of this size, so that the mean is exact. */
  readonly exact: boolean;
}

const ensembleArguments = object('arguments', {
  answers: listOf('answers to questions', listOf('answers', text(100_000).nullable(), 1), 1),
  gold: listOf('right answers', text(100_000)),
  settings: settingsOf({
    quorums: listOf('quorums', whole(1)).optional(),
    draws: whole(1, 1_000_000).optional(),
    seed: whole(-Number.MAX_SAFE_INTEGER).optional(),
    ties: oneOf('expected', 'none').optional(),
  }),
});

/**
 * What plurality makes of the answers of different models: for each quorum, the accuracy averaged over subsets of so
 * many models (GEDI's Figure 3, for ensembles of different models, which the paper leaves to others).
 * Drawn subsets are nested: a draw's larger ensembles hold its smaller ones. A missing answer is an abstention; a question on which a whole subset abstains is not right.
 * @param answers - `answers[question][model]`, null where the model gave none
 * @param gold - the right answer of each question
 * @throws AgoraError 'setting' when rows are of unequal length, there is nothing to count, or a quorum is not possible
 * @example
 * const answers = [['A', 'A', 'B'], ['C', 'D', 'D']]; // two questions, three models
 * metrics.ensembleAccuracyByQuorum(answers, ['A', 'D'], { quorums: [3] })[0].mean; // => 100
 */
export function ensembleAccuracyByQuorum(
  answers: readonly (readonly (string | null)[])[],
  gold: readonly string[],
  settings: EnsembleSettings = {},
): EnsembleAccuracy[] {
  check('ensembleAccuracyByQuorum', ensembleArguments, { answers, gold, settings });
  const models = checkedModels(answers, gold);
  const { draws = 100, seed = 7, ties = 'expected' } = settings;
  const { quorums = Array.from({ length: models }, (_, place) => place + 1) } = settings;
  const impossible = quorums.find((quorum) => quorum > models);
  if (impossible !== undefined)
    throw new AgoraError(
      'setting',
      `ensembleAccuracyByQuorum needs quorums from 1 to its ${models} models, got ${impossible}`,
    );
  const coded = new CodedAnswers(answers, gold, models);
  const isExact = (quorum: number) => subsetCount(models, quorum) <= draws;
  const longest = Math.max(0, ...quorums.filter((quorum) => !isExact(quorum)));
  const random = Random.from(seed, 'ensemble');
  const all = Array.from({ length: models }, (_, model) => model);
  const drawn = Array.from({ length: longest > 0 ? draws : 0 }, () =>
    coded.accuracies(random.shuffle(all).slice(0, longest), ties),
  );
  return quorums.map((quorum) => {
    const exact = isExact(quorum);
    const accuracies = exact
      ? subsets(models, quorum).map((subset) => coded.accuracies(subset, ties).at(-1) as number)
      : drawn.map((accuracy) => accuracy[quorum - 1] as number);
    return spread(quorum, accuracies, exact);
  });
}

function spread(quorum: number, accuracies: readonly number[], exact: boolean): EnsembleAccuracy {
  const size = accuracies.length;
  const mean = accuracies.reduce((sum, one) => sum + one, 0) / size;
  const squares = accuracies.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const over = exact ? size : size - 1;
  return {
    quorum,
    mean,
    standardDeviation: over > 0 ? Math.sqrt(squares / over) : null,
    lowest: Math.min(...accuracies),
    highest: Math.max(...accuracies),
    subsets: size,
    exact,
  };
}

function checkedModels(answers: readonly (readonly (string | null)[])[], gold: readonly string[]): number {
  const models = answers[0]?.length ?? 0;
  if (answers.length !== gold.length)
    throw new AgoraError(
      'setting',
      `ensembleAccuracyByQuorum needs a right answer a question: ${answers.length} questions, ${gold.length} right answers`,
    );
  const odd = answers.findIndex((row) => row.length !== models);
  if (odd >= 0)
    throw new AgoraError(
      'setting',
      `ensembleAccuracyByQuorum needs ${models} answers to every question, got ${answers[odd]?.length} to question ${odd + 1}`,
    );
  return models;
}
