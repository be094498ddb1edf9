import type { Random } from 'agora-voting';
import type { Json, JsonObject } from 'agora-voting/internal';
import type { FinishReason } from './chat-model';

/** A damaged answer. */
export interface Damage {
  readonly text: string;
  readonly finish: FinishReason;
}

interface Kind {
  readonly name: string;
  /** In percent. */
  readonly weight: number;
  /** What `readJson` reads from it: the same answer, another value, or nothing. */
  readonly read: 'same' | 'other' | 'nothing';
  readonly make: (answer: Json, random: Random) => Damage;
}

const stop = (text: string): Damage => ({ text, finish: 'stop' });

const refusals: readonly string[] = [
  'I am sorry, but I cannot help with that.',
  'As an AI model I have no preferences of my own, so I would rather not answer this.',
  'I need more information before I can decide.',
];

/**
 * The ways in which JSON answers are damaged. In a third of the cases the JSON is not cleanly separated from the text
 * around it, in a quarter it is malformed, and in the rest it is lost. Guides to structured output warn of these
 * kinds. The weights are assumptions.
 */
export const damageKinds: readonly Kind[] = [
  {
    name: 'code fence',
    weight: 18,
    read: 'same',
    make: (answer) => stop('```json\n' + JSON.stringify(answer, null, 2) + '\n```'),
  },
  {
    name: 'prose around it',
    weight: 17,
    read: 'same',
    make: (answer) =>
      stop(`Let me think about what's best.\n\n${JSON.stringify(answer)}\n\nI hope this is what you need.`),
  },
  {
    name: 'single quotes, as Python prints',
    weight: 8,
    read: 'same',
    make: (answer) => stop(inPython(answer)),
  },
  {
    name: 'trailing comma',
    weight: 8,
    read: 'same',
    make: (answer) => stop(JSON.stringify(answer, null, 1).replace(/([^\s{[,])(\s*[}\]])$/, '$1,$2')),
  },
  {
    name: 'typographic quotes',
    weight: 7,
    read: 'same',
    make: (answer) => stop(JSON.stringify(answer).replace(/"((?:[^"\\]|\\.)*)"/g, '“$1”')),
  },
  { name: 'cut off', weight: 16, read: 'nothing', make: (answer) => cut(JSON.stringify(answer)) },
  {
    name: 'wrong types',
    weight: 12,
    read: 'other',
    make: (answer) => stop(JSON.stringify(mistype(answer))),
  },
  { name: 'empty', weight: 4, read: 'nothing', make: () => stop('') },
  { name: 'refusal in prose', weight: 10, read: 'nothing', make: (_, random) => stop(random.pick(refusals)) },
];

/** Damage to plain text: it can only be lost. */
const textKinds = ['cut off', 'empty', 'refusal in prose'];

/** Damages an answer in one of these ways, drawn by weight. */
export function damage(answer: Json, random: Random): Damage {
  const kinds =
    typeof answer === 'string' ? damageKinds.filter(({ name }) => textKinds.includes(name)) : damageKinds;
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
  let drawn = random.uniform() * total;
  const kind = kinds.find(({ weight }) => (drawn -= weight) < 0) ?? kinds.at(-1)!;
  if (typeof answer === 'string' && kind.name === 'cut off') return cut(answer);
  return kind.make(answer, random);
}

/** The first half of a text, without half a surrogate pair at the end. */
function cut(text: string): Damage {
  return {
    text: text.slice(0, Math.ceil(text.length / 2)).replace(/[\ud800-\udbff]$/, ''),
    finish: 'length',
  };
}

function inPython(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') {
    const inner = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
    return `'${inner}'`;
  }
  if (typeof value === 'number') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inPython).join(', ')}]`;
  const members = Object.entries(value).map(([name, member]) => `${inPython(name)}: ${inPython(member)}`);
  return `{${members.join(', ')}}`;
}

/** The object with values of the wrong type, which no reader should accept. */
function mistype(value: Json): Json {
  if (value === null) return 'none';
  if (typeof value === 'number') return `about ${value}`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.map((item) => JSON.stringify(item)).join(' and ');
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, member]) => [name, mistype(member)]),
  );
}
