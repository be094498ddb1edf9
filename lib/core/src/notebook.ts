import { createRequire } from 'node:module';
import type { JsonObject } from 'agora-voting/internal';

/** One output in as many forms as there are readers: JupyterLab draws the richest that it knows. */
export type MimeBundle = Readonly<Record<string, string | JsonObject>>;

/** The name by which kernels ask a cell's last value how it wants to be shown. */
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

/** The cell that was executed last, as our kernel tells of it (lib/tools/tslab-kernel.mjs). */
export interface NotebookCell {
  readonly number: number;
  /** Aborted when the user interrupts the kernel. */
  readonly signal: AbortSignal;
  /** What the cell waits for when it was interrupted. */
  readonly runs: Set<Promise<unknown>>;
}

/** Undefined outside a notebook, and in kernels that are not ours. */
export function notebookCell(): NotebookCell | undefined {
  return (globalThis as { [cell: symbol]: NotebookCell | undefined })[Symbol.for('agora-lab.cell')];
}

/** A text beneath the running cell that can be changed; our kernel takes it away when the cell ends. */
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
 * How the tslab that runs this process writes whole bundles (its public `display` sends one form an output). It is
 * looked up among what is loaded: to load tslab where no kernel runs would cost seconds, and would be another copy.
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
