import { AgoraError } from 'agora-voting';
import {
  callable,
  check,
  having,
  listOf,
  number,
  object,
  oneOf,
  settings as settingsOf,
} from 'agora-voting/internal';
import { withBases } from '../../basis';
import type { Collaboration } from '../../transcripts/collaboration';
import { estimateOver, type Measurable, type Row } from '../../row';
import { totalOver } from '../over';
import { RunBasis } from '../run-basis';
import { filterTurns, likenessOf, type ReplayedTurn } from './filter-turns';
import { readFullDebate, type FullDebate } from './full-debate';
import { priceDebate } from './replay-tokens';
import { pluralityOf, type AnswerOf, type DebateAnswer, type Plurality } from './standing-answers';

/** How to replay a full debate with S2-MAD's filter. */
export interface ReplaySettings {
  /** The length of a text in tokens (`models.countTokens`). */
  readonly countTokens: (text: string) => number;
  /**
   * Extracts answers, for debates that record none. Unreadable texts (null) are similar to nothing, not even to each
   * other.
   */
  readonly answerOf?: AnswerOf;
  /**
   * Cosine similarities of all distinct texts of a debate; called once per debate and used for all thresholds. If
   * omitted, equal answers are similar views (the paper's matching).
   */
  readonly cosines?: (texts: readonly string[]) => Promise<readonly (readonly number[])[]>;
  /** With `cosines`: the lowest cosines of similar views. */
  readonly thresholds?: readonly number[];
  /**
   * answers (default): each agent reads the other agents' answers of the previous round. summary: one agent
   * summarises all answers after each round but the last, and everybody reads the summary (LLM-Agora).
   */
  readonly reads?: 'answers' | 'summary';
  /** What counts as seen: all that the agent kept in the debate (default), or only in the same prompt. */
  readonly seen?: 'debate' | 'round';
}

const replaySettings = settingsOf({
  countTokens: callable,
  answerOf: callable.optional(),
  cosines: callable.optional(),
  thresholds: listOf('cosines', number(), 1).optional(),
  reads: oneOf('answers', 'summary').optional(),
  seen: oneOf('debate', 'round').optional(),
});

/** One debate with the filter, at one threshold. */
interface Replay {
  /** Null: by answer. */
  readonly threshold: number | null;
  /** Every turn from round 2 on. */
  readonly turns: readonly ReplayedTurn[];
  readonly tokensSaved: number;
  readonly savedByDropping: number;
  readonly savedBySilence: number;
  /**
   * The plurality of the last round if silent agents kept their earlier answers, and all others answered as recorded.
   */
  readonly frozen: Plurality;
  /** Whether other answers win than in the recorded debate. */
  readonly changed: boolean;
}

interface DebateReplay {
  /** The tokens of the full debate, recorded or counted from its texts. */
  readonly tokens: number;
  readonly counted: 'recorded' | 'from texts';
  /** The plurality of the recorded answers in the last round. */
  readonly recorded: Plurality;
  /** One per threshold, in the given order; without thresholds one, by answer. */
  readonly replays: readonly Replay[];
}

/**
 * Computes what S2-MAD's redundancy filter and participation rule (section 3.2) would have removed from finished full
 * debates, and how many tokens this saves. No calls are made; unfinished debates are left out.
 *
 * A replay cannot know three things: how an agent would have answered after reading less; later rounds after a silent
 * agent kept its old answer (they are filtered as recorded); the length of other answers. It has no groups and does
 * not end a debate early: agents who all agree stay silent, unless a recorded answer disagrees later. With cosines,
 * the saving need not grow as the threshold falls: a text that was dropped as a repeat returns if the text that it
 * repeats is dropped as the agent's own view. A dropped text or a skipped turn is saved once, even if later prompts
 * would repeat it. So if agents remember more than the last round, the saving is a lower bound.
 * @returns by `threshold` (null: by answer): the number of `debates`; in percent, `saved` of all tokens, `silent` of
 * the turns from round 2 on, and `dropped` of the texts that those turns had to read; the accuracy `recorded`, and
 * `frozen`, if silent agents had kept their answers; and the number of debates that are `changed`, that is, where
 * other answers would win
 * @throws AgoraError 'not-full-debate', AgoraError 'debate-record', AgoraError 'missing-score', AgoraError 'setting'
 * @example
 * const environment = environments.questions({ set: environments.generateArithmetic({}) });
 * const setting = { environment, model: models.simulated(), collaborations: 1, progress: 'none' };
 * const debates = await experiment({ ...setting, protocol: protocols.mad({ rounds: 2 }) });
 * const rows = await metrics.replayDebates(debates, { countTokens: models.countTokens });
 * rows.map(({ column }) => column); // => ['debates', 'saved', 'silent', 'dropped', 'recorded', 'frozen', 'changed']
 */
