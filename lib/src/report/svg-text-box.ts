import { ASCENT, DESCENT, textWidth } from './figure-fonts';

/** A box in the coordinates of the element it was measured for, in CSS pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The smallest box around several; undefined when there is none. */
export function unionOf(boxes: readonly (Box | undefined)[]): Box | undefined {
  const present = boxes.filter((box): box is Box => box !== undefined);
  if (present.length === 0) return undefined;
  return {
    left: Math.min(...present.map((box) => box.left)),
    top: Math.min(...present.map((box) => box.top)),
    right: Math.max(...present.map((box) => box.right)),
    bottom: Math.max(...present.map((box) => box.bottom)),
  };
}

interface Run {
  readonly left: number;
  readonly baseline: number;
  readonly width: number;
  readonly fontSize: number;
  readonly chunk: number;
  readonly anchor: string;
}

/**
 * Where a `text` element's glyphs stand, by SVG's rules as far as Plotly uses them: absolute x and y begin a
 * chunk, dx and dy shift, text-anchor aligns a chunk, sub- and superscripts are smaller tspans. No bidi, no
 * rotation of glyphs, no textPath. jsdom has no layout; this stands in for getBBox of a text.
 * @returns undefined when there is nothing to see
 */
export function textBox(text: Element): Box | undefined {
  const runs: Run[] = [];
  const pen = { x: 0, y: 0, chunk: 0 };
  const walk = (element: Element): void => {
    const fontSize = fontSizeOf(element);
    const x = length(element, 'x', fontSize);
    const y = length(element, 'y', fontSize);
    if (x !== undefined || y !== undefined) pen.chunk += 1;
    pen.x = (x ?? pen.x) + (length(element, 'dx', fontSize) ?? 0);
    pen.y = (y ?? pen.y) + (length(element, 'dy', fontSize) ?? 0);
    for (const child of element.childNodes) {
      if (child.nodeType === 1) walk(child as Element);
      if (child.nodeType !== 3) continue;
      const content = (child.nodeValue ?? '').replaceAll('\u200b', '');
      if (content === '') continue;
      const bold = isBold(inherited(element, 'font-weight'));
      const italic = /italic|oblique/.test(inherited(element, 'font-style') ?? '');
      const width = fontSize * textWidth(content, { bold, italic });
      const anchor = inherited(element, 'text-anchor') ?? 'start';
      runs.push({ left: pen.x, baseline: pen.y, width, fontSize, chunk: pen.chunk, anchor });
      pen.x += width;
    }
  };
  walk(text);
  return unionOf(runs.map((run) => boxOf(run, runs)));
}

/** The advance of all the text, what getComputedTextLength gives. */
export function textLength(text: Element): number {
  const box = textBox(text);
  return box ? box.right - box.left : 0;
}

function boxOf(run: Run, runs: readonly Run[]): Box {
  const chunk = runs.filter((other) => other.chunk === run.chunk);
  const start = Math.min(...chunk.map((other) => other.left));
  const end = Math.max(...chunk.map((other) => other.left + other.width));
  const shares: Record<string, number> = { start: 0, middle: 0.5, end: 1 };
  const left = run.left - (shares[chunk[0]?.anchor ?? 'start'] ?? 0) * (end - start);
  return {
    left,
    top: run.baseline - ASCENT * run.fontSize,
    right: left + run.width,
    bottom: run.baseline + DESCENT * run.fontSize,
  };
}

function isBold(weight: string | undefined): boolean {
  return weight === 'bold' || weight === 'bolder' || Number(weight) >= 600;
}

/** A property as the element's style or attribute gives it; style wins, as in CSS. */
function own(element: Element, property: string): string | undefined {
  const style = (element as SVGElement).style?.getPropertyValue(property);
  return style || element.getAttribute(property) || undefined;
}

function inherited(element: Element | null, property: string): string | undefined {
  if (!element) return undefined;
  const value = own(element, property);
  return value && value !== 'inherit' ? value : inherited(element.parentElement, property);
}

function fontSizeOf(element: Element | null): number {
  if (!element) return 16;
  const value = own(element, 'font-size');
  if (!value) return fontSizeOf(element.parentElement);
  const size = Number.parseFloat(value);
  if (value.endsWith('%')) return (size / 100) * fontSizeOf(element.parentElement);
  if (value.endsWith('em')) return size * fontSizeOf(element.parentElement);
  return size;
}

function length(element: Element, attribute: string, fontSize: number): number | undefined {
  const value = element.getAttribute(attribute);
  if (value === null || value === '') return undefined;
  const amount = Number.parseFloat(value);
  if (Number.isNaN(amount)) return undefined;
  return value.trim().endsWith('em') ? amount * fontSize : amount;
}
