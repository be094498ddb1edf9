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
  /** Width in pixels. Default: 900. */
  readonly width?: number;
  /**
   * The folder in which to save the files. Default: the folder in the environment variable AGORA_FIGURES or, if that is
   * not set, `figures` in the project.
   */
  readonly folder?: string;
}

/** The files of a drawn figure. */
export interface Rendered {
  readonly svgFile: string;
  readonly pngFile: string;
  readonly svg: string;
  /** False if the existing files already showed this figure. */
  readonly isNew: boolean;
}

/** Draws a figure, saves it as NAME.svg and NAME.png, and displays it. */
export async function showFigure(figure: Figure, name: string, options: RenderOptions = {}): Promise<void> {
  const { svg } = await render(figure, name, options);
  display(figureBundle(figure, svg));
}

/**
 * Draws a figure and saves it as NAME.svg and NAME.png. The SVG ends with a digest of the figure. If both files already
 * exist and the SVG has the same digest, nothing is drawn. The package kaleido draws the pictures; `npm run setup`
 * installs it.
 *
 * @throws AgoraError if the name contains characters other than lower-case letters, digits and hyphens, or if kaleido
 * fails
 */
export async function render(figure: Figure, name: string, options: RenderOptions = {}): Promise<Rendered> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
    throw new AgoraError(
      `Invalid figure name "${name}". Use lower-case letters, digits and hyphens, such as gedi-figure-3.`,
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
  // Write the PNG first: both files are complete once the SVG with its digest exists.
  write(pngFile, Buffer.from(String(png), 'base64'));
  write(svgFile, picture);
  return { svgFile, pngFile, svg: picture, isNew: true };
}

/** Writes a file atomically, so that no other process reads an incomplete file. */
function write(file: string, content: string | Uint8Array): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content);
  renameSync(draft, file);
}

/**
 * Milliseconds to wait for kaleido, which sometimes hangs. Drawing a figure takes one second, or about ten seconds on a
 * busy machine.
 */
const patience = 40_000;
const mostTries = 3;

/**
 * Draws figures with kaleido 0.2.1, which first prints a line to say that it is ready, then reads one figure per line
 * and prints one answer per figure.
 */
async function drawWithKaleido(figures: readonly object[], tries = 1): Promise<unknown[]> {
  const folder = kaleidoFolder();
  if (folder === null)
    throw new AgoraError(
      'Drawing figures requires kaleido, which is not installed. Run `npm run setup`.',
      'data',
    );
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
    // kaleido can also hang when it exits.
    if (output.endsWith('\n') && answersIn(output).length > figures.length) child.kill('SIGKILL');
  });
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (complaint = (complaint + text).slice(-1000)));
  child.stdin.on('error', () => undefined); // kaleido exited early; its output says why
  child.stdin.end(figures.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const start = Date.now();
  await new Promise<void>((resolve, reject) => {
    child.on('error', (error) =>
      reject(
        new AgoraError(`Could not start kaleido: ${error.message}. Run \`npm run setup\`.`, 'data', {
          cause: error,
        }),
      ),
    );
    child.on('close', () => resolve());
  });
  const answers = answersIn(output).slice(1);
  const hasHung = answers.length < figures.length && Date.now() - start >= patience;
  if (hasHung && tries < mostTries) return drawWithKaleido(figures, tries + 1);
  if (answers.length !== figures.length)
    throw new AgoraError(`kaleido did not draw the figure. Its output: ${complaint.trim()}`, 'data');
  return answers.map((line) => {
    const { code, message, result } = JSON.parse(line) as {
      code: number;
      message: string | null;
      result: unknown;
    };
    if (code !== 0 || typeof result !== 'string')
      throw new AgoraError(`kaleido could not draw the figure: ${message ?? 'it returned no picture'}`);
    return result;
  });
}

/** Returns the folder of the program in kaleido's Python package, or null if kaleido is not installed. */
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
