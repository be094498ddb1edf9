import { createRequire } from 'node:module';
import type { JsonObject } from 'agora-voting/internal';

/** One output in several forms, by media type. JupyterLab shows the richest form that it knows. */
export type MimeBundle = Readonly<Record<string, string | JsonObject>>;

/** The method by which kernels ask a cell's last value how to show it. */
export const jupyterDisplay = Symbol.for('Jupyter.display');

interface KernelOutput {
  readonly data: MimeBundle;
  readonly metadata: JsonObject;
  readonly transient: JsonObject;
}
type Write = (output: KernelOutput, update: boolean) => void;

/** Shows a bundle as one output of the running notebook cell. @returns false outside a tslab kernel */
export function displayBundle(bundle: MimeBundle): boolean {
  const write = kernelWrite();
  write?.({ data: bundle, metadata: {}, transient: {} }, false);
  return write !== undefined;
}

/** The cell that was executed last, as the kit's own kernel describes it (lib/tools/tslab-kernel.mjs). */
export interface NotebookCell {
  readonly number: number;
  /** Aborted when the user interrupts the kernel. */
  readonly signal: AbortSignal;
  /** Runs that the cell waits for after an interrupt. */
  readonly runs: Set<Promise<unknown>>;
}

/** The running cell; undefined outside a notebook and in other kernels than the kit's own. */
export function notebookCell(): NotebookCell | undefined {
  return (globalThis as { [cell: symbol]: NotebookCell | undefined })[Symbol.for('agora-lab.cell')];
}

/**
 * Shows a text beneath the running cell and returns a function that changes it. The kernel removes the text when the
 * cell ends.
 */
export function passingText(cell: NotebookCell): (text: string) => void {
  const write = kernelWrite();
  let shown = false;
  return (text) => {
    const transient = { display_id: `passing-${cell.number}` };
    write?.({ data: { 'text/plain': text }, metadata: { passing: true }, transient }, shown);
    shown = true;
  };
}

/**
 * The function by which the tslab of this process writes a whole bundle. Its public `display` sends one form per
 * output. The function is looked up among the loaded modules, since loading tslab outside a kernel would cost seconds
 * and make a second copy.
 */
function kernelWrite(): Write | undefined {
  const modules = createRequire(__filename).cache;
  const path = Object.keys(modules).find((name) =>
    name.replaceAll('\\', '/').endsWith('/tslab/dist/jupyter.js'),
  );
  const kernel = (path === undefined ? {} : modules[path]?.exports) as {
    lastWriteDisplayData?: Write | null;
  };
  return kernel.lastWriteDisplayData ?? undefined;
}
