import { isTemplate } from './echoed-instructions';

export interface BoxedAnswers {
  /** The contents of the boxes, in order. Boxes copied from the instruction ("\boxed{answer}") do not count. */
  readonly filled: readonly string[];
  /** Whether the text ends inside a box. */
  readonly cutOff: boolean;
}

const shown =
  /(?:\b(?:in|of|using|use|has) (?:the|this|a) (?:form|format)|\bfor example|\be\.g\.|\bsuch as)[\s,:"'`$*(]*$/i;

/**
 * The contents of every \boxed{...} and \fbox{...}, by balanced braces: also "\boxed 5", "\\boxed{5}" as escaped text has
 * it, and "boxed{5}" without its backslash. A box in a box counts once; one shown as an example ("in the form \boxed{7}")
 * not at all. Costs one pass over the text.
 */
export function boxedAnswers(text: string): BoxedAnswers {
  const closing = closingBraces(text);
  const filled: string[] = [];
  let cutOff = false;
  let end = 0;
  for (const { index, 0: word } of text.matchAll(/(?<![\p{L}\p{N}])(?:boxed|fbox)/gu)) {
    if (index < end) continue;
    const slashes = backslashesBefore(text, index);
    const box = contentAfter(text, index + word.length, closing, slashes > 0);
    if (box === null) continue;
    if (box === 'cut off') {
      cutOff = true;
      continue;
    }
    end = box.end;
    const content = innermost(slashes > 1 ? box.content.replaceAll('\\\\', '\\') : box.content);
    const isExample = shown.test(text.slice(Math.max(0, index - slashes - 40), index - slashes));
    if (!isExample && !isTemplate(content)) filled.push(content);
  }
  return { filled, cutOff };
}

function innermost(content: string): string {
  const inside = /^\s*\\(?:boxed|fbox)\s*\{([^{}]*)\}\s*$/.exec(content)?.[1];
  return (inside ?? content).trim();
}

function contentAfter(
  text: string,
  from: number,
  closing: ReadonlyMap<number, number>,
  isCommand: boolean,
): { readonly content: string; readonly end: number } | 'cut off' | null {
  let at = from;
  while (text[at] === ' ') at++;
  if (text[at] === '{') {
    const end = closing.get(at);
    return end === undefined ? 'cut off' : { content: text.slice(at + 1, end), end };
  }
  const bare =
    isCommand && at > from ? /^[-+\d.\\][^\s$]{0,200}/.exec(text.slice(at, at + 201))?.[0] : undefined;
  return bare === undefined ? null : { content: bare.replace(/[.,;:!]+$/, ''), end: at + bare.length };
}

/** From every opening brace to its closing one; braces after a backslash are signs, not brackets. */
function closingBraces(text: string): Map<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if ((sign !== '{' && sign !== '}') || text[at - 1] === '\\') continue;
    if (sign === '{') open.push(at);
    else {
      const opened = open.pop();
      if (opened !== undefined) closing.set(opened, at);
    }
  }
  return closing;
}

function backslashesBefore(text: string, index: number): number {
  let at = index;
  while (at > 0 && text[at - 1] === '\\') at--;
  return index - at;
}