export async function replayDebates(run: Measurable, settings: ReplaySettings): Promise<Row[]> {
  const given = object('arguments', {
    run: having('a run', { evidence: 'string' }),
    settings: replaySettings,
  });
  check('replayDebates', given, { run, settings });
  const debates: DebateReplay[] = [];
  const basis = new RunBasis(run.name ?? 'the run', run);
  for await (const collaboration of run)
    if (basis.add(collaboration)) debates.push(await replayFilter(collaboration, settings));
  const found = basis.found();
  return (settings.thresholds ?? [null]).flatMap((threshold, place) => {
    const replays = debates.flatMap((debate) => debate.replays[place] ?? []);
    const inTurns = (count: (turn: ReplayedTurn) => number) =>
      replays.map(({ turns }) => sum(turns.map(count)));
    const texts = inTurns(({ kept, dropped }) => kept.length + dropped.length);
    const columns = {
      debates: estimateOver(
        replays.map(() => 1),
        totalOver,
      ),
      saved: estimateOver(
        replays.map(({ tokensSaved }) => tokensSaved),
        shareOf(debates.map(({ tokens }) => tokens)),
      ),
      silent: estimateOver(
        inTurns(({ silent }) => (silent ? 1 : 0)),
        shareOf(inTurns(() => 1)),
      ),
      dropped: estimateOver(
        inTurns(({ dropped }) => dropped.length),
        shareOf(texts),
      ),
      recorded: estimateOver(debates.map(({ recorded }) => 100 * recorded.right)),
      frozen: estimateOver(replays.map(({ frozen }) => 100 * frozen.right)),
      changed: estimateOver(
        replays.map(({ changed }) => (changed ? 1 : 0)),
        totalOver,
      ),
    };
    return Object.entries(columns).map(([column, own]) =>
      withBases({ threshold, column, ...own, evidence: run.evidence }, found === null ? [] : [found]),
    );
  });
}

/**
 * The sum of the parts over all debates, in percent of the sum of the wholes. The standard error is that of a ratio
 * of sums, by linearisation (Cochran 1977, section 2.11). Debates are the units, and larger ones have more weight.
 */
function shareOf(whole: readonly number[]) {
  return (parts: readonly number[]): { value: number | null; standardError: number | null } => {
    const [n, all] = [parts.length, sum(whole)];
    if (all === 0) return { value: null, standardError: null };
    const share = sum(parts) / all;
    const squares = sum(parts.map((part, place) => (part - share * (whole[place] ?? NaN)) ** 2));
    const error = n > 1 ? Math.sqrt((squares * n) / (n - 1)) / all : null;
    return { value: 100 * share, standardError: error === null ? null : 100 * error };
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** Replays one finished full debate. @throws as `replayDebates` does */
export async function replayFilter(
  collaboration: Collaboration,
  settings: ReplaySettings,
): Promise<DebateReplay> {
  check('replayDebates', replaySettings, settings);
  const { answerOf, cosines, thresholds, countTokens, reads = 'answers', seen = 'debate' } = settings;
  if ((cosines === undefined) !== (thresholds === undefined))
    throw new AgoraError(
      'setting',
      'replayDebates needs both cosines and thresholds, or neither to compare answers',
    );
  const debate = readFullDebate(collaboration, reads, answerOf);
  const likeness = await likenessOf(debate, cosines);
  const price = priceDebate(debate, reads, countTokens);
  const recorded = pluralityOf((debate.rounds.at(-1) ?? []).map(({ answer }) => answer));
  const replays = (thresholds ?? [null]).map((threshold) => {
    const isSimilar = likeness(threshold);
    const turns = filterTurns(debate, isSimilar, { reads, seen });
    const { savedByDropping, savedBySilence } = price.saved(turns, isSimilar);
    const frozen = pluralityOf(freeze(debate, turns));
    const changed = !sameMembers(recorded.winners, frozen.winners);
    const tokensSaved = savedByDropping + savedBySilence;
    return { threshold, turns, tokensSaved, savedByDropping, savedBySilence, frozen, changed };
  });
  return { tokens: price.full, counted: price.counted, recorded, replays };
}

/** The last answers, if silent turns keep the previous answer. */
function freeze({ agents, rounds }: FullDebate, turns: readonly ReplayedTurn[]): (DebateAnswer | null)[] {
  const silent = new Set(turns.filter((turn) => turn.silent).map(({ round, agent }) => `${round}/${agent}`));
  return agents.map((name, agent) => {
    let answer = rounds[0]?.[agent]?.answer ?? null;
    for (let round = 2; round <= rounds.length; round++)
      if (!silent.has(`${round}/${name}`)) answer = rounds[round - 1]?.[agent]?.answer ?? null;
    return answer;
  });
}

function sameMembers(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key) => other.includes(key));
}
