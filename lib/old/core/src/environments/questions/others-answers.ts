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

/** Each single space in these patterns matches any space within a line. */
const space = String.raw`(?:[^\S\n]{1,3})`;
/** Up to the answer itself. */
const statement = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${[
    `(?:${theirs} ${noun}|${earlier} (?:answer|choice|conclusion)s?)(?: (?:to|for) [^.,;:=]{1,60}?)?${is}`,
    `(?:the|an)${adjectives} answers? (?:of|from|by|given by) ${other}${is}`,
    `${other}(?: also)? ${reports}(?: that| for| with)?(?: (?:the|its|their|his)${adjectives} answer${is})?(?![\\p{L}])`,
    `according to ${other},?(?: (?:the|its)${adjectives} answer${is})`,
  ].join('|')})`.replaceAll(' ', space),
  'giu',
);
/** Without one of these words nothing is reported: that spares most texts the search. */
const cue = /agent|assistant|expert|debater|others|their|previous|earlier|initial|original|prior|former/i;
const possessive = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${theirs}|${earlier})(?: (?:option|${noun}))?[\s*_"'(]{1,6}$`.replaceAll(
    ' ',
    space,
  ),
  'iu',
);
/** Where the statement ends and the speaker goes on: "..., but I get 18". */
const turn =
  /[;!?\n]|[.,](?!\d)|\s(?:but|while|whereas|although|though|however|so|and\s+(?:I|my|mine|we|thus|the|so))\b|$/i;
const contrast = /\b(?:but|while|whereas|although|though|however)\b/i;
const agreed =
  /\b(?:I|we)\s+(?:(?!not\b|cannot\b|never\b)\w+\s+)?(?:agree|concur)|\b(?:is|are|was|were)\s+(?:(?!not\b|never\b)\w+\s+)?(?:correct|right)\b|\bcorrectly\b|\bso\s+do\s+I\b/i;
const agreeing =
  /\b(?:agree|concur|same\s+as|(?:re)?confirm|reaffirm|maintain|keep|retain|stand\s+by|stick\s+(?:to|with)|together\s+with|like)\b[^.!?\n]*$|\band\s+I\s*$/i;

/**
 * A text without what it reports of others' answers and of its author's earlier ones: "Agent 1's answer is 20, but I get
 * 18", "my previous answer was 20", "Agent 2 says that the answer is (A)". Where the same sentence agrees ("..., and I
 * agree") the answer is the author's own, and stays. A rule of thumb, by the words that debaters are known to use.
 */
export function withoutOthersAnswers(text: string): string {
  if (!cue.test(text)) return text;
  let kept = '';
  let from = 0;
  for (const { index, 0: words } of text.matchAll(statement)) {
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

/** Whether an author speaks and does not only report: "I get 18", or "but ..." where a report was left out before. */
export function speaks(withoutOthers: string): boolean {
  return /\b(?:I|[Mm]y|[Mm]ine|[Oo]ur|[Ww]e(?!\s+have))\b|\s[,;.]\s+[Bb]ut\b/.test(withoutOthers);
}

/** Whether the answer at a place is only attributed to somebody else: "Agent 3's (A)", "my previous answer (B)". */
export function isOthers(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 80), start);
  if (!possessive.test(before) || agreeing.test(before)) return false;
  return !agreed.test(/^[^.\n]*/.exec(text.slice(end, end + 80))?.[0] ?? '');
}
