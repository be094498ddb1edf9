import { AgoraError } from 'agora-voting';
import { claimSpecs, testOf } from '../claim-spec';
import { evaluate, type Measured, type NotTested, type TestFound } from './evaluate';

/** What recorded evidence says of a paper's claims, by the claim's name. */
export type RecordedTests = Readonly<Record<string, TestFound | NotTested>>;

/**
 * The tests of a paper's claims on what was measured, by the claim's name after the paper's.
 * @throws AgoraError 'claim' when something was measured that no claim tests
 */
export function testsOf(
  paper: keyof ReturnType<typeof claimSpecs>,
  measured: Readonly<Record<string, Measured | NotTested>>,
  evidence: 'recorded' | 'live' = 'recorded',
): RecordedTests {
  const { claims } = claimSpecs()[paper];
  const found: Record<string, TestFound | NotTested> = {};
  for (const [name, one] of Object.entries(measured)) {
    const id = `${paper}.${name}`;
    const spec = claims.find((claim) => claim.id === id);
    const test = spec === undefined ? null : testOf(spec, evidence);
    if (test === null) throw new AgoraError('claim', `${id} has no ${evidence} test`);
    found[id] = 'notTested' in one ? one : evaluate(id, test, one);
  }
  return found;
}
