import { AgoraError } from '../../agora-error';
import type { JsonObject } from '../../json';
import type { ChoiceEnvironment } from '../choice-environment';
import type { TextAnswerEnvironment } from '../text-answer';
import { choiceSentence } from './choice-prompts';
import { formatSchema, formatText } from './prompts';
import { readAnswer } from './read-answer';
import { ownWords } from './own-words';
import { readChoiceText, statedChoices } from './read-choice-text';
import type { ChosenAnswer, QuestionInstance } from './types';

/** Multiple-choice questions: their options can be voted on, and answers can be given in prose. */
export type ChoiceQuestionEnvironment = ChoiceEnvironment<QuestionInstance, ChosenAnswer> &
  TextAnswerEnvironment<QuestionInstance, ChosenAnswer>;

/** What an answer is worth: numbers from 0 to 1, so that they can be averaged. */
export interface QuestionScore extends JsonObject {
  /** 1 for the right option; 0 for a wrong one, and for no decision. */
  readonly correct: number;
  readonly decided: number;
}

/** How answers are asked for, read, shown and scored, the same for elections and debates on multiple-choice questions. */
export const choiceMembers = {
  proposalFormat: (instance) => ({ text: formatText(instance), schema: () => formatSchema(instance) }),
  readProposal: readAnswer,
  proposalKey: ({ answer }) => answer,
  showProposal: ({ letters, options }, { answer }) => `${answer}. ${options[letters.indexOf(answer)] ?? ''}`,
  score: (instance, answer): QuestionScore => ({
    correct: answer?.answer === instance.answer ? 1 : 0,
    decided: answer === null ? 0 : 1,
  }),
  choices: ({ letters }) => letters,
  proposalOf: (instance, choice) => {
    if (instance.letters.includes(choice)) return { answer: choice };
    throw new AgoraError(
      'setting',
      `proposalOf needs one of ${instance.letters.join(', ')}, got ${JSON.stringify(choice)}`,
    );
  },
  textFormat: choiceSentence,
  answerForm: () => '(X)',
  stateAnswer: (_, { answer }) => `(${answer})`,
  readText: ({ letters, options }, text) => {
    const own = ownWords(text);
    const letter = letters[options.findIndex((option) => option.trim() === own)];
    if (letter !== undefined) return { ok: true, value: { answer: letter } };
    const reading = readChoiceText(text, letters);
    return reading.ok ? { ok: true, value: { answer: reading.value } } : reading;
  },
  statedAnswers: ({ letters }, text) => statedChoices(text, letters).map((answer) => ({ answer })),
} satisfies Partial<ChoiceQuestionEnvironment>;
