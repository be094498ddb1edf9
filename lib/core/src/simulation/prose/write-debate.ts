import type { Random } from 'agora-voting';
import { closings, closingsBeforeSentence, connectives, openings, type Stance } from './frame-phrases';
import type { Solution } from './solution';
import { stepPhrases } from './step-phrases';

interface DebateText {
  readonly agent: string;
  readonly stance: Stance;
  /** The agents whose views were read. */
  readonly others: readonly string[];
  readonly solution: Solution;
  /** The answer in the requested form. */
  readonly stated: string;
  /** The approximate number of tokens. */
  readonly tokens: number;
}

/** How often a step uses the phrasing that is usual for this answer. */
const usualWords = 0.5;

/**
 * A debater's text: an opening that fits its stance, steps of the solution up to the length, and the answer in the
 * requested form. Words and manner vary by agent and by call; steps and results depend on the answer alone. There is
 * at least one step.
 */
export function writeDebate(text: DebateText, random: Random): string {
  const { agent, stance, others, solution, stated, tokens } = text;
  const style = styleOf(agent);
  const links = connectives[style % connectives.length] as readonly string[];
  const isNumbered = style % 3 === 2;
  const opening = random.pick(openings[stance])(listed(others));
  const last = closing(stated, random);
  const parts = [opening];
  let left = tokens - aboutTokens(opening) - aboutTokens(last);
  for (let number = 0; number === 0 || left > 0; number++) {
    const step = solution.step(number);
    const phrases = stepPhrases[step.kind];
    const manner = random.chance(usualWords) ? step.manner : random.uniform();
    const body = (phrases[Math.floor(manner * phrases.length)] as (typeof phrases)[number])(step);
    const link = links[number % links.length] as string;
    const plain = link === '' ? body : `${link}, ${body}`;
    const sentence = `${plain.charAt(0).toUpperCase()}${plain.slice(1)}.`;
    const part = isNumbered ? `\n${number + 1}. ${sentence}` : ` ${sentence}`;
    const cost = aboutTokens(part);
    // Rounds to the nearest length: half a sentence too long is as good as half a sentence too short.
    if (number > 0 && left < cost / 2) break;
    parts.push(part);
    left -= cost;
  }
  return `${parts.join('')}${isNumbered ? '\n' : ' '}${last}`;
}

function closing(stated: string, random: Random): string {
  const isSentence = /^[A-Z][a-z]+ /.test(stated);
  const before = random.pick(isSentence ? closingsBeforeSentence : closings);
  return `${before} ${stated}${/[.!]$/.test(stated) ? '' : '.'}`;
}

function listed(names: readonly string[]): string {
  if (names.length > 3) return `the other ${names.length}`;
  return names.length < 2 ? (names[0] ?? 'it') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** A writing style by name, so that neighbours in a roster ("Agent 1", "Agent 2") write differently. */
function styleOf(agent: string): number {
  let style = 0;
  for (let place = 0; place < agent.length; place++) style += agent.charCodeAt(place);
  return style;
}

/**
 * The approximate number of tokens of a text: one per word, one per three digits in a row and for a space before
 * them, one per other mark. For the texts written here it is within a few percent of the o200k encoding (the tests
 * measure this), and much faster.
 */
export function aboutTokens(text: string): number {
  return text.match(/[A-Za-z]+|\d{1,3}| (?=\d)|[^\sA-Za-z\d]/g)?.length ?? 0;
}
