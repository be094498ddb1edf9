import { createHash } from 'node:crypto';
import { canonicalJson, type Json, type JsonObject } from '../../json';
import type { ChoiceEnvironment } from '../choice-environment';
import { checkQuestions } from './check-questions';
import { backgroundText, formatSchema, formatText, taskText } from './prompts';
import { QuestionSettingError } from './question-errors';
import { questionInstance } from './question-instance';
import { readAnswer } from './read-answer';
import { raterBehaviour } from './simulated';
import type { ChosenAnswer, QuestionInstance, QuestionSet } from './types';

export interface QuestionSettings {
  /** Collaboration i is about question i of the set; there must be as many as collaborations. */
  readonly set: QuestionSet;
  /** How many raters answer. Default 10, as in GEDI. */
  readonly raters?: number;
  /** At most so many worked examples of the question's subject are shown before it. Default 5, as in GEDI. */
  readonly shots?: number;
  /** Whether the options come in an order drawn for each collaboration, or in the data set's. Default true. */
  readonly shuffleOptions?: boolean;
  /** What to call the questions in the run's record. Default the set's name. */
  readonly name?: string;
}

/** What an answer is worth: numbers from 0 to 1, so that they can be averaged. */
export interface QuestionScore extends JsonObject {
  /** 1 for the right option; 0 for a wrong one, and for no decision. */
  readonly correct: number;
  readonly decided: number;
}

/**
 * Multiple-choice questions: several raters answer one question, and exactly one option is right. Source: GEDI, section
 * 5.1, where ten raters of one model rank the options of MMLU, MMLU-Pro and ARC-Challenge.
 *
 * The paper does not say whether it moved the options about; here they are shuffled, the same for all raters of a group,
 * so that a liking for "A" is no knowledge. Options such as "all of the above" then need not come last. A digest of the
 * questions is recorded with the settings: a run that is resumed on others is noticed.
 * @throws QuestionSettingError when the settings or questions make no sense, or there are too few questions
 */
export function questions(settings: QuestionSettings): ChoiceEnvironment<QuestionInstance, ChosenAnswer> {
  const { set, raters = 10, shots = 5, shuffleOptions = true, name = set.name } = settings;
  requireWhole('raters', raters, 1);
  requireWhole('shots', shots, 0);
  checkQuestions(set);
  const digest = createHash('sha256')
    .update(canonicalJson([set.questions, set.examples] as unknown as Json))
    .digest('hex')
    .slice(0, 16);
  const roster = Array.from({ length: raters }, (_, place) => ({
    name: `Rater ${place + 1}`,
    background: backgroundText(place + 1),
  }));
  return {
    name: 'questions',
    settings: { data: name, questions: set.questions.length, digest, raters, shots, shuffleOptions },
    instance: (index, random) => {
      const question = set.questions[index];
      if (question === undefined)
        throw new QuestionSettingError(
          `questions has ${set.questions.length} questions, and none for collaboration ${index} (counted from 0); give more or ask for fewer collaborations`,
        );
      const places = question.options.map((_, place) => place);
      const examples = Object.hasOwn(set.examples, question.subject) ? set.examples[question.subject] : [];
      return questionInstance(
        question,
        shuffleOptions ? random.shuffle(places) : places,
        examples?.slice(0, shots) ?? [],
      );
    },
    agents: () => roster,
    task: taskText,
    proposalFormat: (instance) => ({ text: formatText(instance), schema: () => formatSchema(instance) }),
    readProposal: readAnswer,
    proposalKey: ({ answer }) => answer,
    showProposal: showAnswer,
    score: scoreAnswer,
    choices: ({ letters }) => letters,
    proposalOf: (instance, choice) => {
      if (instance.letters.includes(choice)) return { answer: choice };
      throw new QuestionSettingError(
        `proposalOf needs one of ${instance.letters.join(', ')}, got ${JSON.stringify(choice)}`,
      );
    },
    behaviour: raterBehaviour,
  };
}

function showAnswer({ letters, options }: QuestionInstance, { answer }: ChosenAnswer): string {
  return `${answer}. ${options[letters.indexOf(answer)] ?? ''}`;
}

function scoreAnswer(instance: QuestionInstance, answer: ChosenAnswer | null): QuestionScore {
  return { correct: answer?.answer === instance.answer ? 1 : 0, decided: answer === null ? 0 : 1 };
}

function requireWhole(setting: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least)
    throw new QuestionSettingError(
      `questions needs "${setting}" to be a whole number of at least ${least}, got ${value}`,
    );
}
