import { AgoraError, knownOptions } from '../../error';
import { eventsOf, type Collaboration } from '../../protocols/protocol';
import { estimate } from '../estimate';
import type { Column, Row } from '../measure';
import { correctIn } from './readings';

/* Measures that compare the accuracy of strategies with their token costs. */

export interface TokenAccuracyOptions {
  /** The field that contains the name of the strategy. */
  readonly by: string;
  /** The relative price of an input token. Default: 1. */
  readonly alpha?: number;
  /**
   * The relative price of an output token. Default: 4, because GPT-4o's output tokens cost four times as much as its
   * input tokens.
   */
  readonly beta?: number;
}

/**
 * A strategy's token-accuracy ratio (TAR), and its normalised form (NTAR): the TAR divided by the highest TAR of all
 * strategies.
 */
export interface TokenAccuracy {
  readonly strategy: string;
  readonly accuracy: number;
  readonly TAR: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly NTAR: number | null;
  readonly n: number;
}

/** TAR = accuracy / (alpha * input + beta * output). Accuracy is in percent. Source: Strategies, equation 1. */
export function tokenAccuracy(accuracy: number, input: number, output: number, alpha = 1, beta = 4): number {
  return accuracy / (alpha * input + beta * output);
}

/**
 * Returns the token-accuracy ratio of each measured strategy: mean accuracy divided by mean cost, with a 95% interval
 * from the delta method. Also returns each ratio as a share of the highest ratio. Requires rows for the columns
 * accuracy, input and output. Source: equation 1, appendix E.
 */
export function tokenAccuracyOf(rows: readonly Row[], options: TokenAccuracyOptions): TokenAccuracy[] {
  knownOptions('tokenAccuracyOf', options, ['by', 'alpha', 'beta']);
  const { by, alpha = 1, beta = 4 } = options;
  const strategies = [...new Set(rows.map((row) => row[by]))];
  const found = strategies.map((name) => {
    if (name === undefined)
      throw new AgoraError(`Some rows have no field "${by}". Set "by" to a field that all rows have.`);
    const cases = new Map<string, { accuracy?: number; input?: number; output?: number; cluster: string }>();
    for (const row of rows) {
      if (row[by] !== name || row.value === null || !['accuracy', 'input', 'output'].includes(row.column))
        continue;
      const key = `${row.collaboration} ${row.case}`;
      cases.set(key, { ...(cases.get(key) ?? { cluster: row.case }), [row.column]: row.value });
    }
    const whole = [...cases.values()].flatMap(({ accuracy, input, output, cluster }) =>
      accuracy === undefined || input === undefined || output === undefined
        ? []
        : [{ accuracy, cost: alpha * input + beta * output, cluster }],
    );
    if (whole.length === 0)
      throw new AgoraError(
        `"${String(name)}" has no case with accuracy, input and output. Measure all three columns.`,
      );
    const cost = whole.reduce((sum, one) => sum + one.cost, 0) / whole.length;
    const accuracy = whole.reduce((sum, one) => sum + one.accuracy, 0) / whole.length;
    const TAR = accuracy / cost;
    const influence = whole.map((one) => TAR + (one.accuracy - TAR * one.cost) / cost);
    const { low, high } = estimate(influence, { clusters: whole.map(({ cluster }) => cluster) });
    return { strategy: String(name), accuracy, TAR, low, high, n: whole.length };
  });
  const highest = Math.max(...found.map(({ TAR }) => TAR));
  return found.map((one) => ({ ...one, NTAR: highest === 0 ? null : one.TAR / highest }));
}

/**
 * MV, the majority-vote baseline for agents that work alone: 100 if their most frequent answer is right, 0 if it is
 * not. In a tie, the value is the percentage of tied answers that are right.
 */
export const majorityVote: Column = {
  measure(one) {
    const votes = new Map<string, { count: number; correct: number }>();
    for (const { proposal, score } of lastProposals(one)) {
      const correct = correctIn(score?.['correct']);
      if (correct === null) return null;
      const key = JSON.stringify(proposal);
      votes.set(key, { count: (votes.get(key)?.count ?? 0) + 1, correct });
    }
    const most = Math.max(...[...votes.values()].map(({ count }) => count));
    const tied = [...votes.values()].filter(({ count }) => count === most);
    return tied.length === 0 ? 0 : (100 * tied.reduce((sum, { correct }) => sum + correct, 0)) / tied.length;
  },
  bounds: [0, 100],
};

function lastProposals(one: Collaboration) {
  const latest = new Map(eventsOf(one, 'proposal').map((event) => [event.agent, event]));
  return [...latest.values()].filter(({ proposal }) => proposal !== null);
}
