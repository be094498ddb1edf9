import { check, flag, oneOf, settings, text, whole } from 'agora-voting/internal';
import { choiceQuestions, type ChoiceQuestionEnvironment } from './choice-questions';
import { generateQuestions } from './generate';
import { openQuestions, type OpenQuestionEnvironment } from './open-questions';
import { choiceSet, needDifferent, openSet } from './question-set';
import type { OpenQuestionSet, QuestionSet } from './types';

export interface QuestionSettings {
  /**
   * Collaboration i is about question i of the set. There must be at least as many questions as collaborations. Default:
   * 100 generated questions of multiple choice, `generateQuestions()`.
   */
  readonly set?: QuestionSet;
  /**
   * The role of the agents. raters (default): they see worked examples and answer with a letter in JSON, as in GEDI.
   * debaters: they see the question alone and answer in prose with reasons, as in S2-MAD.
   */
  readonly as?: 'raters' | 'debaters';
  /** How many agents answer. Default 10 raters, as in GEDI, or 5 debaters, as in most rows of S2-MAD's tables. */
  readonly agents?: number;
  /** The most worked examples of the question's subject that raters see. Default 5, as in GEDI. */
  readonly shots?: number;
  /**
   * Whether the options are shuffled for each collaboration. Default true for raters, false for debaters.
   */
  readonly shuffleOptions?: boolean;
  /** The name of the questions in the run's record. Default: the set's name. */
  readonly name?: string;
}

/** Settings for questions with free answers, for debaters. */
export interface OpenQuestionSettings extends Pick<QuestionSettings, 'agents' | 'name'> {
  readonly set: OpenQuestionSet;
  readonly as?: 'debaters';
}

const door = { agents: whole(1, 1000).optional(), name: text(10_000).optional() };
const openSettings = settings({ ...door, set: openSet, as: oneOf('debaters').optional() });
const debaterSettings = settings({
  ...door,
  set: choiceSet.optional(),
  as: oneOf('raters', 'debaters').optional(),
  shuffleOptions: flag.optional(),
});
const raterSettings = settings({ ...debaterSettings.shape, shots: whole(0, 1000).optional() });

/**
 * Several agents answer one question. The set determines the kind of question: multiple choice with one right option,
 * or a free answer (mathematics, so far). Without a set the questions are generated, of multiple choice.
 *
 * Raters: GEDI, section 5.1, where ten raters of one model rank the options of MMLU, MMLU-Pro and ARC-Challenge. The
 * paper does not say whether options were shuffled. Here they are, with the same order for all raters of a group, so
 * that a preference for "A" does not help. Options such as "all of the above" then need not come last. Debaters:
 * S2-MAD, section 4.1, Tables 5 and 6: zero-shot, every question in the form of its data set, options in the data set's
 * order. A free answer is right if it equals the data set's by `sameMathAnswer`. A digest of the questions is recorded
 * with the settings, so that resuming a run with other questions is detected.
 * @throws AgoraError 'setting' for invalid settings or questions, or too few questions
 * @example
 * const debate = environments.questions({ set: environments.generateArithmetic({ count: 3 }), agents: 4 });
 * debate.settings.agents; // => 4
 * debate.prose.read(debate.instance(0), 'So 12 - 5 = 7.').value; // => { answer: '7' }
 */
export function questions(given?: QuestionSettings): ChoiceQuestionEnvironment;
export function questions(given: OpenQuestionSettings): OpenQuestionEnvironment;
export function questions(
  given: QuestionSettings | OpenQuestionSettings = {},
): ChoiceQuestionEnvironment | OpenQuestionEnvironment {
  if (isOpen(given)) {
    check('questions', openSettings, given);
    needDifferent(given.set.questions);
    const { set, agents = 5, name = set.name } = given;
    return openQuestions(set, { agents, name });
  }
  const isDebated = (given as QuestionSettings | undefined)?.as === 'debaters';
  check('questions', isDebated ? debaterSettings : raterSettings, given);
  const { set = generateQuestions() } = given;
  [set.questions, ...Object.values(set.examples)].forEach(needDifferent);
  const { agents = isDebated ? 5 : 10, shots = 5, shuffleOptions = !isDebated, name = set.name } = given;
  return choiceQuestions(set, { agents, shots: isDebated ? null : shots, shuffleOptions, name });
}

/** Whether the first question has a text as its answer, and no options. */
function isOpen(given: QuestionSettings | OpenQuestionSettings): given is OpenQuestionSettings {
  const first: unknown = (given as Partial<OpenQuestionSettings> | undefined)?.set?.questions?.[0];
  return typeof (first as { answer?: unknown } | undefined)?.answer === 'string';
}
