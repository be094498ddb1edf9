import { describe, expect, it } from 'vitest';
import { readRetryAfter } from './openai-error';

const now = Date.UTC(2026, 0, 1, 0, 0, 0);
const read = (headers: Record<string, string>) => readRetryAfter(new Headers(headers), now);

describe('readRetryAfter', () => {
  it('known: seconds, milliseconds and an HTTP date (RFC 9110)', () => {
    expect(read({ 'retry-after': '7' })).toBe(7000);
    expect(read({ 'retry-after': '0.5' })).toBe(500);
    expect(read({ 'retry-after-ms': '250', 'retry-after': '9' })).toBe(250);
    expect(read({ 'retry-after': 'Thu, 01 Jan 2026 00:00:12 GMT' })).toBe(12_000);
    expect(read({ 'retry-after': 'Wed, 31 Dec 2025 23:59:00 GMT' })).toBe(0);
  });

  it('contract: silence and nonsense give nothing', () => {
    expect(readRetryAfter(undefined, now)).toBeUndefined();
    for (const text of ['', 'soon', '-3', '1e3', 'NaN'])
      expect(read({ 'retry-after': text }), text).toBeUndefined();
  });
});
