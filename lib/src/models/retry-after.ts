/**
 * How long an endpoint asks to wait, in milliseconds: `retry-after-ms`, or `retry-after` in seconds or as an HTTP
 * date (RFC 9110, section 10.2.3). Undefined when it does not say, or says nonsense.
 * @param now - milliseconds since 1970, to count a date from
 */
export function readRetryAfter(
  headers: { get(name: string): string | null } | undefined,
  now: number,
): number | undefined {
  const milliseconds = readNumber(headers?.get('retry-after-ms'));
  if (milliseconds !== undefined) return milliseconds;
  const text = headers?.get('retry-after');
  const seconds = readNumber(text);
  if (seconds !== undefined) return seconds * 1000;
  const date = /[a-z]/i.test(text ?? '') ? Date.parse(text as string) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function readNumber(text: string | null | undefined): number | undefined {
  return text != null && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
