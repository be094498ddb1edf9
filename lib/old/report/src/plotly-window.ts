import { readFileSync } from 'node:fs';
import type { Canvas } from '@napi-rs/canvas';
import type { DOMWindow } from 'jsdom';
import { fileForDrawing, loadForDrawing } from './drawing-packages';
import { svgBox, svgBoxOnPage, textLength, type Box } from './svg-box';
import { pathLength, pathPoints, pointAlong } from './svg-path';

/** The part of Plotly that this library uses. Plotly ships no types. */
export interface Plotly {
  newPlot(place: object, data: unknown, layout: unknown, config: unknown): Promise<unknown>;
  purge(place: object): void;
  readonly Snapshot: { toSVG(place: object, format: 'svg', scale: number): string };
  readonly PlotSchema: { get(): { readonly traces: Readonly<Record<string, unknown>> } };
}

/** A page with Plotly in it, and no browser around it. */
export interface PlotlyWindow {
  readonly plotly: Plotly;
  readonly document: Document;
  /** Makes the ids that Plotly draws by chance a fixed sequence, other for each seed in [0, 1). */
  readonly fixIds: (seed: number) => void;
}

/** Plotly's bundle of all two-dimensional charts: a quarter of the whole, and of its loading time. */
const BUNDLE = 'plotly.js/dist/plotly-cartesian.min.js';

let opened: PlotlyWindow | undefined;

/** Loads jsdom and Plotly the first time, half a second; afterwards it is there. */
export function plotlyWindow(): PlotlyWindow {
  if (opened) return opened;
  const { JSDOM } = loadForDrawing('jsdom') as typeof import('jsdom');
  const page = new JSDOM('<!doctype html><html><body></body></html>', { runScripts: 'outside-only' });
  const { window } = page;
  lendLayout(window);
  lendCanvas(window);
  // Heat maps then come as one pixel a cell, to be enlarged without blur, as in a browser.
  Object.assign(window, { CSS: { supports: () => true } });
  window.eval(readFileSync(fileForDrawing(BUNDLE), 'utf8'));
  const math = window.eval('Math') as { random: () => number };
  opened = {
    plotly: (window as unknown as { Plotly: Plotly }).Plotly,
    document: window.document,
    fixIds: (seed) => {
      let state = Math.floor(seed * 2 ** 32);
      math.random = () => mixed((state = (state + 0x9e3779b9) | 0)) / 2 ** 32;
    },
  };
  return opened;
}

/** A 32-bit number scattered over all others (a finalizer of the murmur kind): ids hardly ever meet. */
function mixed(number: number): number {
  let mix = Math.imul(number ^ (number >>> 16), 0x21f0aaad);
  mix = Math.imul(mix ^ (mix >>> 15), 0x735a2d97);
  return (mix ^ (mix >>> 15)) >>> 0;
}

/** jsdom lays nothing out: give it the measures that Plotly asks for. */
function lendLayout(window: DOMWindow): void {
  const rectangle = (box: Box | undefined): object => {
    const { left, top, right, bottom } = box ?? { left: 0, top: 0, right: 0, bottom: 0 };
    return { x: left, y: top, left, top, right, bottom, width: right - left, height: bottom - top };
  };
  Object.assign(window.SVGElement.prototype, {
    getBoundingClientRect(this: Element) {
      return rectangle(svgBoxOnPage(this));
    },
    getBBox(this: Element) {
      return rectangle(svgBox(this));
    },
    getComputedTextLength(this: Element) {
      return textLength(this);
    },
    getTotalLength(this: Element) {
      return pathLength(outlineOf(this));
    },
    getPointAtLength(this: Element, distance: number) {
      return pointAlong(outlineOf(this), distance);
    },
  });
}

function outlineOf(element: Element): number[] {
  if (element.localName !== 'line') return pathPoints(element.getAttribute('d') ?? '');
  return ['x1', 'y1', 'x2', 'y2'].map((name) => Number.parseFloat(element.getAttribute(name) ?? '') || 0);
}

/** Heat maps are painted on a canvas: lend it one that paints. */
function lendCanvas(window: DOMWindow): void {
  const canvases = new WeakMap<object, Canvas>();
  const canvasOf = (element: { width: number; height: number }): Canvas => {
    const { createCanvas } = loadForDrawing('@napi-rs/canvas') as typeof import('@napi-rs/canvas');
    const known = canvases.get(element) ?? createCanvas(element.width || 1, element.height || 1);
    canvases.set(element, known);
    return known;
  };
  Object.assign(window.HTMLCanvasElement.prototype, {
    getContext(this: HTMLCanvasElement, kind: string) {
      return kind === '2d' ? canvasOf(this).getContext('2d') : null;
    },
    toDataURL(this: HTMLCanvasElement) {
      return canvasOf(this).toDataURL('image/png');
    },
  });
}
