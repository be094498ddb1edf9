import { joinText, normaliseOutputs, printNotebook, sortKeys } from './notebook-format.mjs';

/** A cell's outputs as texts, one for each form that a reader may see: printed, HTML, a figure's data, its picture. */
export function outputTexts(cell) {
  return normaliseOutputs(cell.outputs ?? [], null).flatMap((output) => {
    if (output.output_type === 'stream') return [`${output.name}: ${joinText(output.text)}`];
    if (output.output_type === 'error') return [`error: ${output.ename}: ${output.evalue}`];
    const isJson = (type) => /[/+]json$/.test(type);
    return Object.entries(sortKeys(output.data ?? {})).map(
      ([type, value]) => `${type}: ${isJson(type) ? JSON.stringify(value) : joinText(value)}`,
    );
  });
}

/** Around the first place where two texts part, one line of each. */
export function firstDifference(before, now) {
  const [a, b] = [before.split('\n'), now.split('\n')];
  const line = a.findIndex((text, i) => text !== b[i]);
  const at = line < 0 ? a.length : line;
  const cut = (text) => {
    if (text === undefined) return '(nothing)';
    const other = text === a[at] ? b[at] : a[at];
    let same = 0;
    while (same < text.length && text[same] === other?.[same]) same++;
    const start = Math.max(0, same - 60);
    return `${start > 0 ? '…' : ''}${text.slice(start, same + 100)}${text.length > same + 100 ? '…' : ''}`;
  };
  return { committed: cut(a[at]), fresh: cut(b[at]) };
}

const number = /[-−]?\d+(?:\.\d+)?/g;
const valueOf = (text) => Number(text.replace('−', '-'));
const step = (text) => 10 ** -(text.split('.')[1]?.length ?? 0);

/**
 * Whether two texts are the same but for numbers that lie near each other: within two units of the last digit
 * printed, or 2%. For results that go through floating-point arithmetic which differs between processors
 * (sentence embeddings), where a last digit may turn.
 */
export function nearlyEqual(before, now) {
  if (before === now) return true;
  if (before === undefined || now === undefined) return false;
  if (before.replace(number, '#') !== now.replace(number, '#')) return false;
  const [was, is] = [before.match(number) ?? [], now.match(number) ?? []];
  return was.every((text, i) => {
    const [a, b] = [valueOf(text), valueOf(is[i])];
    const room = Math.max(
      2.01 * Math.max(step(text), step(is[i])),
      0.02 * Math.max(Math.abs(a), Math.abs(b)),
    );
    return Math.abs(a - b) <= room;
  });
}

/** Whether a cell rests on such arithmetic: then its numbers may differ a little (`nearlyEqual`). */
export const isNear = (cell) => Boolean(cell.metadata?.tags?.includes('near'));

/** All of a notebook but its outputs. */
const frame = (notebook) =>
  printNotebook({
    ...notebook,
    cells: notebook.cells.map((cell) => (cell.cell_type === 'code' ? { ...cell, outputs: [] } : cell)),
  });

/**
 * The first place where a fresh run differs from the committed notebook, texts, figures and pictures alike.
 * @param exactly - true allows no difference in cells tagged "near" either
 * @returns {{ place: string, committed: string, fresh: string } | undefined} code cells counted from 1
 */
export function compareNotebooks(committed, fresh, { exactly = false } = {}) {
  const equal = (a, b) => a === b;
  if (frame(committed) !== frame(fresh))
    return { place: 'its form', ...firstDifference(frame(committed), frame(fresh)) };
  const code = (notebook) => notebook.cells.filter((cell) => cell.cell_type === 'code');
  const before = code(committed);
  for (const [i, cell] of code(fresh).entries()) {
    const same = isNear(cell) && !exactly ? nearlyEqual : equal;
    const [was, is] = [outputTexts(before[i]), outputTexts(cell)];
    for (let j = 0; j < Math.max(was.length, is.length); j++) {
      if (same(was[j], is[j])) continue;
      const difference = firstDifference(was[j] ?? '(no output)', is[j] ?? '(no output)');
      return { place: `the output of code cell ${i + 1}`, ...difference };
    }
  }
  return undefined;
}
