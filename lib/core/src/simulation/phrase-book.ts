import type { Act, Phrases, Saying, Statement } from '../environments/simulated-agent';
import type { SeenMessage } from '../environments/situation';
import type { Random } from 'agora-voting';

type Gaps = Readonly<Record<string, string>>;

/** The phrases of one name, with patterns to read them. */
interface Family {
  readonly patterns: readonly {
    /**
     * The longest part without a gap. Searching for it first is much faster than the pattern, since most texts do not
     * match.
     */
    readonly anchor: string;
    readonly pattern: RegExp;
  }[];
  /** The contents of the gaps in texts that were read before; null if there was no match. */
  readonly read: Map<string, Gaps | null>;
}

const gap = /\{([#*]?)(\w+)\}/g;
/** The pattern of a gap's content, by its mark. */
const fillings: Readonly<Record<string, string>> = {
  '': '[^\\s.;?!][^.;?!]*?',
  '#': '[+-]?\\d+(?:\\.\\d+)?',
  '*': '(?:[^.;?!]|\\.(?=\\d))+',
};
/** The most texts whose reading is remembered. */
const mostRemembered = 20_000;

/** Writes phrases and reads them back. Both use the same templates, so they always agree. */
export class PhraseBook {
  private readonly families = new Map<string, Family>();
  /** The messages that were read last. */
  private last: readonly SeenMessage[] = [];
  private heardLast = new Map<string, readonly Statement[]>();

  constructor(private readonly phrases: Phrases) {}

  /** A random phrase of a name, with its gaps filled. */
  write({ act, says, gaps = {} }: Saying, random: Random): string {
    const template = random.pick(this.phrases[act]?.[says] ?? []);
    return template.replace(gap, (_, __, name: string) => String(gaps[name]));
  }

  /**
   * What messages state in these phrases, each statement at most once per message; also for real agents who happen to
   * use them.
   */
  heard(messages: readonly SeenMessage[], act: Act, says: string): readonly Statement[] {
    const name = `${act} ${says}`;
    // Members that act at the same time read the same list, so the first of them reads it for all.
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
