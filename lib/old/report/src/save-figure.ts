import { join } from 'node:path';
import { displayBundle } from 'agora-core/internal';
import { AgoraError } from 'agora-voting';
import { canonicalJson, type JsonObject } from 'agora-voting/internal';
import { figuresFolder, writeIfChanged } from './figures-folder';
import { figureTitle, type FigureSize, type PlotlyFigure } from './plotly-figure';
import { renderFigure, type RenderedFigure } from './render-figure';

export interface SaveFigureOptions extends FigureSize {
  /** The folder of the files. Default: `figuresFolder()`. */
  readonly folder?: string;
}

/** The files of a saved figure, and whether either of them changed. */
export interface SavedFigure extends RenderedFigure {
  readonly svgFile: string;
  readonly pngFile: string;
  readonly changed: boolean;
}

/**
 * Draws a figure and saves it as NAME.svg and NAME.png. Files with equal bytes are not written.
 * @throws AgoraError 'figure' when the name is not made of lower-case letters, digits and hyphens
 */
export async function saveFigure(
  figure: PlotlyFigure,
  name: string,
  options: SaveFigureOptions = {},
): Promise<SavedFigure> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
    throw new AgoraError(
      'figure',
      `saveFigure needs a name of lower-case letters, digits and hyphens, got ${JSON.stringify(name)}`,
    );
  const folder = options.folder ?? figuresFolder();
  const { svg, png } = await renderFigure(figure, options);
  const [svgFile, pngFile] = [join(folder, `${name}.svg`), join(folder, `${name}.png`)];
  const written = [writeIfChanged(svgFile, svg), writeIfChanged(pngFile, png)];
  return { svg, png, svgFile, pngFile, changed: written.includes(true) };
}

/**
 * Shows a figure in the notebook as one output: interactive if the reader supports Plotly (JupyterLab, VS Code), else
 * as a picture (a code host), else as its title. With a name it is also saved. In a script it prints where the picture is,
 * or, without a name, that none was kept.
 * @example
 * const options = { title: 'Wins', valueTitle: 'elections', categories: ['Borda', 'plurality'] };
 * await report.showFigure(report.barFigure([{ name: 'ours', values: [3, 2] }], options));
 */
export async function showFigure(
  figure: PlotlyFigure,
  name?: string,
  options: SaveFigureOptions = {},
): Promise<void> {
  const saved = name === undefined ? null : await saveFigure(figure, name, options);
  const { svg } = saved ?? (await renderFigure(figure, options));
  // As high as its picture, and as wide as the page.
  const { width: _, ...layout }: JsonObject = { ...figure.layout, height: heightOf(svg), autosize: true };
  // Ordered keys: a notebook that is run again differs only where its numbers do.
  const plotly = JSON.parse(canonicalJson({ data: figure.data, layout })) as JsonObject;
  // Nothing is sent anywhere: newer versions of Plotly offer to upload a chart unless told not to.
  const config = { displaylogo: false, showSendToCloud: false };
  const isShown = displayBundle({
    // Not `responsive`: JupyterLab fits a figure's width by itself, and then a window made higher would lose the figure.
    'application/vnd.plotly.v1+json': { ...plotly, config: config },
    // Not the PNG: beside one, Plotly's JupyterLab extension draws nothing until the pointer is on it.
    'image/svg+xml': svg,
    'text/plain': figureTitle(figure),
  });
  if (isShown) return;
  const where =
    saved === null
      ? 'not kept; give showFigure a name, and it is saved'
      : `${saved.svgFile} and ${saved.pngFile}`;
  // eslint-disable-next-line no-console -- a script has no other place to show it
  console.log(`${figureTitle(figure)}: ${where}`);
}

function heightOf(svg: string): number {
  return Number(/<svg[^>]* height="([\d.]+)"/.exec(svg)?.[1]);
}
