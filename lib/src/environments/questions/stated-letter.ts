const subject = String.raw`(?:[Ii]t|[Tt]his|[Tt]hat)(?:\s(?:is|was|must be|has to be|should be|would be|can only be)|['’]s)`;
const choosing = String.raw`I\s(?:\w{1,20}\s)?(?:take|took|say|favou?r|prefer|settle on|opt for|stay with|stick with)`;
const filler = String.raw`(?:\s(?:is|therefore|thus|clearly|definitely|probably|likely|most likely|still|option|answer|choice)){0,2}`;
const end = String.raw`["'*_]{0,4}(?=[.,;:!)]|\s(?:because|since|as|for|by|but)\b|\s*\n|\s*$)`;
const statement = new RegExp(
  String.raw`\b(?:${subject}|${choosing}|[Ss]o|[Hh]ence|[Tt]hus|[Tt]herefore),?${filler}[\s"'*_]{1,6}(?:\(([A-Z])\)|\[([A-Z])\]|([A-Z]))${end}`,
  'g',
);
/** Before a statement in its sentence: it is not meant, or no longer. */
const tentative =
  /\b(?:first|initially|originally|earlier|might|maybe|perhaps|if|not|n['’]t|never|whether|wrongly|at one point)\b[^.\n]*$/i;
const another = /^\s*(?:,?\s*(?:or|and)\b|[,/&])\s*(?:option\s+)?["'([*]{0,3}[A-Z](?![\p{L}])/u;

/**
 * What the last sentence of the kind "I think it is C.", "so (C)", "I take [C]" says: its letter, with nothing behind that
 * would make it a word or add a second one. Null where there is none.
 */
export function lastStatedLetter(text: string, letters: readonly string[]): string | null {
  let last: string | null = null;
  for (const { index, 0: words, 1: round, 2: square, 3: bare } of text.matchAll(statement)) {
    const letter = round ?? square ?? bare ?? '';
    const after = text.slice(index + words.length, index + words.length + 40);
    if (!letters.includes(letter) || another.test(after) || (bare === 'I' && !/^[.\n]/.test(after))) continue;
    if (!tentative.test(text.slice(Math.max(0, index - 80), index))) last = letter;
  }
  return last;
}
