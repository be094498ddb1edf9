import { AgoraError, Random } from 'agora-voting';
import { check, flag, listOf, number, object, settings, text, whole } from 'agora-voting/internal';

/**
 * How often voices that answer the same questions are right, and how often two of them agree, as shares from 0 to 1.
 */
export interface Agreement {
  readonly right: number;
  /** The share of pairs of voices on one question in which both are right. */
  readonly bothRight: number;
  /** The share of pairs in which both are wrong with the same answer. */
  readonly sameWrong: number;
  /** The number of questions with at least two voices. */
  readonly questions: number;
}

interface Answer {
  readonly key: string;
  readonly correct: boolean;
}

const read = object('an answer', { key: text(100_000), correct: flag }).nullable();
const said = object('arguments', { answers: listOf('questions', listOf('answers or nulls', read)) });

/**
 * Measures the skill and the shared errors of several voices that answer the same questions. Questions with fewer
 * than two voices are left out. An unreadable answer (null) is neither right nor equal to another. All questions have
 * the same weight, and so have all pairs of voices of one question.
 * @param answers - `answers[question][voice]`, null for none; answers with equal keys are equal
 * @example
 * const [right, wrong] = [{ key: 'A', correct: true }, { key: 'B', correct: false }];
 * simulation.agreement([[right, right, wrong], [wrong, wrong, wrong]]).sameWrong; // => 0.5
 */
export function agreement(answers: readonly (readonly (Answer | null)[])[]): Agreement {
  check('agreement', said, { answers });
  const asked = answers.filter(({ length }) => length > 1);
  const shareOf = (holds: (one: Answer, other: Answer) => boolean) =>
    mean(
      asked.map((voices) => {
        const pairs = voices.flatMap((one, place) => voices.slice(place + 1).map((other) => [one, other]));
        return mean(pairs.map(([one, other]) => Number(Boolean(one && other && holds(one, other)))));
      }),
    );
  return {
    right: mean(asked.map((voices) => mean(voices.map((one) => Number(one?.correct === true))))),
    bothRight: shareOf((one, other) => one.correct && other.correct),
    sameWrong: shareOf((one, other) => !one.correct && !other.correct && one.key === other.key),
    questions: asked.length,
  };
}

/** Parameters of simulated debaters and raters fitted to recorded agreement, and the shares that they reach. */
export interface FittedToAnswers {
  readonly parameters: {
    readonly skill: number;
    readonly difficultySpread: number;
    readonly sharedBias: number;
  };
  readonly reached: Omit<Agreement, 'questions'>;
}

const share = number(0, 1);
const ownNoise = { difficultySpread: number(0, 10), sharedBias: number(0, 0.99) };
const given = object('arguments', {
  found: object('shares', { right: share, bothRight: share.optional(), sameWrong: share.optional() }),
  options: settings({
    wrongAnswers: whole(1),
    questions: whole(1).optional(),
    plausibilityDecay: number(0, 10).optional(),
    like: object('a spread and a bias', ownNoise).optional(),
  }),
});
const seed = 1003;

/**
 * Finds the parameters with which simulated members, asked alone, are right, right together and wrong together as
 * often as recorded voices: the skill, the spread of the questions' difficulty, and the shared bias. Three parameters
 * are fitted to three shares, by nested bisection over invented questions. A member's probability of an answer
 * follows exactly from its utilities (Plackett-Luce, as in `simulation/question.ts`). Shares that no parameters reach
 * are approximated within the parameters' ranges: see `reached`.
 * @param found - the shares to fit; only `right` with `like`
 * @param options.wrongAnswers - the number of wrong answers per question, likeliest first
 * @param options.like - the spread and the bias of another model, for a model with only one recorded answer per
 * question
 * @param options.plausibilityDecay - the utility that each place down that list loses. Default 0.5, as for debaters
 * @param options.questions - the number of invented questions. Default 1000; more questions reduce the random error
 * @example
 * const found = { right: 0.8, bothRight: 0.72, sameWrong: 0.05 };
 * const { reached } = simulation.fitToAnswers(found, { wrongAnswers: 3 });
 * reached.right.toFixed(2); // => '0.80'
 */
export function fitToAnswers(
  found: Pick<Agreement, 'right'> & Partial<Agreement>,
  options: {
    readonly wrongAnswers: number;
    readonly plausibilityDecay?: number;
    readonly like?: { readonly difficultySpread: number; readonly sharedBias: number };
    readonly questions?: number;
  },
): FittedToAnswers {
  check('fitToAnswers', given, { found, options });
  const { right, bothRight, sameWrong } = found;
  const { wrongAnswers, plausibilityDecay = 0.5, like, questions: size = 1000 } = options;
  const random = Random.from(seed, 'fit to answers');
  const questions = Array.from({ length: size }, () => ({
    difficulty: random.normal(),
    noise: Array.from({ length: wrongAnswers + 1 }, () => -Math.log(-Math.log(random.uniform()))),
  }));
  // The wrong answers' worths depend only on the shared bias, so their sums are computed once for each bias.
  const underBias = (sharedBias: number) => {
    const [common, own] = [Math.sqrt(sharedBias), Math.sqrt(1 - sharedBias)];
    return questions.map(({ difficulty, noise: [bias = 0, ...noise] }) => {
      const wrong = noise.map((one, place) => Math.exp((common * one - plausibilityDecay * place) / own));
      const [sum, squares] = [mean(wrong), mean(wrong.map((one) => one * one))];
      return {
        difficulty,
        bias: common * bias,
        own,
        sum: sum * wrongAnswers,
        squares: squares * wrongAnswers,
      };
    });
  };
  const reach = (skill: number, difficultySpread: number, under: ReturnType<typeof underBias>) => {
    const shares = { right: 0, bothRight: 0, sameWrong: 0 };
    for (const { difficulty, bias, own, sum, squares } of under) {
      const worth = Math.exp((skill - difficultySpread * difficulty + bias) / own);
      const [chance, total] = [worth / (worth + sum), worth + sum];
      shares.right += chance / size;
      shares.bothRight += chance ** 2 / size;
      shares.sameWrong += squares / total ** 2 / size;
    }
    return shares;
  };
  const fitUnder = (sharedBias: number, given?: number) => {
    const under = underBias(sharedBias);
    const skillAt = (spread: number) =>
      bisect(-20, 20, 20, (skill) => reach(skill, spread, under).right - right);
    const spread =
      given ?? bisect(0, 8, 12, (one) => reach(skillAt(one), one, under).bothRight - (bothRight ?? 0));
    const skill = skillAt(spread);
    return {
      parameters: { skill, difficultySpread: spread, sharedBias },
      reached: reach(skill, spread, under),
    };
  };
  if (like !== undefined) return fitUnder(like.sharedBias, like.difficultySpread);
  if (bothRight === undefined || sameWrong === undefined)
    throw new AgoraError(
      'setting',
      'fitToAnswers needs bothRight and sameWrong, or the noise of another model as like',
    );
  return fitUnder(bisect(0, 0.99, 10, (bias) => fitUnder(bias).reached.sameWrong - sameWrong));
}

/** The zero of an increasing function. */
function bisect(least: number, most: number, steps: number, rising: (value: number) => number): number {
  let [low, high] = [least, most];
  for (let step = 0; step < steps; step++) {
    const middle = (low + high) / 2;
    if (rising(middle) < 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
