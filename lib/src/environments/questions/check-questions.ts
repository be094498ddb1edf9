import { AgoraError } from '../../agora-error';
import type { ChoiceQuestion, QuestionSet } from './types';

/**
 * Checks that every question and example can be asked: 2 to 26 options that differ, an answer among them, unique ids.
 * @throws AgoraError 'setting' naming the question
 */
export function checkQuestions({ questions, examples }: QuestionSet): void {
  if (questions.length === 0)
    throw new AgoraError('setting', 'questions needs at least one question, got none');
  const ids = new Set<string>();
  for (const question of questions) {
    checkQuestion(question);
    if (ids.has(question.id))
      throw new AgoraError('setting', `questions needs ids that differ; "${question.id}" comes twice`);
    ids.add(question.id);
  }
  for (const shown of Object.values(examples)) shown.forEach(checkQuestion);
}

function checkQuestion({ id, options, answer }: ChoiceQuestion): void {
  const fault =
    options.length < 2 || options.length > 26
      ? `from 2 to 26 options, got ${options.length}`
      : new Set(options).size !== options.length
        ? `options that differ, got ${JSON.stringify(options)}`
        : options[answer] === undefined
          ? `an answer from 0 to ${options.length - 1}, got ${answer}`
          : null;
  if (fault !== null) throw new AgoraError('setting', `question "${id}" needs ${fault}`);
}
