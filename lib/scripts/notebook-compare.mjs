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

/** A section that needs data which is not here says how to fetch it; its committed output may show the real numbers. */
const asksForData = (texts) => texts.some((text) => text.includes('npx agora data'));

/**
 * The first text output that a fresh run shows differently from the committed notebook.
 * Not compared: cells tagged "volatile", and cells that ask for data which is absent here.
 * @returns {{ cell: number, committed: string, fresh: string } | undefined} cells counted from 1, code only
 */
export function compareNotebooks(committed, fresh) {
  const code = (notebook) => notebook.cells.filter((cell) => cell.cell_type === 'code');
  const before = code(committed);
  for (const [i, cell] of code(fresh).entries()) {
    const [was, is] = [outputTexts(before[i] ?? {}), outputTexts(cell)];
    if (cell.metadata?.tags?.includes('volatile') || (asksForData(is) && !asksForData(was))) continue;
    for (let j = 0; j < Math.max(was.length, is.length); j++) {
      if (was[j] === is[j]) continue;
      return { cell: i + 1, ...firstDifference(was[j] ?? '(no output)', is[j] ?? '(no output)') };
    }
  }
  return undefined;
}
