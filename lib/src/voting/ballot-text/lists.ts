import type { Mention } from './mentions';

/** Options named one after the other, with nothing but signs between them. */
export interface OptionList {
  readonly tiers: readonly (readonly string[])[];
  /**
   * chain: with ">" between them. numbered: "1. B 2. A". lines: one on each line. commas: side by side, with commas
   * or "and" between them. mixed: ">" and "," in one list, or "<", so that the order cannot be known. loose: "," and ";" in one list,
   * so that its ends cannot be known.
   */
  readonly form: 'chain' | 'numbered' | 'lines' | 'commas' | 'mixed' | 'loose';
  readonly start: number;
  readonly end: number;
}

export type Joint = 'over' | 'under' | 'tie' | 'comma' | 'semicolon' | 'space' | 'line';

/** What stands between two mentions, when it joins them into one list. */
export function joint(text: string, before: Mention, after: Mention): Joint | null {
  const gap = text.slice(before.end, after.start);
  const signs = gap.length > longestSign ? 'a remark' : signsIn(gap);
  if (/^(?:,\s*)?(?:>+|≻+|→|-+>|over|is preferred to)$/.test(signs)) return 'over';
  if (/^(?:<+|≺)$/.test(signs)) return 'under';
  if (/^(?:=+|~|≈|∼)$/.test(signs)) return 'tie';
  if (signs === ';') return 'semicolon';
  if (/^(?:[,|]\s*)?(?:and|and then|then|&|\+)$|^[,|]$/i.test(signs)) return 'comma';
  if (!gap.includes('\n')) return signs === '' && before.hashed && after.hashed ? 'space' : null;
  return before.atLine && after.atLine && nothingElse(gap) ? 'line' : null;
}

/** What stands between two mentions is no sign any more when it is longer. */
const longestSign = 200;

function signsIn(gap: string): string {
  return gap
    .replace(/\n[\s>|*•+–—-]*$/, '\n')
    .replace(/[\s*_"'`“”‘’()[\]{}$\\]/g, ' ')
    .trim();
}

/** Whether what follows an entry is its own remark: the rest of its line, and lines set in below it. */
export function nothingElse(gap: string): boolean {
  return gap
    .split('\n')
    .slice(1, -1)
    .every((line) => /^(?:\s*$|\s{2,}\S)/.test(line));
}

/** All lists of a text, in its order; a mention that stands alone is a list of one. */
export function optionLists(text: string, found: readonly Mention[]): OptionList[] {
  const numbered = numberedLists(text, found);
  let list = 0; // lists follow one another, and so do mentions
  const rest = found.filter((mention) => {
    while (list < numbered.length && (numbered[list] as OptionList).end < mention.end) list++;
    return (numbered[list]?.start ?? Infinity) > mention.start;
  });
  return [...numbered, ...runs(text, rest)].sort((a, b) => a.start - b.start);
}

function runs(text: string, found: readonly Mention[]): OptionList[] {
  const lists: OptionList[] = [];
  let run: Mention[] = [];
  let joints: Joint[] = [];
  let onlyLines = true;
  const close = (): void => {
    if (run.length > 0) lists.push(listOf(run, joints));
    [run, joints, onlyLines] = [[], [], true];
  };
  for (const mention of found) {
    const last = run.at(-1);
    let link = last === undefined ? null : joint(text, last, mention);
    if (link === 'line' && !onlyLines) link = null;
    // "#1, #2 #1 (the garden) is ...": the list has ended and its explanation begins.
    if (link === 'space' && run.some(({ option }) => option === mention.option)) link = null;
    if (link === null) close();
    else joints.push(link);
    onlyLines &&= link === null || link === 'line';
    run.push(mention);
  }
  close();
  return lists;
}

function listOf(run: readonly Mention[], joints: readonly Joint[]): OptionList {
  const tiers: string[][] = [];
  run.forEach(({ option }, place) => {
    if (joints[place - 1] === 'tie') tiers.at(-1)?.push(option);
    else tiers.push([option]);
  });
  return { tiers, form: formOf(joints), start: run[0]?.start ?? 0, end: run.at(-1)?.end ?? 0 };
}

function formOf(joints: readonly Joint[]): OptionList['form'] {
  const has = (...kinds: Joint[]): boolean => joints.some((each) => kinds.includes(each));
  if (has('under') || (has('over', 'tie') && has('comma', 'semicolon', 'space', 'line'))) return 'mixed';
  if (has('over', 'tie')) return 'chain';
  if (has('line')) return has('comma', 'semicolon', 'space') ? 'mixed' : 'lines';
  return has('comma') && has('semicolon') ? 'loose' : 'commas';
}

/** "1. B, 2. A": numbers from 1 up, with any remark after an entry. Options joined to an entry share its place. */
function numberedLists(text: string, found: readonly Mention[]): OptionList[] {
  const lists: { tiers: string[][]; start: number; end: number }[] = [];
  found.forEach((mention, at) => {
    if (mention.number === null) return;
    const tier = [mention.option];
    let end = mention.end;
    for (let next = at + 1; next < found.length; next++) {
      const [before, after] = [found[next - 1] as Mention, found[next] as Mention];
      const link = after.number === null ? joint(text, before, after) : null;
      if (link !== 'tie' && link !== 'comma') break;
      tier.push(after.option);
      end = after.end;
    }
    const open = lists.at(-1);
    if (open !== undefined && mention.number === open.tiers.length + 1) {
      open.tiers.push(tier);
      open.end = end;
    } else if (mention.number === 1) lists.push({ tiers: [tier], start: mention.start, end });
  });
  return lists.filter((list) => list.tiers.length > 1).map((list) => ({ ...list, form: 'numbered' }));
}
