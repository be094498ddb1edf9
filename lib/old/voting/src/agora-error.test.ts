import { describe, expect, it } from 'vitest';
import { AgoraError, hasCode } from './agora-error';

describe('hasCode', () => {
  it('known: an error of the library and of this kind', () => {
    expect(hasCode(new AgoraError('ballot', 'no'), 'ballot')).toBe(true);
    expect(hasCode(new AgoraError('ballot', 'no'), 'setting')).toBe(false);
  });

  it('contract: an error of another version of the library counts; other errors and values do not', () => {
    const ofAnotherVersion = Object.assign(new Error('no'), { name: 'AgoraError', code: 'ballot' });
    expect(hasCode(ofAnotherVersion, 'ballot')).toBe(true);
    expect(hasCode(Object.assign(new Error('no'), { code: 'ballot' }), 'ballot')).toBe(false);
    expect(hasCode({ name: 'AgoraError', code: 'ballot' }, 'ballot')).toBe(false);
    expect(hasCode(undefined, 'ballot')).toBe(false);
  });
});
