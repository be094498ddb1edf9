import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { check, number, object, oneOf, settings, text, whole } from 'agora-voting/internal';
import { claims as claimsOfPapers } from './published/claims';
import { OUR_EVIDENCE } from './comparison';
import { rounded } from './ledger-row';
import { readLedger, recordTest, type ClaimTest } from './ledger';
import { shownClaims } from './ledger-table';
import type { Shown } from './table';
import { verdictOf, type Verdict } from './verdict';

const claimArguments = object('arguments', {
  id: text(),
  options: settings({
    evidence: oneOf(...OUR_EVIDENCE),
    effect: number(),
    low: number(),
    high: number(),
    n: whole(1),
    cases: text(),
    clusters: whole(1),
    models: text(),
    notebook: text(),
  }),
});

/**
 * Tests a claim of a paper: records the measured effect in the ledger, with the verdict that follows from its interval,
 * and gives a row to show, with the verdict of this test.
 * @param id - the paper and the claim, as papers.claims() has them: "gedi.votingBeatsOneRater"
 * @throws AgoraError 'ledger' when no paper makes that claim, or the effect is outside its interval
 * @example
 * const found = { evidence: 'simulated', effect: 2, low: 1, high: 3, n: 10, clusters: 10 } as const;
 * const whose = { cases: 'a question', models: 'mine', notebook: 'mine.ipynb' };
 * report.claim('gedi.votingBeatsOneRater', { ...found, ...whose }).verdict; // => 'holds'
 */
export function claim(id: string, options: Omit<ClaimTest, 'claim'>): Shown & { readonly verdict: Verdict } {
  check('claim', claimArguments, { id, options });
  const [effect, low, high] = [rounded(options.effect), rounded(options.low), rounded(options.high)];
  const tested = recordTest({ claim: id, ...options, effect, low, high });
  return Object.assign(shownClaims([tested]), { verdict: verdictOf(tested, { low, high }) });
}

/**
 * The tested claims of one paper or of all, with the verdict by each kind of evidence.
 * @param paper - as its claims' names begin: "gedi"
 * @throws AgoraError 'setting' when no paper's claims begin so
 * @example
 * typeof report.claims('gedi').text; // => 'string'
 */
export function claims(paper = ''): Shown {
  check('claims', object('arguments', { paper: z.string({ error: 'the name of a paper' }) }), { paper });
  const papers = [...new Set(claimsOfPapers().map(({ id }) => id.split('.')[0] as string))];
  if (!claimsOfPapers().some(({ id }) => id.startsWith(paper)))
    throw new AgoraError(
      'setting',
      `claims knows no paper ${JSON.stringify(paper)}; it knows ${papers.join(', ')}`,
    );
  return shownClaims(readLedger().claims.filter(({ id, tests }) => id.startsWith(paper) && tests.length > 0));
}
