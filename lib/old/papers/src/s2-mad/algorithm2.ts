/**
 * The input of S2-MAD's Algorithm 2: the lengths of one debate in tokens. Rounds, stages and agents are places from 0.
 */
export interface DebateLengths {
  /** Q. */
  readonly question: number;
  /** G: the agents of each group, by place. */
  readonly groups: readonly (readonly number[])[];
  /** T: the number of rounds played. */
  readonly rounds: number;
  /** R: rounds in a stage. */
  readonly intraRounds: number;
  /** O, [round][agent]: the current answer in that round, also an earlier answer of a silent agent. */
  readonly outputs: readonly (readonly number[])[];
  /** Sum, [stage][group]. */
  readonly summaries: readonly (readonly number[])[];
  /** P, [round][agent]: 1 if the agent was asked, 0 if not, or a probability. */
  readonly participates: readonly (readonly number[])[];
  /**
   * For counting `what is sent`, [round][agent]: answers and summaries in the prompt, its own earlier ones included.
   */
  readonly heard: readonly (readonly number[])[];
  /** For counting `what is sent`, [stage][group]: the answers in the summariser's prompt. */
  readonly summarised: readonly (readonly number[])[];
}

export interface Algorithm2Settings {
  /**
   * Whether P counts in the later rounds of the first stage: not in Algorithm 2 (`always`, the default), but in
   * equations 3 and 6 (`selective`).
   */
  readonly firstStage?: 'always' | 'selective';
  /**
   * What a participating agent reads.
   *
   * - as printed (default), Algorithm 2: everything its group said, its own answer included, or all summaries and its
   *   own answer, without regard to filtering. A last stage's summaries do not count, though a debate that ends early made
   *   them.
   * - what is sent: what its prompt held (`heard`), and every summary that was made (`summarised`).
   *
   * For the exchange of summaries, Algorithm 2 takes P of that round and equation 6 P of the round before: this is the
   * former. Algorithm 2 prints the own answer read as the round before's, equation 6 as this round's: again the former.
   */
  readonly counting?: 'as printed' | 'what is sent';
}

export interface Algorithm2Tokens {
  readonly total: number;
  /** By round, without summaries. */
  readonly byRound: readonly { readonly round: number; readonly tokens: number }[];
  /** Summaries by stage. */
  readonly summaries: readonly { readonly stage: number; readonly tokens: number }[];
}

/** Token cost by S2-MAD's Algorithm 2, or by the chosen counting. The number of stages is T / R, rounded up. */
export function algorithm2Tokens(
  lengths: DebateLengths,
  { firstStage = 'always', counting = 'as printed' }: Algorithm2Settings = {},
): Algorithm2Tokens {
  const { question: Q, groups, rounds: T, intraRounds: R, outputs: O, summaries, participates: P } = lengths;
  const agents = groups.flat();
  const stages = Math.ceil(T / R);
  const groupOf = (agent: number): readonly number[] => groups.find((group) => group.includes(agent)) ?? [];
  const at = (table: readonly (readonly number[])[], row: number, column: number): number =>
    table[row]?.[column] ?? 0;
  const ofGroup = (agent: number, t: number): number => sum(groupOf(agent), (other) => at(O, t - 1, other));
  const ofSummaries = (stage: number): number =>
    sum(groups.keys(), (group) => at(summaries, stage - 1, group));

  const heard = (agent: number, t: number, stage: number, exchange: boolean): number => {
    if (counting === 'what is sent') return at(lengths.heard, t, agent);
    return exchange ? at(O, t - 1, agent) + ofSummaries(stage) : ofGroup(agent, t);
  };

  const byRound = Array.from({ length: T }, (_, t) => {
    const stage = Math.floor(t / R);
    const exchange = stage > 0 && t === stage * R;
    const tokens = sum(agents, (agent) => {
      if (t === 0) return Q + at(O, 0, agent);
      const chance = stage === 0 && firstStage === 'always' ? 1 : at(P, t, agent);
      return chance * (Q + at(O, t, agent) + heard(agent, t, stage, exchange));
    });
    return { round: t + 1, tokens };
  });
  const made = counting === 'what is sent' ? summaries.length : stages - 1;
  const bySummary = Array.from({ length: made }, (_, stage) => ({
    stage: stage + 1,
    tokens: sum(groups.keys(), (group) => {
      const members = sum(groups[group] ?? [], (agent) => at(O, (stage + 1) * R - 1, agent));
      const read = counting === 'what is sent' ? at(lengths.summarised, stage, group) : members;
      return read + at(summaries, stage, group);
    }),
  }));
  const total = sum(byRound, ({ tokens }) => tokens) + sum(bySummary, ({ tokens }) => tokens);
  return { total, byRound, summaries: bySummary };
}

function sum<T>(items: Iterable<T>, value: (item: T) => number): number {
  let total = 0;
  for (const item of items) total += value(item);
  return total;
}
