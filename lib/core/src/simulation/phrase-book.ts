import type { Act, Phrases, Saying, Statement } from '../environments/simulated-agent';
import type { SeenMessage } from '../environments/situation';
import type { Random } from 'agora-voting';

type Gaps = Readonly<Record<string, string>>;

/** The sentences of one name, as they are read. */
interface Family {
  readonly patterns: readonly {
    /** Its longest part without a gap: looking for that first is much faster than the pattern, which is seldom there. */
    readonly anchor: string;
    readonly pattern: RegExp;
  }[];
  /** What stood in the gaps in texts read before; null where nothing did. */
  readonly read: Map<string, Gaps | null>;
}

const gap = /\{([#*]?)(\w+)\}/g;
/** What may stand in a gap, by its mark. */
const fillings: Readonly<Record<string, string>> = {
  '': '[^\\s.;?!][^.;?!]*?',
  '#': '[+-]?\\d+(?:\\.\\d+)?',
  '*': '(?:[^.;?!]|\\.(?=\\d))+',
};
/** A text is remembered with what it says; more than this many are not. */
const mostRemembered = 20_000;

/** Phrases as they are written and read back: the same templates, so that the two cannot drift apart. */
export class PhraseBook {
  private readonly families = new Map<string, Family>();
  /** What the messages that were read last say. */
  private last: readonly SeenMessage[] = [];
  private heardLast = new Map<string, readonly Statement[]>();

  constructor(private readonly phrases: Phrases) {}

  /** One of the sentences of a name, with its gaps filled. */
  write({ act, says, gaps = {} }: Saying, random: Random): string {
    const template = random.pick(this.phrases[act]?.[says] ?? []);
    return template.replace(gap, (_, __, name: string) => String(gaps[name]));
  }

  /** What messages say in these words, at most once each: real agents' too, where they happen to use them. */
  heard(messages: readonly SeenMessage[], act: Act, says: string): readonly Statement[] {
    const name = `${act} ${says}`;
    // Members that act at once read the same list: the first of them reads for all.
    if (this.last !== messages) {
      this.last = messages;
      this.heardLast = new Map();
    }
    const known = this.heardLast.get(name);
    if (known !== undefined) return known;
    const family = this.families.get(name) ?? familyOf(this.phrases[act]?.[says] ?? []);
    this.families.set(name, family);
    const statements = messages.flatMap(({ from, round, text }) => {
      const gaps = gapsIn(text, family);
      return gaps === null ? [] : [{ from, round, gaps }];
    });
    this.heardLast.set(name, statements);
    return statements;
  }
}

function gapsIn(text: string, { patterns, read }: Family): Gaps | null {
  const known = read.get(text);
  if (known !== undefined) return known;
  let gaps: Gaps | null = null;
  for (const { anchor, pattern } of patterns)
    if (gaps === null && text.includes(anchor)) gaps = pattern.exec(text)?.groups ?? null;
  if (read.size >= mostRemembered) read.clear();
  read.set(text, gaps);
  return gaps;
}

const books = new WeakMap<Phrases, PhraseBook>();

export function bookOf(phrases: Phrases): PhraseBook {
  const book = books.get(phrases) ?? new PhraseBook(phrases);
  books.set(phrases, book);
  return book;
}

function familyOf(templates: readonly string[]): Family {
  const patterns = templates.map((template) => {
    const source = template
      .replace(/[.+?^$()|[\]\\]|(?<!\{)\*/g, '\\$&')
      .replace(gap, (_, mark: string, name: string) => `(?<${name}>${fillings[mark] ?? ''})`);
    const [anchor = ''] = template.split(/\{[#*]?\w+\}/).sort((a, b) => b.length - a.length);
    return { anchor, pattern: new RegExp(source) };
  });
  return { patterns, read: new Map() };
}
