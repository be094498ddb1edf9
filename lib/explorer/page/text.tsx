import Anser from 'anser';
import DOMPurify from 'dompurify';
import katex from 'katex';
import { marked } from 'marked';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

const foldAt = 4000;

/**
 * Shows a text from a collaboration as Markdown. The text may be hostile, so scripts and external resources in it are
 * blocked. Long texts are collapsed.
 */
export function Text({ mark = '', ...p }: { readonly text: string; readonly mark?: string }) {
  const [isWhole, setWhole] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const [thoughts, text] = withoutThoughts(p.text);
  const isLong = text.length > foldAt && !isWhole;
  const shown = isLong && !hasBeyond(text, mark) ? text.slice(0, foldAt) : text;
  const html = useMemo(() => htmlOf(shown), [shown]);
  useEffect(() => {
    if (element.current !== null) addCopyButtons(element.current);
    if (element.current !== null && mark !== '') markPhrase(element.current, mark);
  }, [html, mark]);
  return (
    <>
      {thoughts !== '' && (
        <details>
          <summary>Thinking</summary>
          <Text text={thoughts} mark={mark} />
        </details>
      )}
      {/* htmlOf has sanitised the HTML. */}
      <div class="text" dir="auto" ref={element} dangerouslySetInnerHTML={{ __html: html }} />
      {shown.length < text.length && (
        <button class="quiet" type="button" onClick={() => setWhole(true)}>
          Show the remaining {(text.length - foldAt).toLocaleString('en')} characters
        </button>
      )}
    </>
  );
}

/** Separates a model's thinking, in <think> tags, from its answer. */
function withoutThoughts(text: string): [thoughts: string, said: string] {
  const match = /^\s*<(think|thinking)>([\s\S]*?)(?:<\/\1>|$)/i.exec(text);
  return match === null ? ['', text] : [match[2]!.trim(), text.slice(match[0].length)];
}

const hasBeyond = (text: string, mark: string): boolean =>
  mark !== '' && text.toLowerCase().indexOf(mark.toLowerCase()) > foldAt - mark.length;

function htmlOf(text: string): string {
  // eslint-disable-next-line no-control-regex -- terminal colour codes begin with this character
  if (/\u001b\[/.test(text)) return ansiHtml(text);
  const formulas: string[] = [];
  const withPlaces = text.replaceAll(
    formula,
    (whole, display?: string, inline?: string, dollars?: string) => {
      const html = katex.renderToString(display ?? inline ?? dollars ?? whole, {
        output: 'mathml',
        displayMode: inline === undefined,
        throwOnError: false,
        maxExpand: 100,
      });
      return `\u0001${formulas.push(html) - 1}\u0001`;
    },
  );
  const html = marked.parse(withPlaces, { async: false, gfm: true, breaks: true });
  const clean = DOMPurify.sanitize(withoutImages(html), {
    ALLOWED_TAGS:
      'a b blockquote br code del em h1 h2 h3 h4 h5 h6 hr i li ol p pre span strong sub sup table tbody td th thead tr ul'.split(
        ' ',
      ),
    ALLOWED_ATTR: ['href', 'title', 'start', 'align'],
    ALLOWED_URI_REGEXP: /^https?:/i,
  });
  // KaTeX escapes its input, and links and loading commands are disabled.
  // eslint-disable-next-line no-control-regex -- texts never need this character
  return clean.replaceAll(/\u0001(\d+)\u0001/g, (_, number: string) => formulas[Number(number)] ?? '');
}

/** Matches \[display\], \(inline\) and $$display$$. A single $ is not matched, because it usually means money. */
const formula = /\\\[([\s\S]{1,2000}?)\\\]|\\\(([\s\S]{1,2000}?)\\\)|\$\$([\s\S]{1,2000}?)\$\$/g;

// Tags in a text, such as <DEAL>, are part of what was said, so they are shown as written.
marked.use({ renderer: { html: ({ text }) => escapeHtml(text) } });

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer');
});

/** Replaces each image with a placeholder, which gives the size of an embedded image. Images are never loaded. */
function withoutImages(html: string): string {
  const parsed = new DOMParser().parseFromString(html, 'text/html'); // a document in which nothing runs or loads
  for (const image of parsed.querySelectorAll('img')) {
    const source = image.getAttribute('src') ?? '';
    const size = source.startsWith('data:')
      ? `, ${Math.ceil(source.length / 1365).toLocaleString('en')} kB`
      : '';
    image.replaceWith(`[image${size}${image.alt && `: ${image.alt}`}]`);
  }
  return parsed.body.innerHTML;
}

/** Converts terminal output to HTML. Colours become CSS classes. */
function ansiHtml(text: string): string {
  const pieces = Anser.ansiToJson(text, { use_classes: true, remove_empty: true });
  const spans = pieces.map(({ content, fg }) =>
    fg ? `<span class="${escapeHtml(fg)}">${escapeHtml(content)}</span>` : escapeHtml(content),
  );
  return DOMPurify.sanitize(`<pre>${spans.join('')}</pre>`, {
    ALLOWED_TAGS: ['pre', 'span'],
    ALLOWED_ATTR: ['class'],
  });
}

function addCopyButtons(element: HTMLElement): void {
  for (const code of element.querySelectorAll('pre')) {
    if (code.querySelector('button') !== null) continue;
    const text = code.textContent ?? '';
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(text).then(() => (button.textContent = 'Copied'));
    });
    code.append(button);
  }
}

/** Marks the first occurrence of a phrase and scrolls to it. */
function markPhrase(element: HTMLElement, phrase: string): void {
  if (element.querySelector('mark') !== null) return;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const at = node.nodeValue!.toLowerCase().indexOf(phrase.toLowerCase());
    if (at === -1) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + phrase.length);
    const mark = document.createElement('mark');
    range.surroundContents(mark);
    mark.scrollIntoView({ block: 'center' });
    return;
  }
}
