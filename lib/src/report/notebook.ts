import { createRequire } from 'node:module';
import type { JsonObject } from '../json';

/** One output in as many forms as there are readers: JupyterLab draws the richest that it knows. */
export type MimeBundle = Readonly<Record<string, string | JsonObject>>;

interface KernelOutput {
  readonly data: MimeBundle;
  readonly metadata: JsonObject;
  readonly transient: JsonObject;
}
interface TslabKernel {
  readonly lastWriteDisplayData?: ((output: KernelOutput, update: boolean) => void) | null;
}
interface TslabDisplay {
  readonly display?: { raw(type: string, content: string | JsonObject): void };
}

/** Forms that older readers show as well; without bundles, the best of them is sent on its own. */
const ALONE = ['image/png', 'image/svg+xml', 'text/html', 'text/plain'];

/**
 * Shows a bundle as one output of the running notebook cell. Outside a tslab kernel nothing happens.
 *
 * tslab's public `display` sends one form an output; the function beneath it sends whole bundles. It is not
 * part of tslab's promises, so where it is missing the forms are sent one by one.
 */
export function displayBundle(bundle: MimeBundle): void {
  const write = loaded<TslabKernel>('jupyter.js')?.lastWriteDisplayData;
  if (typeof write === 'function') {
    write({ data: bundle, metadata: {}, transient: {} }, false);
    return;
  }
  const display = loaded<TslabDisplay>('public.js')?.display;
  if (typeof display?.raw !== 'function') return;
  const plotly = Object.keys(bundle).find((type) => type.startsWith('application/'));
  const alone = ALONE.find((type) => bundle[type] !== undefined);
  for (const type of [plotly, alone]) {
    const content = type === undefined ? undefined : bundle[type];
    if (type !== undefined && content !== undefined) display.raw(type, content);
  }
}

/**
 * A module of the tslab that is running this process, if one is. Looked up among what is loaded: to load
 * tslab where no kernel runs would cost seconds, and would be another copy than the kernel's.
 */
function loaded<Module>(file: string): Module | undefined {
  const modules = createRequire(__filename).cache;
  const path = Object.keys(modules).find((name) =>
    name.replaceAll('\\', '/').endsWith(`/tslab/dist/${file}`),
  );
  return path === undefined ? undefined : (modules[path]?.exports as Module);
}
