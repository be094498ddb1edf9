import type { Summary } from '../src/explorer/data';

type Value = number | string | boolean | null;

/** What a filter can name: the table's own columns, then what was measured, then what the case and the outcome are. */
export function valueOf(one: Summary, name: string): Value {
  if (name === 'unfinished') return one.cause === null;
  if (name === 'decided' || name === 'cause' || name === 'rounds') return one[name];
  if (name === 'index' || name === 'agents' || name === 'messages' || name === 'failures') return one[name];
  if (Object.hasOwn(one.numbers, name)) return one.numbers[name] ?? null;
  return Object.hasOwn(one.fields, name) ? (one.fields[name] ?? null) : null;
}

const condition = /^(not )?\s*([^<>=!]+?)\s*(?:(<=|>=|!=|=|<|>)\s*(.+))?$/;
/** "and" outside of quotation marks. */
const joined = / and (?=(?:[^"]*"[^"]*")*[^"]*$)/i;

/**
 * Which collaborations pass: conditions joined by "and", each a name ("decided", "not decided") or a name held against a
 * value ("failures > 0", "decided = yes", "share < 0.8"); text that holds "and" stands in quotation marks. What has no
 * value yet passes no condition, nor its opposite. Null where the filter says nothing that is known.
 */
export function filterOf(
  filter: string,
  names: ReadonlySet<string>,
  all: readonly Summary[],
): ((one: Summary) => boolean) | null {
  const tests: ((one: Summary) => boolean)[] = [];
  for (const part of filter.split(joined).filter((text) => text.trim() !== '')) {
    const [, not, name = '', sign, given = ''] = condition.exec(part.trim()) ?? [];
    if (!names.has(name)) return null;
    const wanted = /^"(.*)"$/.exec(given.trim())?.[1] ?? given.trim();
    if (all.some((one) => !canHold(valueOf(one, name), sign, wanted))) return null;
    tests.push((one) => {
      const value = valueOf(one, name);
      if (value === null) return false;
      const holds = sign === undefined ? value !== false && value !== 0 : compare(value, sign, wanted);
      return holds === (not === undefined);
    });
  }
  return (one) => tests.every((test) => test(one));
}

/** Whether it means something to hold a value against what is wanted. */
function canHold(value: Value, sign: string | undefined, wanted: string): boolean {
  if (sign === undefined || value === null || typeof value === 'string') return true;
  if (typeof value === 'number') return wanted !== '' && !Number.isNaN(Number(wanted));
  return /^!?=$/.test(sign) && ['yes', 'no', 'true', 'false'].includes(wanted);
}

function compare(value: number | string | boolean, sign: string, wanted: string): boolean {
  const [left, right] =
    typeof value === 'number'
      ? [value, Number(wanted)]
      : typeof value === 'boolean'
        ? [value, wanted === 'yes' || wanted === 'true']
        : [value, wanted];
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
