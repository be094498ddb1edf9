import { createHash } from 'node:crypto';
import { AgoraError, hasCode } from 'agora-voting';
import { canonicalJson, type Json, type JsonObject } from 'agora-voting/internal';
import { loadForDrawing } from './drawing-packages';
import { FONT_FAMILY, fontFiles } from './figure-fonts';
import { figureTitle, type FigureSize, type PlotlyFigure } from './plotly-figure';
import { plotlyWindow } from './plotly-window';

/** A figure as pictures. */
export interface RenderedFigure {
  /** Text stays text, in DejaVu Sans if the reader has it, else in the nearest font. */
  readonly svg: string;
  /** Two pixels to each CSS pixel of the figure's width and height, unless `scale` says otherwise. */
  readonly png: Buffer;
}

/** Pixels of the PNG to one of the figure, unless stated. */
export const PNG_SCALE = 2;

let queue: Promise<unknown> = Promise.resolve();

/**
 * Draws a Plotly figure with no browser, no display, no network and none of the machine's fonts.
 * The same figure gives the same bytes, in any process and on any machine.
 * @throws AgoraError 'figure' when a trace is of a type that the library's bundle of Plotly does not draw
 */
export function renderFigure(figure: PlotlyFigure, size: FigureSize = {}): Promise<RenderedFigure> {
  const turn = queue
    .then(() => drawSvg(figure, size))
    .then((svg) => ({ svg, png: rasterize(svg, size.scale) }));
  queue = turn.catch(() => undefined);
  return turn;
}

async function drawSvg(figure: PlotlyFigure, size: FigureSize): Promise<string> {
  const { plotly, document, fixIds } = plotlyWindow();
  checkTypes(figure.data, Object.keys(plotly.PlotSchema.get().traces));
  const place = document.createElement('div');
  document.body.append(place);
  try {
    fixIds(seedOf(figure));
    const { data, layout } = structuredClone(figure) as { data: JsonObject[]; layout: JsonObject };
    await plotly.newPlot(place, data, { ...layout, ...sizeOf(layout, size), font: fontOf(layout) }, STATIC);
    return `${sharedLabelStyle(plotly.Snapshot.toSVG(place, 'svg', 1).trim())}\n`;
  } catch (error) {
    if (hasCode(error, 'figure') || hasCode(error, 'missing-package')) throw error;
    // Only the message: the stack of an error in Plotly quotes the whole of its source.
    throw new AgoraError(
      'figure',
      `renderFigure: Plotly could not draw "${figureTitle(figure)}": ${messageOf(error)}`,
    );
  } finally {
    plotly.purge(place);
    place.remove();
  }
}

/** A number in a cell of a heat map, as Plotly writes it. */
const LABEL =
  /<g class="heatmap-label"><text text-anchor="middle" data-notex="1" (x="\S+" y="\S+") (style="[^"]*")>([^<]*)<\/text><\/g>/;

/** The numbers of a heat map with their one style around them: said with each, it is three quarters of the picture. */
function sharedLabelStyle(svg: string): string {
  return svg.replaceAll(new RegExp(`(?:${LABEL.source})+`, 'g'), (run, _place: string, style: string) => {
    const labels = [...run.matchAll(new RegExp(LABEL, 'g'))];
    if (labels.some((label) => label[2] !== style)) return run;
    const texts = labels.map(([, place, , text]) => `<text ${place}>${text}</text>`);
    return `<g class="heatmap-label" text-anchor="middle" ${style}>${texts.join('')}</g>`;
  });
}

const STATIC = { staticPlot: true, displayModeBar: false };

function checkTypes(data: readonly JsonObject[], known: readonly string[]): void {
  for (const trace of data) {
    const type = trace['type'] ?? 'scatter';
    if (typeof type !== 'string' || !known.includes(type))
      throw new AgoraError(
        'figure',
        `renderFigure draws traces of ${known.join(', ')}; got ${JSON.stringify(type)}`,
      );
  }
}

function sizeOf(layout: JsonObject, { width, height }: FigureSize): { width: number; height: number } {
  const stated = (value: Json | undefined): number | undefined =>
    typeof value === 'number' ? value : undefined;
  const chosen = {
    width: width ?? stated(layout['width']) ?? 900,
    height: height ?? stated(layout['height']) ?? 500,
  };
  if (!(chosen.width >= 50 && chosen.height >= 50))
    throw new AgoraError(
      'figure',
      `renderFigure needs a width and a height of at least 50, got ${chosen.width} x ${chosen.height}`,
    );
  return chosen;
}

function fontOf(layout: JsonObject): JsonObject {
  return { family: FONT_FAMILY, ...(layout['font'] as JsonObject | undefined) };
}

/** Ids differ between figures, so that one page can contain several. */
function seedOf(figure: PlotlyFigure): number {
  const digest = createHash('sha256').update(canonicalJson(figure as unknown as JsonObject));
  return digest.digest().readUInt32BE(0) / 2 ** 32;
}

function messageOf(error: unknown): string {
  return String((error as { message?: unknown } | null)?.message ?? error).slice(0, 300);
}

function rasterize(svg: string, scale = PNG_SCALE): Buffer {
  if (!(scale >= 0.5 && scale <= 4))
    throw new AgoraError('figure', `renderFigure needs a scale of 0.5 to 4, got ${scale}`);
  const { Resvg } = loadForDrawing('@resvg/resvg-js') as typeof import('@resvg/resvg-js');
  // Of the many ways to ask for sharp enlarged pixels, the rasterizer knows this one.
  const sharp = svg.replaceAll(/(image-rendering: ?[\w-]+;? ?)+/g, 'image-rendering: optimizeSpeed;');
  const picture = new Resvg(sharp, {
    fitTo: { mode: 'zoom', value: scale },
    font: { loadSystemFonts: false, fontFiles: fontFiles(), defaultFontFamily: 'DejaVu Sans' },
  });
  return picture.render().asPng();
}
