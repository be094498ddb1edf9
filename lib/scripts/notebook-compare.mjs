import { joinText, normaliseOutputs } from './notebook-format.mjs';

/** Text types that are compared; pictures and the data of interactive figures are not. */
const textTypes = ['text/plain', 'text/html', 'text/markdown', 'text/latex'];

/** HTML without its pictures and programs: their bytes may differ between machines, their data is tested elsewhere. */
export function withoutPictures(html) {
  return html
    .replace(/<svg\b[\s\S]*?<\/svg>/gi, '<svg/>')
    .replace(/<script\b[\s\S]*?<\/script>/gi, '<script/>')
    .replace(/data:image\/[^"')\s]+/gi, 'data:image');
}

/** A cell's outputs as the texts that a reader sees, one string a text. */
export function outputTexts(cell) {
  return normaliseOutputs(cell.outputs ?? [], null).flatMap((output) => {
    if (output.output_type === 'stream') return [`${output.name}: ${joinText(output.text)}`];
    if (output.output_type === 'error') return [`error: ${output.ename}: ${output.evalue}`];
    return textTypes
      .filter((type) => output.data?.[type] !== undefined)
      .map((type) => `${type}: ${withoutPictures(joinText(output.data[type]))}`);
  });
}

/** Around the first place where two texts part, one line of each. */
function firstDifference(before, now) {
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

/** The data sets that a cell's output depends on, by its tags "data:NAME". */
export const dataOf = (cell) =>
  (cell.metadata?.tags ?? [])
    .filter((tag) => tag.startsWith('data:'))
    .map((tag) => tag.slice('data:'.length));

/**
 * The first text output that a fresh run shows differently from the committed notebook. Cells tagged "volatile" are
 * not compared, nor are those tagged "data:NAME" where that data set is absent: their committed outputs show what the
 * real data give. In cells tagged "near", numbers may differ a little (`nearlyEqual`).
 * @param absent - the names of the data sets that are not here
 * @returns {{ cell: number, committed: string, fresh: string } | undefined} cells counted from 1, code only
 */
export function compareNotebooks(committed, fresh, absent = new Set()) {
  const code = (notebook) => notebook.cells.filter((cell) => cell.cell_type === 'code');
  const before = code(committed);
  for (const [i, cell] of code(fresh).entries()) {
    const tags = cell.metadata?.tags ?? [];
    if (tags.includes('volatile') || dataOf(cell).some((data) => absent.has(data))) continue;
    const same = tags.includes('near') ? nearlyEqual : (a, b) => a === b;
    const [was, is] = [outputTexts(before[i] ?? {}), outputTexts(cell)];
    for (let j = 0; j < Math.max(was.length, is.length); j++) {
      if (same(was[j], is[j])) continue;
      return { cell: i + 1, ...firstDifference(was[j] ?? '(no output)', is[j] ?? '(no output)') };
    }
  }
  return undefined;
}

/** How many cells were executed but not compared because their data set is absent, by data set. */
export function passedOver(notebook, absent) {
  const counts = {};
  for (const cell of notebook.cells) {
    for (const data of dataOf(cell)) if (absent.has(data)) counts[data] = (counts[data] ?? 0) + 1;
  }
  return counts;
}
