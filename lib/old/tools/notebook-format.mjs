/** The notebook file format (nbformat 4.5): reading texts, and the one form in which notebooks are committed. */

/** nbformat allows a text as one string or as a list of lines. */
export const joinText = (text) => (Array.isArray(text) ? text.join('') : text);

const splitText = (text) => {
  const lines = joinText(text).match(/[^\n]*\n|[^\n]+$/g);
  return lines ?? [];
};

/** Metadata of a cell that tells when or where it ran, or how an editor showed it. */
const passing = ['execution', 'ExecuteTime', 'execution_count', 'scrolled', 'trusted', 'vscode', 'pycharm'];

const isJsonType = (type) => /[/+]json$/.test(type);

function normaliseData(data) {
  const entries = Object.entries(data).map(([type, value]) => {
    const isText = typeof value === 'string' || (Array.isArray(value) && !isJsonType(type));
    return [type, isText && !isJsonType(type) ? splitText(value) : value];
  });
  return Object.fromEntries(entries);
}

/** Outputs with neighbouring pieces of one stream joined: how a kernel cuts a text into pieces is chance. */
export function normaliseOutputs(outputs, count) {
  const merged = [];
  for (const output of outputs) {
    const last = merged.at(-1);
    if (output.output_type === 'stream' && last?.output_type === 'stream' && last.name === output.name) {
      last.text = joinText(last.text) + joinText(output.text);
    } else merged.push({ ...output });
  }
  return merged.map((output) => {
    if (output.output_type === 'stream') return { ...output, text: splitText(output.text) };
    if (output.data === undefined) return output;
    const { transient: _, ...kept } = output;
    const numbered = output.output_type === 'execute_result' ? { execution_count: count } : {};
    return { ...kept, data: normaliseData(output.data), metadata: output.metadata ?? {}, ...numbered };
  });
}

function normaliseCell(cell, id, count) {
  const metadata = Object.fromEntries(
    Object.entries(cell.metadata ?? {}).filter(([name]) => !passing.includes(name)),
  );
  const common = { ...cell, id, metadata, source: splitText(cell.source) };
  if (cell.cell_type !== 'code') return common;
  return { ...common, execution_count: count, outputs: normaliseOutputs(cell.outputs ?? [], count) };
}

/** A notebook's ids: each cell's own; a missing or repeated one becomes the first free "cell-1", "cell-2", … */
function stableIds(cells) {
  const taken = new Set(cells.map((cell) => cell.id));
  const seen = new Set();
  let next = 1;
  return cells.map((cell) => {
    let id = cell.id;
    while (id === undefined || seen.has(id)) {
      const candidate = `cell-${next++}`;
      if (!taken.has(candidate)) id = candidate;
    }
    seen.add(id);
    return id;
  });
}

/**
 * A notebook as it is committed: numbered as in one clean run, no times.
 * Cells without outputs that never ran get no number.
 */
export function normalise(notebook) {
  const ids = stableIds(notebook.cells);
  let count = 0;
  const cells = notebook.cells.map((cell, i) => {
    const ran = cell.cell_type === 'code' && joinText(cell.source).trim() !== '';
    return normaliseCell(cell, ids[i], ran ? ++count : null);
  });
  const { kernelspec: _, language_info: __, ...rest } = notebook.metadata ?? {};
  const metadata = {
    ...rest,
    kernelspec: { display_name: 'TypeScript', language: 'typescript', name: 'tslab' },
    language_info: {
      codemirror_mode: { mode: 'typescript', name: 'javascript', typescript: true },
      file_extension: '.ts',
      mimetype: 'text/typescript',
      name: 'typescript',
      version: '3.7.2', // the tslab kernel's fixed word: without it, JupyterLab would add it on opening the file
    },
  };
  return { ...notebook, cells, metadata, nbformat: 4, nbformat_minor: 5 };
}

export const sortKeys = (value) => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sortKeys(value[key])]),
  );
};

/** A notebook's file text as Jupyter itself writes it: sorted keys, one space of indent, a last newline. */
export const printNotebook = (notebook) => `${JSON.stringify(sortKeys(notebook), null, 1)}\n`;

/**
 * What went wrong inside a notebook that ran: the first cell with an error output, or with text on standard
 * error, unless it is tagged "raises-exception".
 * @returns {{ cell: number, kind: 'error' | 'stderr', text: string } | undefined} cells counted from 1, code only
 */
export function findTrouble(notebook) {
  const cells = notebook.cells.filter((cell) => cell.cell_type === 'code');
  for (const [i, cell] of cells.entries()) {
    if (cell.metadata?.tags?.includes('raises-exception')) continue;
    const streams = cell.outputs.filter(
      (output) => output.output_type === 'stream' && output.name === 'stderr',
    );
    const stderr = streams.map((output) => joinText(output.text)).join('');
    const error = cell.outputs.find((output) => output.output_type === 'error');
    if (error !== undefined) {
      const said = [error.ename, error.evalue].filter(Boolean).join(': ');
      const trace = (error.traceback ?? []).join('\n');
      return { cell: i + 1, kind: 'error', text: [stderr, trace || said].filter(Boolean).join('\n') };
    }
    if (stderr !== '') return { cell: i + 1, kind: 'stderr', text: stderr };
  }
  return undefined;
}
