import { AgoraError } from '../../agora-error';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The letters of so many options: "A", "B", ...
 * @throws AgoraError 'setting' for fewer than 2 or more than 26
 */
export function lettersFor(count: number): string[] {
  if (!Number.isSafeInteger(count) || count < 2 || count > alphabet.length)
    throw new AgoraError(
      'setting',
      `lettersFor needs from 2 to ${alphabet.length} options to letter, got ${count}`,
    );
  return [...alphabet.slice(0, count)];
}
