import { AgoraError, Random } from 'agora-voting';
import { check, flag, listOf, number, object, settings, text, whole } from 'agora-voting/internal';

/** How often voices that answer the same questions are right, and how often two of them agree; shares of 0 to 1. */
export interface Agreement {
  readonly right: number;
  /** Of two voices on one question: both are right. */
  readonly bothRight: number;
  /** Both are wrong, and say the same. */
  readonly sameWrong: number;
  /** Questions with two voices at least. */
  readonly questions: number;
}

interface Answer {
  readonly key: string;
  readonly correct: boolean;
}

const read = object('an answer', { key: text(100_000), correct: flag }).nullable();
const said = object('arguments', { answers: listOf('questions', listOf('answers or nulls', read)) });

/**
 * What the answers of several voices to the same questions say of their skill and of the errors that they share. A
 * question with fewer than two voices is left out; an answer that could not be read (null) is neither right nor the same
 * as another. Every pair of voices of a question counts as much, and every question.
 * @param answers - `answers[question][voice]`, null for none; equal keys are equal answers
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

/** Parameters of simulated debaters and raters that agree as recorded ones do, and the shares that these come to. */
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
 * The skill, the spread of the questions' difficulty and the shared bias under which simulated members, asked alone, are
 * right, right together and wrong together as often as recorded voices. Three shares, three parameters, by nested
 * bisection over made-up questions: a member's chance of an answer follows from its utilities exactly (Plackett-Luce, as
 * in `simulation/question.ts`). Shares that no parameters come to are met as nearly as the ranges let: see `reached`.
 * @param found - `right` alone where `like` is given
 * @param options.wrongAnswers - that a question offers, likeliest first
 * @param options.like - the spread and the bias of another model, for one with a single answer to a question on record
 * @param options.plausibilityDecay - what each place down that list loses. Default 0.5, the debaters' own
 * @param options.questions - made up for the fit. Default 1000; the more, the less the parameters hang on their draw
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
  // The wrong answers' worths hang on the shared bias alone: their sums are made once for each.
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

/** Where a function that rises crosses 0. */
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
