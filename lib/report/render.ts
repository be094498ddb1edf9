import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { AgoraError } from '../error';
import { projectFolder } from '../experiment/data-folder';
import { display } from './display';
import { figureBundle, type Figure } from './figures';

export interface RenderOptions {
  /** In pixels. Default 900. */
  readonly width?: number;
  /** Default: AGORA_FIGURES, or `figures` in the project. */
  readonly folder?: string;
}

/** The files of a drawn figure. */
export interface Rendered {
  readonly svgFile: string;
  readonly pngFile: string;
  readonly svg: string;
  /** False if the files were already those of this figure. */
  readonly isNew: boolean;
}

/** Draws a figure, saves it as NAME.svg and NAME.png, and shows it. */
export async function showFigure(figure: Figure, name: string, options: RenderOptions = {}): Promise<void> {
  const { svg } = await render(figure, name, options);
  display(figureBundle(figure, svg));
}

/**
 * Draws NAME.svg and NAME.png, unless they are those of this figure already: the picture ends with a digest of what it
 * shows. A picture is drawn by kaleido, which `npm run setup` installs.
 *
 * @throws AgoraError if the name is not of lower-case letters, digits and hyphens, or the figure cannot be drawn
 */
export async function render(figure: Figure, name: string, options: RenderOptions = {}): Promise<Rendered> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
    throw new AgoraError(
      `A figure's name has lower-case letters, digits and hyphens, such as gedi-figure-3, not "${name}".`,
    );
  const { width = 900, folder = process.env['AGORA_FIGURES'] || join(projectFolder(), 'figures') } = options;
  const height = Number(figure.layout['height'] ?? 500);
  const [svgFile, pngFile] = [join(folder, `${name}.svg`), join(folder, `${name}.png`)];
  const content = JSON.stringify({ data: figure.data, layout: figure.layout, width, height });
  const mark = `<!-- ${createHash('sha256').update(content).digest('hex')} -->\n`;
  if (existsSync(svgFile) && existsSync(pngFile)) {
    const known = readFileSync(svgFile, 'utf8');
    if (known.endsWith(mark)) return { svgFile, pngFile, svg: known, isNew: false };
  }
  const shape = { data: { data: figure.data, layout: figure.layout }, width, height };
  const [svg, png] = await drawWithKaleido([
    { ...shape, format: 'svg', scale: 1 },
    { ...shape, format: 'png', scale: 2 },
  ]);
  const picture = `${String(svg).trimEnd()}\n${mark}`;
  mkdirSync(folder, { recursive: true });
  // The PNG first: files that belong together are complete when the digest is there.
  write(pngFile, Buffer.from(String(png), 'base64'));
  write(svgFile, picture);
  return { svgFile, pngFile, svg: picture, isNew: true };
}

/** A reader never finds half a file. */
function write(file: string, content: string | Uint8Array): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content);
  renameSync(draft, file);
}

/** kaleido hangs once in a while. A figure takes a second, or some ten on a busy machine. */
const patience = 40_000;
const mostTries = 3;

/** kaleido 0.2.1 reads a figure a line, and answers with a line each, after one that says that it is ready. */
async function drawWithKaleido(figures: readonly object[], tries = 1): Promise<unknown[]> {
  const folder = kaleidoFolder();
  if (folder === null)
    throw new AgoraError('Pictures are drawn by kaleido, which is not installed. Run npm run setup.', 'data');
  const plotly = createRequire(__filename).resolve('plotly.js/dist/plotly.min.js');
  const flags = [
    `--plotlyjs=${plotly}`,
    '--disable-gpu',
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--disable-breakpad',
  ];
  const program = join(folder, 'bin', process.platform === 'win32' ? 'kaleido.exe' : 'kaleido');
  const child = spawn(program, ['plotly', ...flags], {
    cwd: folder,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'lib'),
      FONTCONFIG_PATH: join(folder, 'etc', 'fonts'),
      XDG_DATA_HOME: join(folder, 'xdg'),
      LD_PRELOAD: '',
    },
    timeout: patience,
    killSignal: 'SIGKILL',
  });
  let output = '';
  let complaint = '';
  const answersIn = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('{'));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    // It may hang at its end, too.
    if (output.endsWith('\n') && answersIn(output).length > figures.length) child.kill('SIGKILL');
  });
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (complaint = (complaint + text).slice(-1000)));
  child.stdin.on('error', () => undefined); // it ended early: what it wrote says why
  child.stdin.end(figures.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const start = Date.now();
  await new Promise<void>((resolve, reject) => {
    child.on('error', (error) =>
      reject(new AgoraError(`kaleido does not start: ${error.message}`, 'data', { cause: error })),
    );
    child.on('close', () => resolve());
  });
  const answers = answersIn(output).slice(1);
  const hasHung = answers.length < figures.length && Date.now() - start >= patience;
  if (hasHung && tries < mostTries) return drawWithKaleido(figures, tries + 1);
  if (answers.length !== figures.length)
    throw new AgoraError(`kaleido drew no figure. It wrote: ${complaint.trim()}`, 'data');
  return answers.map((line) => {
    const { code, message, result } = JSON.parse(line) as {
      code: number;
      message: string | null;
      result: unknown;
    };
    if (code !== 0 || typeof result !== 'string')
      throw new AgoraError(`The figure cannot be drawn: ${message ?? 'no picture'}`);
    return result;
  });
}

/** Where the Python package kaleido keeps its program; null if it is not installed. */
export function kaleidoFolder(): string | null {
  const given = process.env['AGORA_KALEIDO'];
  if (given !== undefined && given !== '') return given;
  const places = [projectFolder(), dirname(dirname(__dirname)), dirname(dirname(dirname(__dirname)))];
  for (const place of places) {
    const lib = join(place, '.venv', 'lib');
    const versions = existsSync(lib) ? readdirSync(lib).filter((one) => one.startsWith('python')) : [];
    const sites = [
      ...versions.map((one) => join(lib, one, 'site-packages')),
      join(place, '.venv', 'Lib', 'site-packages'),
    ];
    for (const site of sites) {
      const folder = join(site, 'kaleido', 'executable');
      if (existsSync(join(folder, 'bin'))) return folder;
    }
  }
  return null;
}
