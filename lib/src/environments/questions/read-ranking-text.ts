import type { Reading } from '../../json';

const letter = String.raw`["'“”‘’\x60*_(\[]*\b([A-Z])\b["'“”‘’\x60*_)\]]*`;
const chain = new RegExp(String.raw`${letter}(?:\s*(?:>+|≻|→|->|=>|≥|=|~)\s*${letter})+`, 'g');
const list = new RegExp(String.raw`\[\s*${letter}(?:\s*,\s*${letter})*\s*\]`, 'g');
const commas = new RegExp(
  String.raw`(?:^|[:\n])[ \t*_]*${letter}(?:(?:[ \t]*,[ \t]*(?:and[ \t]+)?|[ \t]+and[ \t]+)${letter})+[ \t.*_]*(?=\n|$)`,
  'g',
);
const numbered =
  /(?<![\d.])(\d{1,2})(?:st|nd|rd|th)?(?:\s*place)?["']?\s*[.):=-]\s*(?:option\s+)?["'*_([]*\b([A-Z])\b/gi;

/**
 * The ranking that a model's free text gives, favourite first.
 *
 * Looked for: a bracketed list (`["B", "A"]`, `[B, A]`, in JSON or in prose); a chain ("B > A > D > C"); a numbered list
 * ("1. B 2. A", "1st: B"); a line of letters with commas; a letter a line; the letters run together. Of several that
 * name every option once, the one that ends last counts, since models think aloud and conclude. Where there is none,
 * the reason is that of the last one found in the first form of this list that occurs.
 * @param letters - the options' letters, capitals
 * @returns every option once, or why the text is no such ranking, in words that a model can act on
 */
export function readRankingText(text: string, letters: readonly string[]): Reading<string[]> {
  const plain = text.trim();
  if (plain === '') return { ok: false, reason: 'the answer is empty' };
  let last: { end: number; reading: Reading<string[]> } | null = null;
  let fault: Reading<string[]> | null = null;
  for (const find of [lists, chains, numbers, lines, columns, runTogether]) {
    let faultHere: Reading<string[]> | null = null;
    for (const { named, end } of find(plain)) {
      const reading = check(named, letters);
      if (!reading.ok) faultHere = reading;
      else if (last === null || end > last.end) last = { end, reading };
    }
    fault ??= faultHere;
  }
  const example = [...letters].reverse().join(' > ');
  return (
    last?.reading ??
    fault ?? {
      ok: false,
      reason: `no ranking was found: write all options, favourite first, like ${example}`,
    }
  );
}

/** Letters that stand in an order, or a chain with options side by side, and where in the text they end. */
interface Found {
  readonly named: readonly string[] | 'tie';
  readonly end: number;
}

function lists(text: string): Found[] {
  return matches(text, list).filter(({ named }) => named.length > 1);
}

/** An equation such as "x = A" is no chain; a chain with an equals sign in it is a tie. */
function chains(text: string): Found[] {
  return matches(text, chain).flatMap(({ found, named, end }) => {
    if (!/(?<![=])[=~≥]|≥/.test(found.replace(/=>/g, '>'))) return { named, end };
    return /[>≻→≥]/.test(found) ? { named: 'tie', end } : [];
  });
}

/** Each run of numbers 1, 2, 3, ... is a list of its own. */
function numbers(text: string): Found[] {
  const runs: { named: string[]; end: number }[] = [];
  for (const match of text.matchAll(numbered)) {
    const [, number, option = ''] = match;
    if (option !== option.toUpperCase()) continue;
    if (number === '1') runs.push({ named: [], end: 0 });
    const run = runs.at(-1);
    if (run === undefined || Number(number) !== run.named.length + 1) continue;
    run.named.push(option);
    run.end = match.index + match[0].length;
  }
  return runs.filter(({ named }) => named.length > 1);
}

function lines(text: string): Found[] {
  return matches(text, commas);
}

function columns(text: string): Found[] {
  const single = new RegExp(String.raw`^[-*•\s]*${letter}[.):\s]*$`);
  const named = text.split('\n').flatMap((line) => single.exec(line)?.[1] ?? []);
  return named.length > 1 ? [{ named, end: text.length }] : [];
}

function runTogether(text: string): Found[] {
  return /^[A-Z]{2,}$/.test(text) ? [{ named: [...text], end: text.length }] : [];
}

function matches(text: string, pattern: RegExp): { found: string; named: string[]; end: number }[] {
  return [...text.matchAll(pattern)].map((match) => ({
    found: match[0],
    named: match[0].match(/\b[A-Z]\b/g) ?? [],
    end: match.index + match[0].length,
  }));
}

function check(found: Found['named'], letters: readonly string[]): Reading<string[]> {
  if (found === 'tie')
    return { ok: false, reason: 'the ranking has ties: put every option in a place of its own' };
  const unknown = found.find((one) => !letters.includes(one));
  if (unknown !== undefined)
    return { ok: false, reason: `"${unknown}" is none of the options ${letters.join(', ')}` };
  const twice = found.find((one, at) => found.indexOf(one) !== at);
  if (twice !== undefined) return { ok: false, reason: `option ${twice} is ranked twice` };
  const missing = letters.filter((one) => !found.includes(one));
  if (missing.length > 0)
    return { ok: false, reason: `the ranking leaves out ${missing.join(', ')}: rank every option` };
  return { ok: true, value: [...found] };
}
