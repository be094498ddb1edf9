import { Random } from 'agora-voting';
import { check, settings, whole } from 'agora-voting/internal';
import { madeArithmetic, madeConversion, madeOrdering, type MadeQuestion } from './made-question';
import type { ChoiceQuestion, OpenQuestionSet, QuestionSet } from './types';

export interface QuestionGeneration {
  /** How many questions. Default 100. */
  readonly count?: number;
  /** How many options each has, from 2 to 10. Default 4. */
  readonly options?: number;
  /** Default 7. */
  readonly seed?: number;
  /** Worked examples of each subject, which are not among the questions. Default 5. */
  readonly examples?: number;
}

const many = { count: whole(1, 1_000_000).optional(), seed: whole(-Number.MAX_SAFE_INTEGER).optional() };
const generation = settings({
  ...many,
  options: whole(2, 10).optional(),
  examples: whole(0, 100).optional(),
});

const kinds: readonly (readonly [string, (random: Random, options: number) => MadeQuestion])[] = [
  ['arithmetic', madeArithmetic],
  ['units', madeConversion],
  ['ordering', madeOrdering],
];

/**
 * Generated questions whose right answer follows from their text: arithmetic, conversion of units, and the longest or
 * shortest of some times, in turn. They replace a missing data set; accuracy on them says nothing about other
 * questions. Texts may repeat among many questions; ids do not.
 * @throws AgoraError 'setting' when a number is out of its range
 * @example
 * const [question] = environments.generateQuestions({ count: 1 }).questions;
 * question.options.length; // => 4
 */
export function generateQuestions(given: QuestionGeneration = {}): QuestionSet {
  check('generateQuestions', generation, given);
  const { count = 100, options = 4, seed = 7, examples = 5 } = given;
  const random = Random.from(seed, 'questions', options);
  const make = (split: string, kind: number, number: number): ChoiceQuestion => {
    const [subject, maker] = kinds[kind] as (typeof kinds)[number];
    const chance = random.split(split, subject, number);
    const { text, right, wrong } = maker(chance, options);
    const others = [...new Set(wrong)].filter((option) => option !== right).slice(0, options - 1);
    const shown = chance.shuffle([right, ...others]);
    const id = `${seed}/${options}/${split}/${subject}/${number}`;
    return { id, dataset: 'generated', subject, text, options: shown, answer: shown.indexOf(right) };
  };
  return {
    name: `generated (${options} options, seed ${seed})`,
    questions: Array.from({ length: count }, (_, place) =>
      make('test', place % kinds.length, Math.floor(place / kinds.length) + 1),
    ),
    examples: Object.fromEntries(
      kinds.map(([subject], kind) => [
        subject,
        Array.from({ length: examples }, (_, place) => make('dev', kind, place + 1)),
      ]),
    ),
  };
}

export interface ArithmeticGeneration {
  /** How many questions. Default 100. */
  readonly count?: number;
  /** Default 7. */
  readonly seed?: number;
  /** How many digits each number has, from 1 to 6. Default 2. */
  readonly digits?: number;
}

/**
 * Arithmetic questions "What is the result of a+b*c+d-e*f?", with their exact answers. The template is that of S2-MAD's
 * Table 5, taken from earlier debates (Du et al. 2023). For the data the paper cites Brown et al. (2020), whose own
 * tasks have at most three numbers. The paper does not state the size of its numbers: here each has two digits (10 to
 * 99), uniformly distributed. Texts may repeat among very many questions; ids do not.
 * @throws AgoraError 'setting' when a number is out of its range
 * @example
 * environments.generateArithmetic({ count: 1, digits: 1 }).questions[0].dataset; // => 'arithmetic'
 */
export function generateArithmetic(given: ArithmeticGeneration = {}): OpenQuestionSet {
  check('generateArithmetic', settings({ ...many, digits: whole(1, 6).optional() }), given);
  const { count = 100, seed = 7, digits = 2 } = given;
  const least = digits === 1 ? 1 : 10 ** (digits - 1);
  const random = Random.from(seed, 'arithmetic', digits);
  return {
    name: `arithmetic (${digits} digits, seed ${seed})`,
    questions: Array.from({ length: count }, (_, place) => {
      const chance = random.split(place + 1);
      const draw = (): number => least + chance.below(10 ** digits - least);
      const [a, b, c, d, e, f] = [draw(), draw(), draw(), draw(), draw(), draw()];
      return {
        id: `${seed}/${digits}/${place + 1}`,
        dataset: 'arithmetic',
        subject: 'arithmetic',
        text: `What is the result of ${a}+${b}*${c}+${d}-${e}*${f}?`,
        answer: String(a + b * c + d - e * f),
      };
    }),
  };
}
