import { debaterBehaviour } from '../debaters';
import type { TextAnswerEnvironment } from '../text-answer';
import type { QuestionScore } from './choice-questions';
import { mathAnswerKey, sameMathAnswer } from './math-answer';
import { plausibleMistakes } from './plausible-mistakes';
import { debaters, questionAt, questionDigest } from './question-set';
import { readOpenAnswer, readOpenText, statedOpenAnswers } from './read-open-answer';
import type { OpenAnswer, OpenInstance, OpenQuestionSet } from './types';

/** Questions that are answered freely, as debaters are asked them; see `questions`. */
export function openQuestions(
  { questions }: OpenQuestionSet,
  { agents, name }: { readonly agents: number; readonly name: string },
): TextAnswerEnvironment<OpenInstance, OpenAnswer> {
  const roster = debaters(agents);
  return {
    name: 'open-questions',
    settings: { data: name, questions: questions.length, digest: questionDigest(questions), agents },
    instance: (index) => {
      const { id, dataset, subject, level = null, text, answer } = questionAt(questions, index);
      return { id, dataset, subject, level, text, answer };
    },
    agents: () => roster,
    task: openTask,
    textFormat: openSentence,
    answerForm: (instance) => (isStated(instance) ? '(answer)' : '\\boxed{answer}'),
    stateAnswer,
    readText: (_, text) => readOpenText(text),
    statedAnswers: (instance, text) => statedOpenAnswers(text, isStated(instance)),
    proposalFormat: () => ({
      text: '{"answer": "<answer>"} - the final answer alone: a number, or an expression in LaTeX',
      schema: () => ({
        type: 'object',
        properties: { answer: { type: 'string' } },
        required: ['answer'],
        additionalProperties: false,
      }),
    }),
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

/** Whether answers stand in no particular form; several of them, in a summary, stand in round brackets. */
function isStated({ dataset }: OpenInstance): boolean {
  return dataset === 'arithmetic';
}

function stateAnswer(instance: OpenInstance, { answer }: OpenAnswer): string {
  return isStated(instance) ? `(${answer})` : `\\boxed{${answer}}`;
}
