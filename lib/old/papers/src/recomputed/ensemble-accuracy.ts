import { Random } from 'agora-voting';

export interface EnsembleSettings {
  readonly quorums: readonly number[];
  /** How many subsets of models are drawn for each quorum. If there are no more, all are taken. */
  readonly draws: number;
  readonly seed: number;
}

/** The accuracy of plurality over subsets of this many models, in percent of all questions. */
export interface EnsembleAccuracy {
  readonly quorum: number;
  readonly mean: number;
  /** Between subsets (with denominator n - 1 if they are drawn, n if they are all); null for one drawn subset. */
  readonly standardDeviation: number | null;
  readonly lowest: number;
  readonly highest: number;
  readonly subsets: number;
  /** Whether these are all subsets of this size, so that the mean is exact. */
  readonly exact: boolean;
}

/**
 * The accuracy of plurality over different models: for each quorum, the mean over subsets of this size (GEDI's
 * Figure 3 for ensembles of different models, which the paper does not study). Drawn subsets are nested: a draw's
 * larger ensembles contain its smaller ones. A missing answer is an abstention; a question on which a whole subset
 * abstains is not right, and a tie counts as the chance of a fair draw.
 * @param answers - `answers[question][model]`, null where the model gave none
 * @param gold - the right answer of each question
 */
export function ensembleAccuracyByQuorum(
  answers: readonly (readonly (string | null)[])[],
  gold: readonly string[],
  { quorums, draws, seed }: EnsembleSettings,
): EnsembleAccuracy[] {
  const models = answers[0]?.length ?? 0;
  const coded = new CodedAnswers(answers, gold, models);
  const isExact = (quorum: number) => subsetCount(models, quorum) <= draws;
  const longest = Math.max(0, ...quorums.filter((quorum) => !isExact(quorum)));
  const random = Random.from(seed, 'ensemble');
  const all = Array.from({ length: models }, (_, model) => model);
  const drawn = Array.from({ length: longest > 0 ? draws : 0 }, () =>
    coded.accuracies(random.shuffle(all).slice(0, longest)),
  );
  return quorums.map((quorum) => {
    const exact = isExact(quorum);
    const accuracies = exact
      ? subsets(models, quorum).map((subset) => coded.accuracies(subset).at(-1) as number)
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

/** Answers as small numbers, model by model: 0 is none, 1 the right one, others from 2 on. */
class CodedAnswers {
  private readonly columns: readonly Uint32Array[];
  private readonly stride: number;
  private readonly questions: number;

  constructor(answers: readonly (readonly (string | null)[])[], gold: readonly string[], models: number) {
    this.questions = answers.length;
    this.columns = Array.from({ length: models }, () => new Uint32Array(answers.length));
    let most = 1;
    answers.forEach((row, question) => {
      const codes = new Map([[gold[question] as string, 1]]);
      row.forEach((answer, model) => {
        if (answer === null) return;
        const code = codes.get(answer) ?? codes.size + 1;
        codes.set(answer, code);
        (this.columns[model] as Uint32Array)[question] = code;
      });
      most = Math.max(most, codes.size);
    });
    this.stride = most + 1;
  }

  /**
   * Plurality as models join one by one: the percent of the questions that are right with the first 1, 2, ... of them.
   */
  accuracies(order: readonly number[]): number[] {
    const { questions, stride } = this;
    const counts = new Uint32Array(questions * stride);
    const top = new Uint32Array(questions);
    /** How many answers are on the top count. */
    const onTop = new Uint32Array(questions);
    return order.map((model) => {
      const column = this.columns[model] as Uint32Array;
      let right = 0;
      for (let question = 0; question < questions; question++) {
        const code = column[question] as number;
        if (code > 0) {
          const place = question * stride + code;
          const count = (counts[place] as number) + 1;
          counts[place] = count;
          if (count > (top[question] as number)) {
            top[question] = count;
            onTop[question] = 1;
          } else if (count === top[question]) onTop[question] = (onTop[question] as number) + 1;
        }
        const own = counts[question * stride + 1] as number;
        if (own > 0 && own >= (top[question] as number)) right += 1 / (onTop[question] as number);
      }
      return (100 * right) / questions;
    });
  }
}

/** How many subsets of a size there are: n over k. Infinity where that is beyond a number. */
function subsetCount(n: number, k: number): number {
  let count = 1;
  for (let step = 1; step <= k; step++) count = (count * (n - k + step)) / step;
  return Math.round(count);
}

/** All subsets of a size of 0, 1, ..., n - 1, in lexicographic order. */
function subsets(n: number, k: number, first = 0): number[][] {
  if (k === 0) return [[]];
  return Array.from({ length: Math.max(0, n - k - first + 1) }, (_, step) => first + step).flatMap((one) =>
    subsets(n, k - 1, one + 1).map((rest) => [one, ...rest]),
  );
}
