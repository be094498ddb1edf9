import type { Collaboration } from '../../../transcripts/collaboration';
import { pluralityOf, type Plurality } from '../plurality-of';
import type { DebateAnswer } from '../standing-answers';
import { filterTurns, type ReplayedTurn } from './filter-turns';
import { readFullDebate, type FullDebate } from './full-debate';
import { likenessOf } from './likeness';
import { resolveReplay, type ReplaySettings } from './replay-settings';
import { priceDebate } from './replay-tokens';

/** One debate with the filter, at one threshold. */
export interface Replay {
  /** Null: by answer. */
  readonly threshold: number | null;
  /** Every turn from round 2 on. */
  readonly turns: readonly ReplayedTurn[];
  readonly tokensSaved: number;
  readonly savedByDropping: number;
  readonly savedBySilence: number;
  /** `tokensSaved` over the full debate's tokens. */
  readonly shareSaved: number;
  /** The plurality of the last round if every silent agent had kept its earlier answer, all others answering as recorded. */
  readonly frozen: Plurality;
  /** Whether other answers win than in the recorded debate. */
  readonly changed: boolean;
}

export interface DebateReplay {
  readonly evidence: 'recomputed';
  readonly collaboration: number;
  /** The full debate's, as recorded, or counted from its texts. */
  readonly tokens: number;
  readonly counted: 'recorded' | 'from texts';
  /** The plurality of the last round's answers as recorded. */
  readonly recorded: Plurality;
  /** One for each threshold, in the order given; one, by answer, without. */
  readonly replays: readonly Replay[];
}

/**
 * What S2-MAD's redundancy filter and participation rule (section 3.2) would have left out of a finished full debate, and
 * the tokens that this saves. Nothing is asked again.
 *
 * What a replay cannot know: how an agent would have answered had it read less; what later rounds would have been once a
 * silent agent kept its old answer (they are filtered as recorded); how long other answers would have been. It knows of no
 * groups, and does not end a debate early: agents who all agree are silent for good, unless a recorded answer disagrees
 * later. With similarity by cosine the saving need not grow as the threshold falls: a text dropped as a repeat comes back
 * once the text that it repeats is dropped as the agent's own view. What was dropped, and a turn
 * that was not taken, is saved once, also where later prompts repeat it: with MAD's default memory, the whole debate, the
 * saving is a lower bound.
 * @throws AgoraError 'not-full-debate', AgoraError 'debate-record', AgoraError 'missing-score', AgoraError 'setting'
 * @example
 * const environment = environments.questions({ set: environments.generateArithmetic({}) });
 * const setting = { environment, model: models.simulated(), collaborations: 1, progress: 'none' };
 * const [debate] = await experiment({ ...setting, protocol: protocols.mad({ rounds: 2 }) });
 * (await metrics.replayFilter(debate, { countTokens: models.countTokens })).replays.length; // => 1
 */
export async function replayFilter(
  collaboration: Collaboration,
  settings: ReplaySettings,
): Promise<DebateReplay> {
  const resolved = resolveReplay(settings);
  const debate = readFullDebate(collaboration, resolved);
  const likeness = await likenessOf(debate, resolved);
  const price = priceDebate(debate, resolved);
  const last = (debate.rounds.at(-1) ?? []).map(({ answer }) => answer);
  const recorded = pluralityOf(last);
  const priced = resolved.thresholds.map((threshold) => {
    const isSimilar = likeness(threshold);
    const turns = filterTurns(debate, isSimilar, resolved);
    const { full, counted, savedByDropping, savedBySilence } = price(turns, isSimilar);
    const tokensSaved = savedByDropping + savedBySilence;
    const frozen = pluralityOf(freeze(debate, turns));
    const changed = !sameMembers(recorded.winners, frozen.winners);
    const shareSaved = full > 0 ? tokensSaved / full : 0;
    const replay = {
      threshold,
      turns,
      tokensSaved,
      savedByDropping,
      savedBySilence,
      shareSaved,
      frozen,
      changed,
    };
    return { full, counted, replay };
  });
  const { full, counted } = priced[0] ?? { full: 0, counted: 'from texts' as const };
  return {
    ...{ evidence: 'recomputed', collaboration: collaboration.index, tokens: full, counted, recorded },
    replays: priced.map(({ replay }) => replay),
  };
}

/** The last answers, where silent turns leave the one before standing. */
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
