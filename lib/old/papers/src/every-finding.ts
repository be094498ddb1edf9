import { deliberation } from './deliberation';
import type { Finding } from './finding';
import { gedi } from './gedi';
import { roundtable } from './roundtable';
import { s2mad } from './s2-mad';
import { strategies } from './strategies';

/** A finding with its paper, as the kit names papers: "GEDI". */
export interface PaperFinding extends Finding {
  readonly paper: string;
}

/**
 * Every statement of the five papers that their own printed numbers can check, in the papers' order.
 * @example
 * papers.everyFinding().filter(({ impossible }) => impossible).length > 5; // => true
 */
export function everyFinding(): readonly PaperFinding[] {
  const audits: readonly (readonly [string, readonly Finding[]])[] = [
    ['RoundTable', roundtable.audit()],
    ['RoundTable', roundtable.auditRecommendation()],
    ['RoundTable', roundtable.auditLanguage()],
    ['RoundTable', roundtable.auditStopping()],
    ['GEDI', gedi.audit()],
    ['S2-MAD', s2mad.audit()],
    ['Deliberation', deliberation.audit()],
    ['Strategies', strategies.audit()],
  ];
  return audits.flatMap(([paper, findings]) => findings.map((finding) => ({ paper: paper, ...finding })));
}

/** With how many statements of a paper its own numbers agree, and with how many they do not. */
export interface FindingCounts {
  readonly paper: string;
  readonly statements: number;
  readonly agree: number;
  /** Those in which a printed number cannot be right are not counted as disagreeing again. */
  readonly 'cannot be right': number;
  readonly 'do not agree': number;
  readonly undecided: number;
}

/**
 * The findings of all five papers, counted.
 * @example
 * papers.findingCounts().map(({ paper }) => paper)[1]; // => 'GEDI'
 */
export function findingCounts(): FindingCounts[] {
  const findings = everyFinding();
  return [...new Set(findings.map(({ paper }) => paper))].map((paper) => {
    const own = findings.filter((one) => one.paper === paper);
    const impossible = own.filter((one) => one.impossible).length;
    return {
      paper: paper,
      statements: own.length,
      agree: own.filter(({ agrees }) => agrees === true).length,
      'cannot be right': impossible,
      'do not agree': own.filter(({ agrees }) => agrees === false).length - impossible,
      undecided: own.filter(({ agrees }) => agrees === null).length,
    };
  });
}
