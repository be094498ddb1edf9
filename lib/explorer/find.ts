import { AgoraError } from '../error';
import type { Event } from '../protocols/protocol';
import { allPrompts } from './talk';
import type { Talks } from './talk-file';

export interface Query {
  readonly text: string;
  /** Whether `text` is a regular expression. The search always ignores case. */
  readonly isPattern?: boolean;
  readonly agent?: string;
  readonly type?: string;
  readonly round?: number;
  /** Whether to search prompts and raw replies instead of events. */
  readonly inPrompts?: boolean;
}

export interface Hit {
  readonly place: number;
  /** The event, or null for a prompt or raw reply. */
  readonly event: number | null;
  readonly round: number;
  readonly agent: string;
  readonly type: string;
  /** The phrase and the text around it. `from` and `to` mark the phrase's position in the excerpt. */
  readonly excerpt: string;
  readonly from: number;
  readonly to: number;
}

export interface Found {
  readonly hits: readonly Hit[];
  /** Whether the search stopped before it had found all hits. */
  readonly isCut: boolean;
}

const mostHits = 500;
const around = 60;

/** Finds a phrase in all collaborations. @throws AgoraError if a regular expression is malformed */
export function find(talks: Talks, query: Query): Found {
  const pattern = patternOf(query);
  const hits: Hit[] = [];
  for (const { texts, ...where } of query.inPrompts === true ? promptTexts(talks) : eventTexts(talks)) {
    if (query.agent !== undefined && where.agent !== query.agent) continue;
    if (query.round !== undefined && where.round !== query.round) continue;
    if (query.type !== undefined && where.type !== query.type) continue;
    for (const text of texts) {
      const match = pattern.exec(text);
      if (match === null || match[0] === '') continue;
      if (hits.length === mostHits) return { hits, isCut: true };
      hits.push({ ...where, ...excerptOf(text, match.index, match[0].length) });
      break;
    }
  }
  return { hits, isCut: false };
}

function patternOf({ text, isPattern = false }: Query): RegExp {
  if (text === '') throw new AgoraError('Enter the text to find.');
  try {
    return new RegExp(isPattern ? text : text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'), 'iu');
  } catch (error) {
    throw new AgoraError(`"${text}" is not a valid regular expression: ${(error as Error).message}`);
  }
}

type Texts = Pick<Hit, 'place' | 'event' | 'round' | 'agent' | 'type'> & {
  readonly texts: readonly string[];
};

function* eventTexts(talks: Talks): Generator<Texts> {
  for (let place = 0; place < talks.rows.length; place++) {
    for (const [number, event] of talks.read(place).events.entries()) {
      const agent = 'agent' in event ? (event.agent ?? '') : '';
      yield { place, event: number, round: event.round, agent, type: event.type, texts: textsOf(event) };
    }
  }
}

/** Returns an event's searchable fields. Fields that are not text are converted to JSON. */
function textsOf(event: Event): string[] {
  const { type: _, round: __, ...rest } = event;
  return Object.entries(rest)
    .filter(([name]) => name !== 'agent')
    .map(([, value]) => (typeof value === 'string' ? value : JSON.stringify(value)));
}

function* promptTexts(talks: Talks): Generator<Texts> {
  for (const { place, reply } of allPrompts(talks)) {
    const { round, phase, agent, messages, text, reasoning } = reply;
    const where = { place, event: null, round, agent };
    yield { ...where, type: `${phase}: prompt`, texts: messages.map(({ content }) => content) };
    yield {
      ...where,
      type: `${phase}: reply`,
      texts: [text, ...(reasoning === undefined ? [] : [reasoning])],
    };
  }
}

function excerptOf(text: string, at: number, length: number): Pick<Hit, 'excerpt' | 'from' | 'to'> {
  const start = Math.max(0, at - around);
  const shown = Math.min(length, 200);
  const before = (start > 0 ? '…' : '') + text.slice(start, at);
  const end = Math.min(text.length, at + shown + around);
  const excerpt = before + text.slice(at, end) + (end < text.length ? '…' : '');
  return { excerpt, from: before.length, to: before.length + shown };
}
