import { describe, expect, it } from 'vitest';
import { locateDataset } from 'agora-core/datasets';
import { claimsFile, committedTests } from './committed-tests';
import { recordedNeeds, recordedTests } from './recorded';

const absent = recordedNeeds.s2mad.filter((name) => locateDataset(name) === null);

describe('recordedTests', () => {
  it.skipIf(absent.length > 0)(
    `reference: the committed tests of S2-MAD come out again (skipped where ${absent.join(', ') || 'a set'} is absent)`,
    { timeout: 300_000 },
    async () => {
      expect(claimsFile('s2mad', await recordedTests('s2mad')).tests).toEqual(committedTests('s2mad'));
    },
  );
});
