import { QuestionSettingError } from './question-errors';

/** @throws QuestionSettingError naming the function and the setting */
export function requireWhole(name: string, setting: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least)
    throw new QuestionSettingError(
      `${name} needs "${setting}" to be a whole number of at least ${least}, got ${value}`,
    );
}

/** @throws QuestionSettingError naming the function and the setting */
export function requireRange(
  name: string,
  setting: string,
  value: number,
  least: number,
  most: number,
): void {
  if (!Number.isSafeInteger(value) || value < least || value > most)
    throw new QuestionSettingError(
      `${name} needs "${setting}" to be a whole number from ${least} to ${most}, got ${value}`,
    );
}
