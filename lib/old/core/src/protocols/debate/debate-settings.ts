import { AgoraError, plurality, type TiePolicy, type VotingRule } from 'agora-voting';
import {
  either,
  flag,
  having,
  type JsonObject,
  listOf,
  number,
  oneOf,
  settings,
  text,
  tiePolicy,
  votingRule,
  whole,
} from 'agora-voting/internal';
import type { SimilarityMeasure } from './similarity';
import { topology, type Topology } from '../shared/audience';
import { maxTokensGiven, maxTokensOf, type MaxTokens } from '../shared/answer-size';
import type { MemoryKind } from '../shared/memory';
import type { Order } from '../shared/order';

/** All settings of a debate. The named methods (`mad`, `s2mad`, ...) set them, and each can be overridden. */
export interface DebateSettings {
  /** The method's name in the record. */
  readonly method: string;
  /** T: the number of rounds, the first answers included. */
  readonly rounds: number;
  /** R: rounds per stage. A stage ends with summaries, and the next stage begins with them. */
  readonly intraRounds: number;
  /**
   * Group sizes ([2, 3]), or the number of groups, which are then as equal as possible. All agents must be in a
   * group.
   */
  readonly groups: number | readonly number[];
  /** Whether agents are assigned to groups at random, or in roster order. */
  readonly shuffle: boolean;
  readonly topology: Topology;
  /** What an agent's prompt repeats of earlier rounds, besides what the agent reads now. */
  readonly memory: MemoryKind;
  /** How views are compared. With null nothing is compared, so nothing is filtered and no debate ends early. */
  readonly similarity: SimilarityMeasure | null;
  /**
   * Whether redundant views are removed from what an agent reads. If false, an agent reads everything and is never
   * idle.
   */
  readonly filter: boolean;
  /** Which views count as received before: all that an agent read in the debate, or only those of this round. */
  readonly seen: 'debate' | 'round';
  /** Whether an agent with nothing new to read is asked anyway, or stays silent ("jump"). */
  readonly participation: 'when something is new' | 'always';
  /** When a debate ends before its last round, at the end of a stage. See `s2mad`. */
  readonly earlyEnd: 'one view' | 'one summary' | 'never';
  /** Whether summaries cover all answers of a group, or only those that differ. */
  readonly summarise: 'all answers' | 'different answers';
  /** The most words that a summary is asked for. */
  readonly summaryWords: number;
  /** Whether members answer at the same time, or one after the other, reading the answers before them. */
  readonly order: Order;
  /** Ways of thinking, assigned to the agents in turn. With an empty list all agents get the same prompt. */
  readonly approaches: readonly string[];
  /**
   * The temperature of every answer, unless the experiment's `sampling` sets it: at 0, agents of one model would all
   * say the same. Default 0.7, our usual value: S2-MAD (section 3.1) only says "random decoding" by "adjusting the
   * temperature".
   */
  readonly temperature: number;
  /**
   * The rule that settles the debate. Rules on single votes count the answers; others ask every agent for a ballot.
   */
  readonly rule: VotingRule;
  readonly ties: TiePolicy;
  /**
   * The most tokens of an answer or a summary in prose (default 512), and of an answer in JSON or a ballot, with its
   * reason (default 200). An answer that is cut off is unusable, so a model that writes more needs a higher limit.
   */
  readonly maxTokens: MaxTokens<'prose' | 'message'>;
}

/** MAD: one group, everybody reads everybody, nothing is filtered. */
export const plainDebate: DebateSettings = Object.freeze<DebateSettings>({
  method: 'MAD',
  rounds: 4,
  intraRounds: Number.MAX_SAFE_INTEGER,
  groups: 1,
  shuffle: true,
  topology: { kind: 'all' },
  memory: 'last round',
  similarity: null,
  filter: false,
  seen: 'debate',
  participation: 'always',
  earlyEnd: 'never',
  summarise: 'all answers',
  summaryWords: 80,
  order: 'simultaneous',
  approaches: [],
  temperature: 0.7,
  rule: plurality,
  ties: 'random',
  maxTokens: maxTokensOf(['prose', 'message']),
});

export const debateOptions = settings({
  method: text(),
  rounds: whole(1),
  intraRounds: whole(1),
  groups: either('a number of groups, or their sizes', whole(1), listOf('group sizes', whole(1), 1)),
  shuffle: flag,
  topology,
  memory: oneOf('last round', 'own answers', 'whole debate'),
  similarity: having(
    'a similarity measure',
    { name: 'string', settings: 'object', begin: 'function' },
    (value) => (value === 'answer' ? 'protocols.byAnswer' : undefined),
  ).nullable(),
  filter: flag,
  seen: oneOf('debate', 'round'),
  participation: oneOf('when something is new', 'always'),
  earlyEnd: oneOf('one view', 'one summary', 'never'),
  summarise: oneOf('all answers', 'different answers'),
  summaryWords: whole(1),
  order: oneOf('simultaneous', 'in turn'),
  approaches: listOf('ways of thinking', text(10_000)),
  temperature: number(0),
  rule: votingRule,
  ties: tiePolicy,
  maxTokens: maxTokensGiven('prose', 'message'),
}).partial();

/** The sizes of the groups for this many agents. @throws AgoraError 'setting' when the agents do not fit */
export function groupSizes(groups: DebateSettings['groups'], agents: number): readonly number[] {
  if (typeof groups !== 'number') {
    const held = groups.reduce((sum, size) => sum + size, 0);
    if (held === agents) return groups;
    throw new AgoraError(
      'setting',
      `debate needs groups that hold all ${agents} agents, got ${groups.join(' + ')} = ${held}`,
    );
  }
  if (groups > agents)
    throw new AgoraError('setting', `debate cannot make ${groups} groups of ${agents} agents`);
  return Array.from({ length: groups }, (_, group) => Math.floor((agents + group) / groups));
}

/** The settings as a run records them. */
export function settingsOf(settings: DebateSettings) {
  const { rule, similarity, topology, groups, approaches, intraRounds, maxTokens, ...rest } = settings;
  return {
    ...rest,
    intraRounds: Math.min(intraRounds, settings.rounds),
    groups: typeof groups === 'number' ? groups : [...groups],
    topology: { ...topology },
    similarity: similarity === null ? null : { name: similarity.name, ...similarity.settings },
    approaches: [...approaches],
    rule: rule.name,
    maxTokens: { ...maxTokens },
  } satisfies JsonObject;
}
