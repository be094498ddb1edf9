import { AgoraError } from '../../agora-error';
import { check, listOf, number, object, whole } from '../../check';

/** The lengths of one debate, in tokens: what S2-MAD's Algorithm 2 takes. Rounds, stages and agents by place from 0. */
export interface DebateLengths {
  /** Q. */
  readonly question: number;
  /** G: the agents of each group, by place. */
  readonly groups: readonly (readonly number[])[];
  /** T: rounds that were played. */
  readonly rounds: number;
  /** R: rounds in a stage. */
  readonly intraRounds: number;
  /** O, [round][agent]: the answer as it stands in that round, so that a silent agent's earlier one can be read on. */
  readonly outputs: readonly (readonly number[])[];
  /** Sum, [stage][group]. */
  readonly summaries: readonly (readonly number[])[];
  /** P, [round][agent]: 1 for who was asked, 0 for who was not, or a chance. */
  readonly participates: readonly (readonly number[])[];
  /** For counting `what is sent`, [round][agent]: answers and summaries in the prompt, its own earlier ones included. */
  readonly heard?: readonly (readonly number[])[];
  /** For counting `what is sent`, [stage][group]: the answers in the summariser's prompt. */
  readonly summarised?: readonly (readonly number[])[];
  /** For counting by `equations`, D, [round][agent]: how many views of others differ from the agent's own. */
  readonly differing?: readonly (readonly number[])[];
}

export interface Algorithm2Settings {
  /**
   * Whether P counts in the later rounds of the first stage: not in Algorithm 2 (`always`, the default), though it does
   * in equations 3 and 6 (`selective`).
   */
  readonly firstStage?: 'always' | 'selective';
  /**
   * What an agent that takes part reads.
   *
   * - as printed (default), Algorithm 2: everything its group said, its own answer included, or all summaries and its
   *   own answer, whatever was filtered. A last stage's summaries do not count, though a debate that ends early made them.
   * - equations, 3 and 4: the group's answers times M D / N, the summaries times D / N. The latter is the share of
   *   summaries that differ; the former grows beyond the group (N D / M would be the share of its members).
   * - what is sent: what its prompt held (`heard`), and every summary that was made (`summarised`).
   *
   * For the exchange of summaries, Algorithm 2 takes P of that round and equation 6 P of the round before: this is the
   * former. Algorithm 2 prints the own answer read as the round before's, equation 6 as this round's: again the former.
   */
  readonly counting?: 'as printed' | 'equations' | 'what is sent';
}

export interface Algorithm2Tokens {
  readonly total: number;
  /** By round, summaries left out. */
  readonly byRound: readonly { readonly round: number; readonly tokens: number }[];
  /** Summaries by the stage that they sum up. */
  readonly summaries: readonly { readonly stage: number; readonly tokens: number }[];
}

/**
 * Token cost by S2-MAD's Algorithm 2, or by the counting chosen. The number of stages is T / R, rounded up.
 * @throws AgoraError 'setting' when lengths are missing, of another shape, or negative
 */
export function algorithm2Tokens(
  lengths: DebateLengths,
  { firstStage = 'always', counting = 'as printed' }: Algorithm2Settings = {},
): Algorithm2Tokens {
  checkLengths(lengths, { counting });
  const { question: Q, groups, rounds: T, intraRounds: R, outputs: O, summaries, participates: P } = lengths;
  const agents = groups.flat();
  const stages = Math.ceil(T / R);
  const groupOf = (agent: number): readonly number[] => groups.find((group) => group.includes(agent)) ?? [];
  const at = (table: readonly (readonly number[])[] | undefined, row: number, column: number): number =>
    table?.[row]?.[column] ?? 0;
  const ofGroup = (agent: number, t: number): number => sum(groupOf(agent), (other) => at(O, t - 1, other));
  const ofSummaries = (stage: number): number =>
    sum(groups.keys(), (group) => at(summaries, stage - 1, group));

  const heard = (agent: number, t: number, stage: number, exchange: boolean): number => {
    if (counting === 'what is sent') return at(lengths.heard, t, agent);
    const own = at(O, t - 1, agent);
    const all = exchange ? ofSummaries(stage) : ofGroup(agent, t);
    if (counting === 'as printed') return exchange ? own + all : all;
    const D = at(lengths.differing, t, agent);
    return exchange ? own + (D / groups.length) * all : ((agents.length * D) / groups.length) * all;
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

const lengthShape = object('the lengths of a debate', {
  question: number(0),
  rounds: whole(1),
  intraRounds: whole(1),
  groups: listOf('groups', listOf('places', whole()), 1),
});

/** @throws AgoraError 'setting' naming what is missing, of another shape, or no length */
function checkLengths(lengths: DebateLengths, { counting }: Pick<Algorithm2Settings, 'counting'>): void {
  check('algorithm2Tokens', lengthShape, lengths);
  const { groups, rounds, intraRounds } = lengths;
  const agents = [...groups.flat()].sort((a, b) => a - b);
  if (agents.length === 0 || agents.some((agent, place) => agent !== place))
    fail(`"groups" must hold every agent once, by place from 0, got ${JSON.stringify(groups)}`);
  const stages = Math.ceil(rounds / intraRounds);
  requireTable('outputs', lengths.outputs, rounds, agents.length);
  requireTable('participates', lengths.participates, rounds, agents.length);
  requireTable('summaries', lengths.summaries, stages - 1, groups.length);
  if (counting === 'what is sent') {
    requireTable('heard', lengths.heard, rounds, agents.length);
    requireTable('summarised', lengths.summarised, lengths.summaries.length, groups.length);
  }
  if (counting === 'equations') requireTable('differing', lengths.differing, rounds, agents.length);
  if (lengths.participates.flat().some((chance) => chance > 1))
    fail('"participates" must be chances from 0 to 1, got one above 1');
}

function requireTable(
  name: string,
  table: readonly (readonly number[])[] | undefined,
  rows: number,
  columns: number,
): void {
  if (table === undefined || table.length < rows)
    fail(`"${name}" needs at least ${rows} rows, got ${table === undefined ? 'none' : table.length}`);
  for (const [row, numbers] of table?.entries() ?? []) {
    if (numbers.length !== columns)
      fail(`"${name}" needs ${columns} numbers in row ${row}, got ${numbers.length}`);
    const wrong = numbers.find((value) => !(value >= 0 && Number.isFinite(value)));
    if (wrong !== undefined) fail(`"${name}" must hold numbers of at least 0, got ${wrong} in row ${row}`);
  }
}

function fail(what: string): never {
  throw new AgoraError('setting', `algorithm2Tokens: ${what}`);
}
