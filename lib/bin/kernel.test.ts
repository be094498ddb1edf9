import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = resolve(__dirname, '../..');
const python = join(root, '.venv', process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');

const interrupt = `setTimeout(() => process.kill(process.pid, 'SIGINT'), 50);`;

const cells = {
  declare: `const model = 'M'; const usage = { tokens: 3 };`,
  names: `const { tokens: spent } = usage; const options = { model, usage: { tokens: spent } }; JSON.stringify(options)`,
  display: `const shown = { [Symbol.for('Jupyter.display')]: () => ({ 'text/html': '<b>shown</b>' }) };\nshown`,
  error: `function inner(): number {\n  throw new Error('broken');\n}\ninner();`,
  types: `const wrong: number = 'text';`,
  afterError: `model`,
  ordered: `const cell = (globalThis as any)[Symbol.for('agora-lab.cell')];
const ended = await new Promise((resolve) => {
  cell.signal.addEventListener('abort', () => setTimeout(() => resolve('ended in order'), 50), { once: true });
  ${interrupt}
});
ended`,
  abrupt: `${interrupt}\nawait new Promise((resolve) => setTimeout(resolve, 60_000));`,
  many: `for (let i = 1; i <= 3000; i++) console.log('line', i);`,
  package: `import { one } from 'package-of-cells';
import { utimesSync } from 'node:fs';
for (const file of ['package.json', 'index.d.ts', 'index.js'])
  utimesSync(\`node_modules/package-of-cells/\${file}\`, new Date(), new Date());
await new Promise((resolve) => setTimeout(resolve, 1500));`,
  afterPackage: `console.log(1 + one);`,
  status: `(globalThis as any)[Symbol.for('agora-lab.cell')].status('half');\nconsole.log('done');`,
};
type Name = keyof typeof cells;

/** Executes all cells in one kernel, even after failures, and writes the notebook back. */
const program = `
import sys, time, nbformat
from nbclient import NotebookClient
notebook = nbformat.read(sys.argv[1], as_version=4)
# tslab drops messages sent within 200 ms after an error.
NotebookClient(notebook, kernel_name="tslab", allow_errors=True, on_cell_error=lambda **_: time.sleep(0.5), coalesce_streams=True, iopub_timeout=600,
  startup_timeout=120, resources={"metadata": {"path": sys.argv[2]}}).execute()
nbformat.write(notebook, sys.argv[1])
`;

const text = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(''))]);
const output = z.object({
  output_type: z.string(),
  name: z.string().optional(),
  text: text.optional(),
  data: z.record(z.string(), text).optional(),
});
const notebook = z.object({ cells: z.array(z.object({ outputs: z.array(output) })) });

describe.skipIf(!existsSync(python))('the TypeScript kernel', () => {
  const outputs = new Map<Name, z.infer<typeof output>[]>();
  const stream = (cell: Name, name: string) =>
    (outputs.get(cell) ?? []).flatMap((one) => (one.name === name ? [one.text] : [])).join('');

  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'agora-kernel-'));
    const file = join(folder, 'cells.ipynb');
    const written = Object.values(cells).map((source, i) => ({
      cell_type: 'code',
      id: `cell-${i}`,
      source,
      metadata: {},
      outputs: [],
      execution_count: null,
    }));
    writeFileSync(file, JSON.stringify({ cells: written, metadata: {}, nbformat: 4, nbformat_minor: 5 }));
    const installed = join(folder, 'node_modules', 'package-of-cells');
    mkdirSync(installed, { recursive: true });
    writeFileSync(join(installed, 'package.json'), '{ "name": "package-of-cells", "version": "1.0.0" }');
    writeFileSync(join(installed, 'index.d.ts'), 'export declare const one: number;');
    writeFileSync(join(installed, 'index.js'), 'exports.one = 1;');
    const jupyter = [join(root, '.venv/share/jupyter'), process.env['JUPYTER_PATH'] ?? ''].join(delimiter);
    const env = {
      ...process.env,
      JUPYTER_PATH: jupyter,
      JUPYTER_PREFER_ENV_PATH: '1',
      JUPYTER_RUNTIME_DIR: folder,
    };
    const { status, stderr } = spawnSync(python, ['-c', program, file, folder], { env, encoding: 'utf8' });
    expect(stderr).not.toContain('Traceback');
    expect(status).toBe(0);
    const read = notebook.parse(JSON.parse(readFileSync(file, 'utf8')));
    for (const [i, name] of Object.keys(cells).entries())
      outputs.set(name as Name, read.cells[i]?.outputs ?? []);
    rmSync(folder, { recursive: true });
  });

  it('behaviour: shorthand properties and renamed properties work with names from earlier cells', () => {
    expect(stream('names', 'stdout').trim()).toBe(`{"model":"M","usage":{"tokens":3}}`);
  });

  it('behaviour: a last value that can display itself is displayed', () => {
    expect(outputs.get('display')?.map(({ data }) => data)).toEqual([{ 'text/html': '<b>shown</b>' }]);
  });

  it('behaviour: an error quotes only lines from its cell', () => {
    const said = stream('error', 'stderr');
    expect(said).toContain('broken');
    expect(said).toMatch(/inner, cell \[4\]: throw new Error\('broken'\);/);
    expect(said).toContain('cell [4]: inner();');
    expect(said).not.toContain('node_modules');
  });

  it('behaviour: a type error is reported, and earlier cells keep their values', () => {
    expect(stream('types', 'stderr')).toContain("not assignable to type 'number'");
    expect(stream('afterError', 'stdout')).toBe('M\n');
  });

  it('behaviour: an interrupt lets listening code finish, and ends any other cell', () => {
    expect(stream('ordered', 'stdout')).toBe('ended in order\n');
    expect(stream('abrupt', 'stderr')).toContain('Interrupted');
  });

  it('behaviour: no output is lost, and a status line disappears at the end', () => {
    expect(stream('many', 'stdout').trim().split('\n')).toHaveLength(3000);
    expect(outputs.get('status')?.map((one) => one.text)).toEqual(['done\n']);
  });

  it('behaviour: the kernel survives a change to a package that a cell imports', () => {
    expect(stream('package', 'stderr')).toBe('');
    expect(stream('afterPackage', 'stdout')).toBe('2\n');
  });

  it('behaviour: a tooltip names parameters, results and errors', async () => {
    const kernel = './kernel.mjs'; // has no declarations
    const { tooltip } = (await import(kernel)) as { tooltip: (info: object) => string };
    const text = (part: string) => [{ text: part }];
    const info = {
      displayParts: text('f(x): y'),
      tags: [{ name: 'throws', text: text('AgoraError if x is odd') }],
    };
    expect(tooltip(info)).toBe('f(x): y\n\nThrows: AgoraError if x is odd');
  });
});
