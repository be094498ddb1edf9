/*
 * Finds the part of a reply in which the author answers. Drops thinking, invented chat turns, and reports of other
 * answers. The parsers for letters (answers.ts) and for mathematical answers (math-answer.ts) start from this part.
 *
 * Every repetition in these patterns is bounded, so the search time is proportional to the length of the text.
 */

/** The maximum number of characters to read. If a text is longer, only its end is read, because the answer is there. */
export const mostRead = 20_000;

const endOfTurn = /<\|(?:im_end|eot_id|end|endoftext|end_of_text)\|>|<\/s>|<end_of_turn>|\[\/?INST\]/i;
const userTurn = /^[ \t]*(?:USER|HUMAN|###\s{0,5}(?:User|Human|Instruction))\s{0,5}:/im;
const answerTurn = /(?:^|\s)(?:ASSISTANT\s{0,5}:|###\s{0,5}(?:Response|Assistant)\s{0,5}:)/gi;

/**
 * Returns the author's own words. Some models invent further chat turns after their answer, or repeat the whole prompt
 * before their answer. The author's words end at the first user turn. If the text begins with the prompt, the author's
 * words are the text after the last assistant label, if any. If the model's thinking was cut off, returns an empty
 * string.
 */
export function ownWords(text: string): string {
  let said = text;
  const thought = said.lastIndexOf('</think>');
  if (thought >= 0) said = said.slice(thought + '</think>'.length);
  else if (/^\s*<think>/.test(said)) return '';
  const end = endOfTurn.exec(said);
  if (end !== null && said.slice(0, end.index).trim() !== '') said = said.slice(0, end.index);
  const user = userTurn.exec(said)?.index ?? -1;
  const before = user < 0 ? '' : said.slice(0, user).trim();
  if (before !== '' && !/^(?:SYSTEM\s*:|###\s*System|A chat between)/i.test(before))
    return before.slice(-mostRead);
  const turn = [...said.matchAll(answerTurn)].at(-1);
  return (turn === undefined ? said : said.slice(turn.index + turn[0].length)).trim().slice(-mostRead);
}

const agent = '(?:agent|assistant|expert|debater)';
const other = String.raw`(?:(?:the )?(?:(?:other|another|first|second|third|one)(?: two| three)?|both|all|most|some) ${agent}s?|${agent}s? ?#?\d{1,3})`;
const adjectives = '(?: (?:final|numerical|updated|proposed|suggested|stated|own)){0,2}';
const theirs = String.raw`(?:${other}['’]s?|(?:${agent}s?|others)['’]s?)${adjectives}`;
const earlier = `(?:their|(?:(?:my|the|an?|its|our|your) )?(?:previous|earlier|initial|original|prior|former))${adjectives}`;
const noun = '(?:answer|result|choice|solution|conclusion)s?';
const is = '(?: (?:is|was|are|were|had been|came to|comes to)(?! still| the same| unchanged)| ?[:=])';
const reports =
  '(?:say|said|claim|state|think|thought|believe|argue|insist|assert|maintain|suggest|answer|conclude|get|got|give|gave|' +
  'find|found|obtain|calculate|compute|choose|chose|pick|select|prefer|favou?r|support|propose|vote)(?:s|d|ed)?';
/** Returns a pattern in which each space matches one to three white-space characters on the same line. */
const spaced = (pattern: string): string => pattern.replaceAll(' ', String.raw`(?:[^\S\n]{1,3})`);

/**
 * Matches the beginning of a report of another agent's answer or of the author's earlier answer, such as "Agent 1's
 * answer is", "my previous answer was", "Agent 2 says that" or "according to Agent 3, the answer is".
 */
const report = new RegExp(
  spaced(
    String.raw`(?<![\p{L}\p{N}])(?:${[
      `(?:${theirs} ${noun}|${earlier} (?:answer|choice|conclusion)s?)(?: (?:to|for) [^.,;:=]{1,60}?)?${is}`,
      `(?:the|an)${adjectives} answers? (?:of|from|by|given by) ${other}${is}`,
      `${other}(?: also)? ${reports}(?: that| for| with)?(?: (?:the|its|their|his)${adjectives} answer${is})?(?![\\p{L}])`,
      `according to ${other},?(?: (?:the|its)${adjectives} answer${is})`,
    ].join('|')})`,
  ),
  'giu',
);
/**
 * Matches words such as "agent" or "previous". Every report of an answer contains such a word, so a text without any of
 * these words is not searched for reports.
 */
const cue = /agent|assistant|expert|debater|others|their|previous|earlier|initial|original|prior|former/i;
const owner = new RegExp(
  spaced(String.raw`(?<![\p{L}\p{N}])(?:${theirs}|${earlier})(?: (?:option|${noun}))?[\s*_"'(]{1,6}$`),
  'iu',
);
/** Matches the end of a report of an answer, where the author may continue, as in "..., but I get 18". */
const turn =
  /[;!?\n]|[.,](?!\d)|\s(?:but|while|whereas|although|though|however|so|and\s+(?:I|my|mine|we|thus|the|so))\b|$/i;
const contrast = /\b(?:but|while|whereas|although|though|however)\b/i;
const agreed =
  /\b(?:I|we)\s+(?:(?!not\b|cannot\b|never\b)\w+\s+)?(?:agree|concur)|\b(?:is|are|was|were)\s+(?:(?!not\b|never\b)\w+\s+)?(?:correct|right)\b|\bcorrectly\b|\bso\s+do\s+I\b/i;
const agreeing =
  /\b(?:agree|concur|same\s+as|(?:re)?confirm|reaffirm|maintain|keep|retain|stand\s+by|stick\s+(?:to|with)|together\s+with|like)\b[^.!?\n]*$|\band\s+I\s*$/i;

/**
 * Removes reports of other agents' answers and of the author's earlier answers, such as "Agent 1's answer is 20" or "my
 * previous answer was 20". If the author agrees in the same sentence ("..., and I agree"), the answer counts as the
 * author's own and is kept.
 */
export function withoutReports(text: string): string {
  if (!cue.test(text)) return text;
  let kept = '';
  let from = 0;
  for (const { index, 0: words } of text.matchAll(report)) {
    if (index < from) continue;
    const end = index + words.length;
    const rest = text.slice(end, end + 200);
    const sentence = rest.slice(0, /[!?\n]|\.(?!\d)|$/.exec(rest)?.index);
    const clause = sentence.slice(0, contrast.exec(sentence)?.index);
    if (agreed.test(words + clause) || agreeing.test(text.slice(Math.max(0, index - 60), index))) continue;
    kept += `${text.slice(from, index)} `;
    from = end + (turn.exec(rest)?.index ?? 0);
  }
  return kept + text.slice(from);
}

/**
 * Returns whether a text still contains a statement by the author after all reports of answers have been removed.
 * Examples are "I get 18", and "but ..." after a removed report.
 */
export function speaks(withoutReported: string): boolean {
  return /\b(?:I|[Mm]y|[Mm]ine|[Oo]ur|[Ww]e(?!\s+have))\b|\s[,;.]\s+[Bb]ut\b/.test(withoutReported);
}

/**
 * Returns true if the answer at a position belongs to another agent, as in "Agent 3's (A)", or is an earlier answer, as
 * in "my previous answer (B)".
 */
export function isReported(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 80), start);
  if (!owner.test(before) || agreeing.test(before)) return false;
  return !agreed.test(/^[^.\n]*/.exec(text.slice(end, end + 80))?.[0] ?? '');
}

const retraction =
  /(?:^|[\s.!,;*_(])(?:wait\b|hold on\b|scratch that\b|on second thoughts?\b|correction\b|oops\b|hm{2,}\b|no,)|(?:^|[.!?\n*])\s*actually\b/i;

/** Returns the position at which the author retracts an earlier statement, or -1 if there is no retraction. */
export const retractedAt = (text: string): number => text.search(retraction);
