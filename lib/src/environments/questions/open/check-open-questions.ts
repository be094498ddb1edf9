import { AgoraError } from '../../../agora-error';
import type { OpenQuestionSet } from '../open-types';

/**
 * Checks that every question can be asked: a text, an answer, an id of its own.
 * @throws AgoraError 'setting' naming the question
 */
export function checkOpenQuestions({ questions }: OpenQuestionSet): void {
  if (questions.length === 0)
    throw new AgoraError('setting', 'openQuestions needs at least one question, got none');
  const ids = new Set<string>();
  for (const { id, text, answer } of questions) {
    for (const [what, value] of Object.entries({ text, answer }))
      if (typeof value !== 'string' || value.trim() === '')
        throw new AgoraError(
          'setting',
          `question "${id}" needs ${what === 'text' ? 'a text' : 'a right answer'}, got ${JSON.stringify(value)}`,
        );
    if (ids.has(id))
      throw new AgoraError('setting', `openQuestions needs ids that differ; "${id}" comes twice`);
    ids.add(id);
  }
}
