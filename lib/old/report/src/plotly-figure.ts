import type { JsonObject } from 'agora-voting/internal';

/** A figure as Plotly takes it, and as JupyterLab and VS Code draw it. Plain JSON, so that it can be kept. */
export interface PlotlyFigure {
  readonly data: readonly JsonObject[];
  readonly layout: JsonObject;
}

/** The size of a static picture, in CSS pixels. */
export interface FigureSize {
  /** 900 unless the figure's layout or the caller says otherwise. */
  readonly width?: number;
  /** 500 unless the figure's layout or the caller says otherwise. */
  readonly height?: number;
  /** Pixels of the PNG to one of the picture. Default: 2, sharp in print and on dense screens; 1 makes a small file. */
  readonly scale?: number;
}

/** The title as plain text, for those who read without pictures. */
export function figureTitle(figure: PlotlyFigure): string {
  const title = figure.layout['title'];
  const text = typeof title === 'object' && title !== null && 'text' in title ? title['text'] : title;
  return typeof text === 'string'
    ? text.replaceAll(/<br\s*\/?>/gi, ' ').replaceAll(/<[^>]*>/g, '')
    : 'Figure';
}
