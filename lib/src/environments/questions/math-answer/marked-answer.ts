import { statedValue } from './stated-value';

const label = String.raw`(?:(?:the |my )?(?:final |correct |updated )?(?:answer|result|ans))`;
const marked = new RegExp(
  String.raw`^[\s>]{0,20}(?:#{4}(?!#)|(?:[-*_#>\s]{0,20})(?:A(?=[*_]{0,4}\s?:)|(?:[Ff]inal |[Cc]orrect |[Uu]pdated )?(?:[Aa]nswer|ANSWER|[Aa]ns)(?=[*_]{0,4}\s?[:：]))[*_]{0,4}\s?[:：][*_]{0,4})`,
);
const heading = new RegExp(String.raw`^[\s*_#>-]{0,20}${label}[\s*_.:]{0,10}$`, 'i');
const options = /^[\s*(-]{0,10}B\s?[:.)]/;

/**
 * The value of the last marked line: "#### 18", "A: 18", "**Answer:** 18", "Final answer" above a line of its own. Null
 * where no mark is followed by a value. "A:" above "B:" lists options, and marks nothing.
 */
export function markedAnswer(text: string): string | null {
  const lines = text.split('\n');
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at] as string;
    const mark = marked.exec(line)?.[0];
    if (mark === undefined && !heading.test(line)) continue;
    if (mark?.trim() === 'A:' && options.test(nextLine(lines, at))) continue;
    const rest = mark === undefined ? '' : line.slice(mark.length);
    const value = statedValue(rest.trim() === '' ? nextLine(lines, at) : rest);
    if (value !== null) return value;
  }
  return null;
}

function nextLine(lines: readonly string[], at: number): string {
  return lines.slice(at + 1, at + 5).find((line) => line.trim() !== '') ?? '';
}
