/** The words that instructions put where the answer belongs; one of the first line must be among them. */
const nouns = new Set(['answer', 'ans', 'number', 'value', 'result', 'solution', 'expression', 'letter']);
const others = new Set(
  'your the my a an insert final numerical numeric single correct updated full short here goes'.split(' '),
);
const template = /(?:boxed|fbox)\s*\{([^{}]{0,60}|\{[^{}]{0,60}\}|\\text\s*\{[^{}]{0,60}\})\}/g;
const addressed =
  /\b(?:state|put|give|write|provide|present|place|enclose|end|box|make sure)\b[^.?!\n]{0,80}\byour (?:final |updated |numerical )?answer\b|\byour (?:final )?answer (?:should|must) be\b/i;

/** Whether a box or mark was left as the instruction has it: "answer", "{answer}", "[your answer]", "...", nothing. */
export function isTemplate(content: string): boolean {
  if (content.length > 80) return false;
  const words = content
    .replace(/\\(?:text|mathrm|textbf|mathbf)\s*\{/g, '')
    .replace(/[{}[\]<>"'`*$().…?:]|\\(?:l?dots|quad|square)/g, '')
    .toLowerCase()
    .split(/[\s_]+/)
    .filter((word) => word !== '');
  return (
    words.length === 0 ||
    (words.some((word) => nouns.has(word)) && words.every((word) => nouns.has(word) || others.has(word)))
  );
}

/**
 * A text without the lines that are its own instruction, as models that only continue text repeat it: lines with a box
 * left unfilled or that speak of "your answer", and what begins as such a line does and then breaks off.
 */
export function withoutInstructions(text: string): string {
  const lines = text.split('\n');
  const instructions = lines.filter(isInstruction).map((line) => line.trim());
  if (instructions.length === 0) return text;
  const known = new Set(instructions);
  const openings = new Set(instructions.map((line) => line.slice(0, opening)));
  const isRepeat = (line: string) =>
    known.has(line) || (line.length >= opening && openings.has(line.slice(0, opening)));
  return lines.filter((line) => !isRepeat(line.trim())).join('\n');
}

/** How many characters two lines must share from their beginning for the one to be a repeat of the other. */
const opening = 30;

function isInstruction(line: string): boolean {
  return (
    addressed.test(line) || [...line.matchAll(template)].some(([, content]) => isTemplate(content as string))
  );
}
