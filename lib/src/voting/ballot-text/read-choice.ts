import type { BallotReading } from '../ballots';
import type { ChoiceBallot } from '../voting-rule';
import { joint } from './lists';
import { mentions, type Mention } from './mentions';
import { excerpt, settle, type ProseSettings } from './settle';

/** Words that announce a vote, up to the option itself. */
const announced =
  /(?:\b(?:vote[sd]?|voting|ballot|choose|chose|pick|select|choice|answer|decision|preference|favou?rite|opt)\b(?:\s+(?:is|goes|would|will|be|for|to|with|on|option|proposal|candidate|the))*\s*[:=]?|\\boxed|\bprefer)[\s*_"'`“”‘’$\\{([:]*$/i;
const negated = /(?:\b(?:not|never|against|neither|nor|cannot)\b|n['’]t\b)[^.;,\n]*$/i;

/**
 * "I vote for B", "Answer: (B)", "B": an option that is announced as the vote, or stands alone on a line, counts
 * before one that is merely mentioned; where nothing is announced, exactly one option must be mentioned.
 */
export function readChoiceText(
  text: string,
  options: readonly string[],
  { prefer, names }: ProseSettings,
): BallotReading<ChoiceBallot> {
  const found = mentions(text, options, { numbering: false, names });
  const votes = found.filter((mention) => isAnnounced(text, mention) || isAlone(text, mention));
  const isVote = new Set(votes);
  const pair = found.find(
    (mention, place) => isVote.has(mention) && isJoined(text, mention, found[place + 1]),
  );
  if (pair !== undefined) return ambiguous(`${excerpt(text)} votes for several options: vote for one`);
  const counted =
    votes.length > 0
      ? votes
      : found.length > 1
        ? found
        : found.filter((mention) => !isArticle(text, mention));
  const named = [...new Set(counted.map(({ option }) => option))];
  if (named.length === 0)
    return { ok: false, code: 'no-ballot', reason: `${excerpt(text)} names no option: write an option's id` };
  if (votes.length === 0 && named.length > 1)
    return ambiguous(`${excerpt(text)} mentions several options and votes for none: write one option's id`);
  if (votes.length === 0 && negated.test(text.slice(0, counted[0]?.start).slice(-200)))
    return ambiguous(`${excerpt(text)} names an option only to turn it down: write one option's id`);
  const chosen = settle(
    named.length === 1 ? counted.slice(-1) : counted,
    prefer,
    (a, b) => a.option === b.option,
  );
  return { ok: true, value: { kind: 'choice', choice: chosen.option } };
}

function isAnnounced(text: string, { start }: Mention): boolean {
  const before = text.slice(Math.max(0, start - 120), start);
  const cue = announced.exec(before);
  return cue !== null && !negated.test(before.slice(0, cue.index));
}

function isAlone(text: string, { atLine, end }: Mention): boolean {
  return atLine && /^[\s.!*_"'`“”‘’)\]}$]*(?:\n|$)/.test(text.slice(end));
}

function isJoined(text: string, mention: Mention, next: Mention | undefined): boolean {
  if (next === undefined || next.option === mention.option) return false;
  const gap = text.slice(mention.end, next.start).trim();
  return /^(?:or|\/|and\/or)$/i.test(gap) || (joint(text, mention, next) ?? 'line') !== 'line';
}

/** "A" and "I" begin English sentences: a text that names nothing else names no option. */
function isArticle(text: string, { option, end, start }: Mention): boolean {
  return /^[AI]$/.test(option) && end - start === 1 && /^\s+\p{Ll}/u.test(text.slice(end));
}

function ambiguous(reason: string): {
  readonly ok: false;
  readonly code: 'ambiguous';
  readonly reason: string;
} {
  return { ok: false, code: 'ambiguous', reason };
}
