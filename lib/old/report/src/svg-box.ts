import { ASCENT, DESCENT, textWidth } from './figure-fonts';
import { pathPoints } from './svg-path';

/** Row by row without the constant last row: x' = a x + c y + e, y' = b x + d y + f. */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/**
 * The box of an SVG element and all inside it, in its own coordinates before its `transform`.
 * A path's box is that of its points, control points included: never too small, at times a little large.
 * @returns undefined when the element draws nothing
 */
export function svgBox(element: Element): Box | undefined {
  if (element.getAttribute('display') === 'none') return undefined;
  if ((element as SVGElement).style?.display === 'none') return undefined;
  const number = (attribute: string): number => Number.parseFloat(element.getAttribute(attribute) ?? '') || 0;
  switch (element.localName) {
    case 'text':
      return textBox(element);
    case 'rect':
    case 'image':
      return corners(number('x'), number('y'), number('width'), number('height'));
    case 'circle':
      return corners(
        number('cx') - number('r'),
        number('cy') - number('r'),
        2 * number('r'),
        2 * number('r'),
      );
    case 'line':
      return around([number('x1'), number('y1'), number('x2'), number('y2')]);
    case 'path':
      return around(pathPoints(element.getAttribute('d') ?? ''));
    case 'g':
    case 'svg':
    case 'a':
      return unionOf([...element.children].map((child) => moved(svgBox(child), transformOf(child))));
    default:
      return undefined;
  }
}

/** The box of an SVG element in the coordinates of the picture: every `transform` up to the outermost svg applied. */
export function svgBoxOnPage(element: Element): Box | undefined {
  let box = svgBox(element);
  for (let at: Element | null = element; at && at.localName !== 'body'; at = at.parentElement)
    box = moved(box, transformOf(at));
  return box;
}

function corners(x: number, y: number, width: number, height: number): Box {
  return { left: x, top: y, right: x + width, bottom: y + height };
}

function around(points: readonly number[]): Box | undefined {
  const xs = points.filter((_, place) => place % 2 === 0);
  const ys = points.filter((_, place) => place % 2 === 1);
  if (ys.length === 0) return undefined;
  return unionOf(ys.map((y, place) => corners(xs[place] as number, y, 0, 0)));
}

function moved(box: Box | undefined, [a, b, c, d, e, f]: Matrix): Box | undefined {
  if (!box) return undefined;
  const { left, top, right, bottom } = box;
  const points = [left, top, right, top, left, bottom, right, bottom];
  return around(
    points.map((_, place) => {
      const [x, y] = [points[place - (place % 2)] as number, points[place - (place % 2) + 1] as number];
      return place % 2 === 0 ? a * x + c * y + e : b * x + d * y + f;
    }),
  );
}

function times(left: Matrix, right: Matrix): Matrix {
  const [a, b, c, d, e, f] = left;
  const [g, h, i, j, k, l] = right;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function transformOf(element: Element): Matrix {
  let matrix = IDENTITY;
  for (const [, name, list] of (element.getAttribute('transform') ?? '').matchAll(/(\w+)\s*\(([^)]*)\)/g)) {
    const values = (list as string)
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
    matrix = times(matrix, oneTransform(name as string, values));
  }
  return matrix;
}

function oneTransform(name: string, [first = 0, second, third = 0, ...rest]: readonly number[]): Matrix {
  if (name === 'translate') return [1, 0, 0, 1, first, second ?? 0];
  if (name === 'scale') return [first, 0, 0, second ?? first, 0, 0];
  if (name === 'matrix') return [first, second ?? 0, third, rest[0] ?? 1, rest[1] ?? 0, rest[2] ?? 0];
  if (name !== 'rotate') return IDENTITY;
  const [cos, sin] = [Math.cos((first * Math.PI) / 180), Math.sin((first * Math.PI) / 180)];
  const turn: Matrix = [cos, sin, -sin, cos, 0, 0];
  const [x, y] = [second ?? 0, third];
  return times(times([1, 0, 0, 1, x, y], turn), [1, 0, 0, 1, -x, -y]);
}

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
 * The box of a `text` element's glyphs, by SVG's rules as far as Plotly uses them: absolute x and y begin a
 * chunk, dx and dy shift, text-anchor aligns a chunk, sub- and superscripts are smaller tspans. No bidi, no
 * rotation of glyphs, no textPath. jsdom has no layout; this replaces getBBox of a text.
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
