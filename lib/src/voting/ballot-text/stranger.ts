import type { BallotFault } from '../ballots';
import type { OptionList } from './lists';

/** A list whose neighbour looks like an option and is none: "B > E > A" over A and B. */
export function strangerFault(
  text: string,
  list: OptionList,
  options: readonly string[],
): BallotFault | null {
  const after = /^[ \t]*(>|=|,|;)[ \t]*(#?[\p{L}\p{N}]+)[ \t]*(?=[>=,;.\n]|$)/u.exec(text.slice(list.end));
  const before = /([#\p{L}\p{N}]+)[ \t]*(>|=|,|;)[ \t]*$/u.exec(
    text.slice(Math.max(0, list.start - 200), list.start),
  );
  const stranger =
    after !== null && (after[1] === '>' || looksLikeOption(after[2] ?? '', options))
      ? after[2]
      : before !== null && (before[2] === '>' || looksLikeOption(before[1] ?? '', options))
        ? before[1]
        : undefined;
  if (stranger === undefined || options.includes(stranger)) return null;
  const known = options.map((option) => JSON.stringify(option)).join(', ');
  return {
    code: 'unknown-option',
    reason: `${JSON.stringify(stranger)} is none of the options: ${known}`,
  };
}

function looksLikeOption(word: string, options: readonly string[]): boolean {
  const like = (pattern: RegExp): boolean =>
    pattern.test(word) && options.every((option) => pattern.test(option));
  return like(/^#?\d+$/) || like(/^#?[A-Z]$/) || like(/^#?[a-z]$/);
}
