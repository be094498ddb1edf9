import createPurifier from 'dompurify';
import { Marked, type TokenizerAndRendererExtension, type Tokens } from 'marked';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/*
 * What models write, with its markdown and formulas. Nothing of it is trusted: HTML is shown as text, links and
 * pictures as their text and address, and what is made of the rest passes DOMPurify with a short list of elements.
 */

/** Longer texts are shown as they came: reading markdown can take time that grows with the square of a text. */
const longest = 20_000;

/** What markdown or a formula looks like. */
const marked = /[*_`#|~>]|^\s*(?:[-+]|\d+[.)])\s|\$|\\[([]|\n\n/m;

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

const drawn = (tex: string, isBlock: boolean, raw: string) =>
  (globalThis as { agoraFormula?: (tex: string, isBlock: boolean) => string | null }).agoraFormula?.(
    tex,
    isBlock,
  ) ?? escaped(raw);

const forms = {
  block: /^(?:\$\$([^$]+?)\$\$|\\\[([^]+?)\\\])/,
  // A dollar before a number is one: "$5 and $6" holds no formula.
  inline:
    /^(?:\$\$([^$]+?)\$\$|\\\[([^]+?)\\\]|\\\(([^]+?)\\\)|\$((?![\s\d.,]*\s)(?:\\.|[^$\\\n]|\n(?!\s*\n))+?)(?<!\s)\$(?!\w))/,
};

const formulaOf = (level: 'inline' | 'block'): TokenizerAndRendererExtension => ({
  name: `${level}Formula`,
  level,
  // Where one may begin; a block, only at the start of a line: it would end the paragraph before it.
  start: (text) => (level === 'inline' ? text.search(/\$|\\[([]/) : text.search(/\n(?:\$\$|\\\[)/) + 1 || -1),
  tokenizer(text) {
    const found = forms[level].exec(text);
    if (found === null) return undefined;
    const tex = found.slice(1).find((part) => part !== undefined) ?? '';
    const isBlock = /^(?:\$\$|\\\[)/.test(found[0]);
    return { type: `${level}Formula`, raw: found[0], tex, isBlock };
  },
  renderer: (token: Tokens.Generic) => drawn(String(token['tex']), token['isBlock'] === true, token.raw),
});

const markdown = new Marked({
  gfm: true,
  breaks: true,
  extensions: [formulaOf('block'), formulaOf('inline')],
  renderer: {
    html: ({ text }) => escaped(text),
    link({ href, tokens, text }) {
      const own = this.parser.parseInline(tokens);
      return href === text || href === `mailto:${text}` ? own : `${own} (${escaped(href)})`;
    },
    image: ({ href, text }) => `[${escaped(text)}] (${escaped(href)})`,
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
});

const purifier = createPurifier(window);
const allowed =
  'p br em strong del code pre ul ol li blockquote hr h1 h2 h3 h4 h5 h6 table thead tbody tr th td span ' +
  'math semantics mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover ' +
  'mtable mtr mtd mstyle mpadded mphantom menclose';
const attributes =
  'mathvariant display displaystyle scriptlevel stretchy fence separator lspace rspace minsize maxsize accent ' +
  'accentunder linethickness columnalign rowspacing columnspacing width height depth voffset notation';

purifier.setConfig({
  ALLOWED_TAGS: allowed.split(' '),
  ALLOWED_ATTR: attributes.split(' '),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
});

/** A text's markdown and formulas as elements of the short list. */
const richOf = (text: string): DocumentFragment =>
  purifier.sanitize(markdown.parse(text, { async: false }), { RETURN_DOM_FRAGMENT: true });

/** Whether a text gains by being drawn. */
const isRich = (text: string) => text.length <= longest && marked.test(text);

/** Puts marks around the words that are searched for. */
function highlight(within: Node, words: readonly string[]): void {
  if (words.length === 0) return;
  const texts: Text[] = [];
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const parts = partsOf(text.data, words);
    if (parts.length < 2 && !parts[0]?.isFound) continue;
    text.replaceWith(
      ...parts.map(({ text: own, isFound }) => {
        if (!isFound) return own;
        const mark = document.createElement('mark');
        mark.textContent = own;
        return mark;
      }),
    );
  }
}

/** A text in pieces, those that are searched for told from others. */
export function partsOf(text: string, words: readonly string[]): { text: string; isFound: boolean }[] {
  if (words.length === 0 || text.length > 200_000) return [{ text, isFound: false }];
  const any = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return text
    .split(new RegExp(`(${any})`, 'gi'))
    .map((part, place) => ({ text: part, isFound: place % 2 === 1 }))
    .filter((part) => part.text !== '');
}

/** A text with marks around the words that are searched for. */
export function Highlighted({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  return (
    <>
      {partsOf(text, words).map((part, place) =>
        part.isFound ? <mark key={place}>{part.text}</mark> : part.text,
      )}
    </>
  );
}

/** What somebody wrote: with markdown and formulas drawn, or as it came. */
export function RichText({
  text,
  words,
  isRaw,
  quiet = false,
}: {
  readonly text: string;
  readonly words: readonly string[];
  readonly isRaw: boolean;
  readonly quiet?: boolean;
}) {
  const [isOwnRaw, setRaw] = useState<boolean | null>(null);
  const can = useMemo(() => isRich(text), [text]);
  const raw = isOwnRaw ?? isRaw;
  const key = words.join('\n');
  const rich = useMemo(() => {
    if (!can || raw) return null;
    try {
      const fragment = richOf(text);
      highlight(fragment, words);
      return fragment;
    } catch {
      return null; // shown as it came
    }
  }, [text, can, raw, key]);
  const box = useRef<HTMLDivElement>(null);
  // Once for each text: what is drawn again and again is laid out again, and loses what a reader has selected.
  useLayoutEffect(() => {
    if (rich !== null) box.current?.replaceChildren(rich.cloneNode(true));
  }, [rich]);
  const kind = quiet ? 'said aside' : 'said';
  if (rich === null)
    return (
      <p class={kind}>
        <Highlighted text={text} words={words} />
        {can && isOwnRaw === true && <Switch isRaw onClick={() => setRaw(false)} />}
      </p>
    );
  return (
    <div class={`${kind} rich`}>
      <div ref={box} />
      <Switch isRaw={false} onClick={() => setRaw(true)} />
    </div>
  );
}

function Switch({ isRaw, onClick }: { readonly isRaw: boolean; readonly onClick: () => void }) {
  return (
    <button
      type="button"
      class="raw"
      title={isRaw ? 'Draw markdown and formulas' : 'Show it as it came'}
      onClick={(event) => {
        event.stopPropagation();
        onClick();
      }}
    >
      {isRaw ? 'drawn' : 'raw'}
    </button>
  );
}
