import { pathPoints } from './svg-path';
import { textBox, unionOf, type Box } from './svg-text-box';

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

/** The same box in the coordinates of the picture: every `transform` up to the outermost svg applied. */
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
