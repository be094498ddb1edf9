import { describe, expect, it } from 'vitest';
import { visible } from './visible';

describe('visible', () => {
  it('known: what a terminal would obey is written by its number', () => {
    expect(visible('a\u001b[31mb\u202ec')).toBe('a\\x1b[31mb\\u202ec');
    expect(visible('\u0000\u0007\r\u009b\u2066\u061c')).toBe('\\x00\\x07\\x0d\\x9b\\u2066\\u061c');
  });

  it('law: other texts stay as they are, and so does what was made visible', () => {
    const text = 'Grüße\tא ب 中\n👩‍👩‍👧 \u2028 end';
    expect(visible(text)).toBe(text);
    expect(visible('one\r\ntwo')).toBe('one\ntwo');
    expect(visible(visible('a\u001bb'))).toBe(visible('a\u001bb'));
  });
});
