import type { Summary } from '../src/report/explorer/data';

/** What a filter can name: the table's own columns, then what was measured. */
export function valueOf(one: Summary, name: string): number | string | boolean | null {
  if (name === 'decided' || name === 'cause' || name === 'rounds') return one[name];
  if (name === 'index' || name === 'agents' || name === 'messages' || name === 'failures') return one[name];
  return Object.hasOwn(one.numbers, name) ? (one.numbers[name] ?? null) : null;
}

const condition = /^(not )?\s*([^<>=!]+?)\s*(?:(<=|>=|!=|=|<|>)\s*(.+))?$/;

/**
 * Whether a collaboration passes: conditions joined by "and", each a name ("decided", "not decided") or a name held
 * against a value ("failures > 0", "cause = rounds", "share < 0.8"). Null where the filter says nothing that is known.
 */
export function passes(one: Summary, filter: string, names: ReadonlySet<string>): boolean | null {
  let all = true;
  for (const part of filter.split(/ and /i).filter((text) => text.trim() !== '')) {
    const [, not, name = '', sign, wanted = ''] = condition.exec(part.trim()) ?? [];
    if (!names.has(name)) return null;
    const value = valueOf(one, name);
    const holds =
      sign === undefined
        ? value !== null && value !== false && value !== 0
        : compare(value, sign, wanted.trim());
    all &&= not === undefined ? holds : !holds;
  }
  return all;
}

function compare(value: number | string | boolean | null, sign: string, wanted: string): boolean {
  if (value === null) return false;
  const [left, right] = typeof value === 'number' ? [value, Number(wanted)] : [String(value), wanted];
  if (sign === '=') return left === right;
  if (sign === '!=') return left !== right;
  return sign === '<'
    ? left < right
    : sign === '>'
      ? left > right
      : sign === '<='
        ? left <= right
        : left >= right;
}
