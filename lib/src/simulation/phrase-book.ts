import type { Act, Phrases, Saying, Statement } from '../environments/stand-in';
import type { SeenMessage } from '../environments/situation';
import type { Random } from '../random';

/** A sentence with gaps, as it is read. */
interface Pattern {
  readonly family: string;
  /** Its longest part without a gap: looking for that first is much faster than the pattern, which is seldom there. */
  readonly anchor: string;
  readonly pattern: RegExp;
}
type Read = readonly { readonly family: string; readonly gaps: Readonly<Record<string, string>> }[];

const gap = /\{(#?)(\w+)\}/g;
/** A text is remembered with what it says; more than this many are not. */
const mostRemembered = 20_000;

/** Phrases as they are written and read back: the same templates, so that the two cannot drift apart. */
export class PhraseBook {
  private readonly patterns: readonly Pattern[];
  private readonly read = new Map<string, Read>();
  private readonly heardIn = new WeakMap<readonly SeenMessage[], Map<string, Statement[]>>();

  constructor(private readonly phrases: Phrases) {
    this.patterns = Object.entries(phrases).flatMap(([act, families]) =>
      Object.entries(families).flatMap(([says, templates]) =>
        templates.filter((one) => one.includes('{')).map((one) => patternOf(`${act} ${says}`, one)),
      ),
    );
  }

  /** One of the family's sentences, with its gaps filled. */
  write({ act, says, gaps = {} }: Saying, random: Random): string {
    const template = random.pick(this.phrases[act]?.[says] ?? []);
    return template.replace(gap, (_, __, name: string) => String(gaps[name]));
  }

  /** What messages say in these words: each family once a message, at the first sentence of it. */
  heard(messages: readonly SeenMessage[], act: Act, says: string): readonly Statement[] {
    // Members that act at once read the same list: the first of them reads for all.
    let heard = this.heardIn.get(messages);
    if (heard === undefined) {
      heard = new Map();
      for (const { text, from, round } of messages)
        for (const { family, gaps } of this.understand(text))
          heard.set(family, [...(heard.get(family) ?? []), { from, round, gaps }]);
      this.heardIn.set(messages, heard);
    }
    return heard.get(`${act} ${says}`) ?? [];
  }

  /** Real agents' messages are read as well: what is not understood is passed over. */
  private understand(text: string): Read {
    const known = this.read.get(text);
    if (known !== undefined) return known;
    const found = new Map<string, Readonly<Record<string, string>>>();
    for (const { family, anchor, pattern } of this.patterns) {
      if (found.has(family) || !text.includes(anchor)) continue;
      const match = pattern.exec(text)?.groups;
      if (match !== undefined) found.set(family, match);
    }
    const read = [...found].map(([family, gaps]) => ({ family, gaps }));
    if (this.read.size >= mostRemembered) this.read.clear();
    this.read.set(text, read);
    return read;
  }
}

const books = new WeakMap<Phrases, PhraseBook>();

export function bookOf(phrases: Phrases): PhraseBook {
  const book = books.get(phrases) ?? new PhraseBook(phrases);
  books.set(phrases, book);
  return book;
}

function patternOf(family: string, template: string): Pattern {
  const source = template
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(gap, (_, isNumber: string, name: string) =>
      isNumber === '' ? `(?<${name}>[^\\s.;?!][^.;?!]*?)` : `(?<${name}>[+-]?\\d+(?:\\.\\d+)?)`,
    );
  const [anchor = ''] = template.split(/\{#?\w+\}/).sort((a, b) => b.length - a.length);
  return { family, anchor, pattern: new RegExp(source) };
}
