import { AgoraError } from '../../agora-error';
import { Random } from '../../random';
import { madeArithmetic, madeConversion, madeOrdering, type MadeQuestion } from './made-question';
import { requireRange } from './require-number';
import type { ChoiceQuestion, QuestionSet } from './types';

export interface QuestionGeneration {
  /** How many questions. Default 100. */
  readonly count?: number;
  /** How many options each has, from 2 to 10. Default 4. */
  readonly options?: number;
  /** Default 7. */
  readonly seed?: number;
  /** Worked examples of each subject, none of them asked. Default 5. */
  readonly examples?: number;
}

const kinds: readonly (readonly [string, (random: Random, options: number) => MadeQuestion])[] = [
  ['arithmetic', madeArithmetic],
  ['units', madeConversion],
  ['ordering', madeOrdering],
];

/**
 * Made-up questions whose right answer can be checked from their text: arithmetic, conversion of units, and the longest
 * or shortest of some times, in turn. They stand in where no data set is at hand; what models score on them says nothing
 * about other questions. Texts may repeat among many questions; ids do not.
 * @throws AgoraError 'setting' when a number is out of its range
 */
export function generateQuestions(settings: QuestionGeneration = {}): QuestionSet {
  const { count = 100, options = 4, seed = 7, examples = 5 } = settings;
  requireRange('generateQuestions', 'count', count, 1, 1_000_000);
  requireRange('generateQuestions', 'options', options, 2, 10);
  requireRange('generateQuestions', 'examples', examples, 0, 100);
  if (!Number.isSafeInteger(seed))
    throw new AgoraError('setting', `generateQuestions needs a whole number as "seed", got ${seed}`);
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
