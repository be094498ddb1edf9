import { AgoraError } from 'agora-voting';

/** One record of a CSV file, and the line on which it begins, counted from 1. */
export interface CsvRow {
  readonly line: number;
  readonly fields: readonly string[];
}

/** A field, in quotes or not, and what ends it. */
const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n][^,\r\n]*)?)(,|\r\n|\r|\n|$)/y;

/**
 * Reads comma-separated values as in RFC 4180. Fields in double quotes may contain commas, line breaks and doubled
 * quotes. Blank lines and a byte order mark are ignored.
 * @throws AgoraError 'question-data' when a quote is never closed, or text follows a closing quote
 */
export function readCsv(text: string, file: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let fields: string[] = [];
  let [line, start] = [1, 1];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  for (let end = ''; at < text.length || end === ',';) {
    field.lastIndex = at;
    const found = field.exec(text);
    if (found === null)
      throw new AgoraError(
        'question-data',
        `${file} line ${line} needs a closing quote, and a comma or a line break after it, got ${text.slice(at, at + 20)}`,
      );
    const [{ length }, quoted, plain = ''] = found;
    end = found[3] ?? '';
    fields.push(quoted?.replaceAll('""', '"') ?? plain);
    at += length;
    line += (quoted?.split('\n').length ?? 1) - 1;
    if (end === ',') continue;
    if (fields.length > 1 || fields[0] !== '') rows.push({ line: start, fields });
    fields = [];
    start = ++line;
  }
  return rows;
}
