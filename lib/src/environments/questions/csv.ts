import { AgoraError } from '../../agora-error';

/** One record of a CSV file, and the line on which it begins, counted from 1. */
export interface CsvRow {
  readonly line: number;
  readonly fields: readonly string[];
}

/**
 * Reads comma-separated values as RFC 4180 has them: fields in double quotes may hold commas, line breaks and, doubled,
 * quotes. Blank lines are passed over, and so is a byte order mark.
 * @throws AgoraError 'question-data' when a quote is never closed, or text follows a closing quote
 */
export function readCsv(text: string, file: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let fields: string[] = [];
  let line = 1;
  let start = 1;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  const endRow = (): void => {
    if (fields.length > 1 || fields[0] !== '') rows.push({ line: start, fields });
    fields = [];
  };
  while (at < text.length) {
    if (fields.length === 0) start = line;
    let value: string;
    if (text[at] === '"') {
      const end = closingQuote(text, at);
      if (end < 0)
        throw new AgoraError(
          'question-data',
          `${file} line ${line}: a quote is opened there and never closed`,
        );
      value = text.slice(at + 1, end).replaceAll('""', '"');
      line += countLineFeeds(value);
      at = end + 1;
    } else {
      const end = fieldEnd(text, at);
      value = text.slice(at, end);
      at = end;
    }
    fields.push(value);
    if (text[at] === ',') {
      at++;
      if (at < text.length) continue;
      fields.push('');
    } else if (text.startsWith('\r\n', at)) at += 2;
    else if (text[at] === '\n' || text[at] === '\r') at++;
    else if (at < text.length)
      throw new AgoraError(
        'question-data',
        `${file} line ${line} needs a comma or a line break after a closing quote, got "${text.slice(at, at + 20)}"`,
      );
    line++;
    endRow();
  }
  return rows;
}

function closingQuote(text: string, opening: number): number {
  for (let at = text.indexOf('"', opening + 1); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return -1;
}

function fieldEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !',\r\n'.includes(text[at] as string)) at++;
  return at;
}

function countLineFeeds(text: string): number {
  return text.split('\n').length - 1;
}
