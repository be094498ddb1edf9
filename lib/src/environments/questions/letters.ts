import { QuestionSettingError } from './question-errors';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The letters of so many options: "A", "B", ...
 * @throws QuestionSettingError for fewer than 2 or more than 26
 */
export function lettersFor(count: number): string[] {
  if (!Number.isSafeInteger(count) || count < 2 || count > alphabet.length)
    throw new QuestionSettingError(
      `lettersFor needs from 2 to ${alphabet.length} options to letter, got ${count}`,
    );
  return [...alphabet.slice(0, count)];
}
