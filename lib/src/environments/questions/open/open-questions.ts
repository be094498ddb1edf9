import { AgoraError } from '../../../agora-error';
import { debaterBehaviour } from '../../debaters';
import type { TextAnswerEnvironment } from '../../text-answer';
import type { QuestionScore } from '../choice-members';
import { debateRoster } from '../choice-questions';
import { mathAnswerKey, sameMathAnswer } from '../math-answer';
import type { OpenAnswer, OpenInstance, OpenQuestionSet } from '../open-types';
import { questionAt, questionDigest } from '../question-source';
import { requireWhole } from '../require-number';
import { checkOpenQuestions } from './check-open-questions';
import { isStated, openFormatSchema, openFormatText, openSentence, openTask } from './open-prompts';
import type { ArithmeticForm } from './open-prompts';
import { plausibleMistakes } from './plausible-mistakes';
import { readOpenAnswer, readOpenText, statedOpenAnswers } from './read-open-answer';

export interface OpenQuestionSettings {
  /** Collaboration i is about question i of the set; there must be as many as collaborations. */
  readonly set: OpenQuestionSet;
  /** How many agents answer. Default 5, as in most rows of S2-MAD's tables. */
  readonly agents?: number;
  /** How the answer of an arithmetic question is asked for. Default stated, as in S2-MAD's Table 6. */
  readonly arithmeticForm?: ArithmeticForm;
  /** What to call the questions in the run's record. Default the set's name. */
  readonly name?: string;
}

/**
 * Questions that are answered freely, mathematical ones so far: agents who know nothing but the question, asked zero-shot
 * and in the form of its data set. Source: S2-MAD, section 4.1 and Tables 5 and 6 (GSM8K, MATH, Arithmetic).
 *
 * An answer is right when it equals the data set's by `sameMathAnswer`, and two proposals are the same when their
 * `mathAnswerKey` is. A digest of the questions is recorded with the settings: a run that is resumed on others is noticed.
 * @throws AgoraError 'setting' when the settings or questions make no sense, or there are too few questions
 */
export function openQuestions(
  settings: OpenQuestionSettings,
): TextAnswerEnvironment<OpenInstance, OpenAnswer> {
  const { set, agents = 5, arithmeticForm = 'stated', name = set.name } = settings;
  requireWhole('openQuestions', 'agents', agents, 1);
  if (!['stated', 'boxed'].includes(arithmeticForm))
    throw new AgoraError(
      'setting',
      `openQuestions needs "arithmeticForm" to be stated or boxed, got ${JSON.stringify(arithmeticForm)}`,
    );
  checkOpenQuestions(set);
  const { questions } = set;
  const roster = debateRoster(agents);
  const isLoose = ({ dataset }: OpenInstance): boolean => isStated(dataset, arithmeticForm);
  const stateAnswer = (instance: OpenInstance, { answer }: OpenAnswer): string =>
    isLoose(instance) ? `(${answer})` : `\\boxed{${answer}}`;
  return {
    name: 'open-questions',
    settings: {
      data: name,
      questions: questions.length,
      digest: questionDigest(questions),
      agents,
      arithmeticForm,
    },
    instance: (index) => {
      const {
        id,
        dataset,
        subject,
        level = null,
        text,
        answer,
      } = questionAt('openQuestions', questions, index);
      return { id, dataset, subject, level, text, answer };
    },
    agents: () => roster,
    task: openTask,
    textFormat: (instance) => openSentence(instance, arithmeticForm),
    answerForm: (instance) => (isLoose(instance) ? '(answer)' : '\\boxed{answer}'),
    stateAnswer,
    readText: (_, text) => readOpenText(text),
    statedAnswers: (instance, text) => statedOpenAnswers(text, isLoose(instance)),
    proposalFormat: () => ({ text: openFormatText, schema: openFormatSchema }),
    readProposal: (_, value) => readOpenAnswer(value),
    proposalKey: ({ answer }) => mathAnswerKey(answer),
    showProposal: (_, { answer }) => answer,
    score: (instance, proposal): QuestionScore => ({
      correct: proposal !== null && sameMathAnswer(proposal.answer, instance.answer) ? 1 : 0,
      decided: proposal === null ? 0 : 1,
    }),
    behaviour: debaterBehaviour<OpenInstance, OpenAnswer>({
      question: (instance) => ({
        id: instance.id,
        dataset: instance.dataset,
        text: instance.text,
        right: { answer: instance.answer },
        wrong: plausibleMistakes(instance).map((answer) => ({ answer })),
      }),
      key: ({ answer }) => mathAnswerKey(answer),
      state: stateAnswer,
      json: ({ answer }) => ({ answer }),
    }),
  };
}
