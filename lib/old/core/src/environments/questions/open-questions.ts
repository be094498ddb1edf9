import { presentAnswer } from './present-answer';
import type { GivenCases, Prose } from '../environment';
import type { QuestionScore } from './choice-questions';
import { mathAnswerKey, sameMathAnswer } from './math-answer';
import { debaters, questionAt, questionDigest } from './question-set';
import { readOpenAnswer, readOpenText, statedOpenAnswers } from './read-open-answer';
import { observeOpen, simulatedAnswerer } from './simulated-agent';
import type { OpenAnswer, OpenInstance, OpenQuestionSet } from './types';
import { asShipped } from '../../own-code';

/** Questions with free answers in prose. */
export interface OpenQuestionEnvironment extends GivenCases<OpenInstance, OpenAnswer> {
  readonly prose: Prose<OpenInstance, OpenAnswer>;
}

/** The environment of questions with free answers, for debaters; see `questions`. */
export function openQuestions(
  { questions }: OpenQuestionSet,
  { agents, name }: { readonly agents: number; readonly name: string },
): OpenQuestionEnvironment {
  const roster = debaters(agents);
  return asShipped<OpenQuestionEnvironment>({
    name: 'open-questions',
    settings: { data: name, questions: questions.length, digest: questionDigest(questions), agents },
    instance: (index) => {
      const { id, dataset, subject, level = null, text, answer } = questionAt(questions, index);
      return { id, dataset, subject, level, text, answer };
    },
    agents: () => roster,
    task: openTask,
    prose: {
      ending: openSentence,
      form: (instance) => (isStated(instance) ? '(answer)' : '\\boxed{answer}'),
      state: (instance, { answer }) => (isStated(instance) ? `(${answer})` : `\\boxed{${answer}}`),
      read: (_, text) => readOpenText(text),
      stated: (instance, text) => statedOpenAnswers(text, isStated(instance)),
    },
    proposalFormat: () => ({
      text: '{"answer": "<answer>"} - the final answer alone: a number, or an expression in LaTeX',
      schema: () => ({
        type: 'object',
        properties: { answer: { type: 'string', minLength: 1, maxLength: 300 } },
        required: ['answer'],
        additionalProperties: false,
      }),
    }),
    readProposal: (_, value) => readOpenAnswer(value),
    proposalKey: ({ answer }) => mathAnswerKey(answer),
    showProposal: (_, { answer }) => answer,
    present: presentAnswer,
    score: (instance, proposal): QuestionScore => ({
      correct: proposal !== null && sameMathAnswer(proposal.answer, instance.answer) ? 1 : 0,
      decided: proposal === null ? 0 : 1,
    }),
    observe: observeOpen,
    simulatedAgent: simulatedAnswerer,
  });
}

/*
 * The words of a question that is answered freely. Content from S2-MAD, Tables 5 and 6, in our own words: a data set that
 * the paper does not use is asked as GSM8K is, with a boxed answer of any kind; arithmetic without a word around it.
 */

function openTask({ dataset, text }: OpenInstance): string {
  if (dataset === 'arithmetic') return `# Question\n${text}`;
  const briefly = dataset === 'math' ? ' as briefly as possible' : '';
  return `# Task\nSolve this mathematical problem and explain your reasoning${briefly}.\n\n# Problem\n${text}`;
}

/** What a reply must end in. */
function openSentence(instance: OpenInstance): string {
  if (isStated(instance)) return 'State your answer at the end of your response.';
  const alone = instance.dataset === 'gsm8k' ? ', a single number,' : '';
  return `End your response with your final answer${alone} in the form \\boxed{answer}.`;
}

/** Whether answers have no prescribed form. Several answers, in a summary, are written in round brackets. */
function isStated({ dataset }: OpenInstance): boolean {
  return dataset === 'arithmetic';
}
