/** A JSON value, so that a run's records read back unchanged. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** A JSON schema, as an endpoint with structured output takes it. */
export type JsonSchema = JsonObject;

/** The result of reading outside data: the value, or why it was rejected. */
export type Reading<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** JSON with its keys in order at every depth, so that equal values give equal text. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const object = value as JsonObject;
  const members = Object.keys(object)
    .filter((name) => object[name] !== undefined)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(object[name] as Json)}`);
  return `{${members.join(',')}}`;
}

/** Whether objects and lists are nested deeper than a number of levels. Code that walks them recurses. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

/** A value of any kind as an error quotes it. A value that is nested too deep for JSON.stringify is described in words. */
export function jsonText(value: unknown): string {
  return isDeeperThan(100, value)
    ? 'a value of more than 100 levels'
    : (JSON.stringify(value) ?? String(value));
}
