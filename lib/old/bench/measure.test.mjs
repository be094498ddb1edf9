import { afterEach, describe, expect, it, vi } from 'vitest';
import { askPeer } from './measure.mjs';

describe('askPeer', () => {
  afterEach(() => vi.restoreAllMocks());
  const program = (code) => ['-e', code];

  it('known: what the program prints is read as JSON', () => {
    expect(askPeer('a peer', process.execPath, program('console.log(JSON.stringify([1]))'))).toEqual([1]);
  });

  it('contract: a peer that cannot run is left out in one line, which says why', () => {
    const line = vi.spyOn(console, 'log').mockReturnValue(undefined);
    const trace =
      'Traceback (most recent call last):\n  File "x.py", line 1\nLookupError: \n*****\n  Resource \u001b[93mcmudict\u001b[0m not found.\n*****';
    const failing = program(`process.stderr.write(${JSON.stringify(trace)}); process.exitCode = 1`);
    expect(askPeer('textstat', process.execPath, failing)).toBeUndefined();
    expect(askPeer('textstat', '/no/such/python', [])).toBeUndefined();
    expect(line.mock.calls.map(([said]) => said)).toEqual([
      'textstat cannot run here (LookupError: Resource cmudict not found.): the comparison with it is left out.',
      'textstat cannot run here (spawnSync /no/such/python ENOENT): the comparison with it is left out.',
    ]);
  });
});
