import { failAt, type QuestionRemark, type RawQuestion } from './question-file';
import type { ChoiceQuestion } from './types';

/**
 * Merges equal options, so that the options of a question differ. It also checks that ids are unique.
 *
 * Ten of MMLU's 14,327 test and development questions name an option twice, some of them the right one. A vote between
 * two equal options is meaningless, and without these questions there would be fewer than the papers count. So equal
 * options become one, at the place of the first. The answer is right if the key named any of them; a remark says so.
 * Options are equal if their trimmed texts are.
 * @throws AgoraError 'question-data' when only one option is left, or an id comes twice
 */
export function mergeEqualOptions(raw: readonly RawQuestion[]): {
  readonly questions: ChoiceQuestion[];
  readonly remarks: QuestionRemark[];
} {
  const remarks: QuestionRemark[] = [];
  const ids = new Set<string>();
  const questions = raw.map(({ place, ...question }) => {
    const { id, options, answer } = question;
    if (ids.has(id)) failAt(place, 'an id of its own', id);
    ids.add(id);
    const keys = options.map((option) => option.trim());
    const firsts = keys.map((key) => keys.indexOf(key));
    const kept = options.filter((_, at) => firsts[at] === at);
    if (kept.length === options.length) return question;
    if (kept.length < 2) failAt(place, 'at least two options that differ', options);
    const right = firsts[answer] as number;
    const double = firsts.filter((first) => first === right).length > 1;
    remarks.push({
      id,
      kind: 'equal-options',
      text: `${place.file} line ${place.line}: ${options.length} options, ${kept.length} different; equal ones were made one${double ? ', the right one among them' : ''}`,
    });
    return { ...question, options: kept, answer: kept.indexOf(options[right] as string) };
  });
  return { questions, remarks };
}
