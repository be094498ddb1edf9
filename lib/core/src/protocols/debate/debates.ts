import { AgoraError } from 'agora-voting';
import { check, over } from 'agora-voting/internal';
import type { Protocol } from '../protocol';
import { debateOptions, plainDebate, settingsOf, type DebateSettings } from './debate-settings';
import { HeldDebate } from './held-debate';
import { maxTokensOf } from '../shared/answer-size';
import { byAnswer } from './similarity';

/** A debate's settings, each over the method's own. */
export type DebateOptions = Partial<Omit<DebateSettings, 'maxTokens'>> & {
  readonly maxTokens?: Partial<DebateSettings['maxTokens']>;
};

/**
 * Any debate of agents who answer, read each other, and answer again. The methods below are settings of this one.
 *
 * An answer that cannot be used is a failure on record and leaves the agent's earlier answer standing; an agent without
 * any answer is asked in every round, read by nobody, and has no vote. Where a rule asks for ballots and none can be used,
 * nothing is decided.
 * @throws AgoraError 'setting' naming the setting; once it runs, when the groups do not hold the agents, or the debate has
 * stages and the environment no answers in prose
 * @example
 * protocols.debate({ rounds: 3, rule: voting.borda }).settings.rounds; // => 3
 */
export function debate(options: DebateOptions = {}): Protocol {
  return held('debate', {}, options);
}

/** A debate of these settings over a method's own, which `who` asks for. */
function held(who: string, method: DebateOptions, options: DebateOptions): Protocol {
  check(who, debateOptions, options);
  const settings: DebateSettings = {
    ...over({ ...plainDebate, ...(method as Partial<DebateSettings>) }, options as Partial<DebateSettings>),
    maxTokens: maxTokensOf(['prose', 'message'], options.maxTokens),
  };
  const { filter, similarity, earlyEnd } = settings;
  if (filter && similarity === null)
    throw new AgoraError('setting', `${who} needs a similarity for its filter, got null`);
  if (!filter && earlyEnd !== 'never')
    throw new AgoraError(
      'setting',
      `${who} needs "never" as earlyEnd where nothing is filtered, so that no summaries are merged, got "${earlyEnd}"`,
    );
  return {
    name: 'debate',
    settings: settingsOf(settings),
    sampling: { temperature: settings.temperature },
    run: (session) => new HeldDebate(session, settings).run(),
  };
}

/**
 * MAD: everybody answers, reads everybody's answers, and answers again, for 4 rounds; the majority decides. Source: Du et
 * al. (2023), as S2-MAD (section 2) runs it.
 *
 * The paper contradicts itself on what agents remember. Section 4.1 has them forget all but the last round, of all methods
 * as it reads (`last round`): the default here, the same for every method. Its formula, M T Q + (M^2 T + M T^2) C, has them
 * remember all their own answers and the others' last ones (`own answers`); those of Du et al. keep the whole debate.
 * @example
 * protocols.mad({ memory: 'whole debate' }).settings.method; // => 'MAD'
 */
export function mad(options: DebateOptions = {}): Protocol {
  return held('mad', { method: 'MAD' }, options);
}

/**
 * S-MAD: MAD in which agents read some of the others only. Source: Li et al. (2024), S2-MAD section 2. The default is a
 * ring in which each reads one neighbour to either side ("adjacent agents"); `{ kind: 'cut', probability }` removes links
 * at random, as the formula has it. Which topology Table 1 used is not said. Agents remember as in `mad`.
 * @example
 * protocols.sparseMad().settings.topology; // => { kind: 'ring', neighbours: 1 }
 */
export function sparseMad(options: DebateOptions = {}): Protocol {
  return held('sparseMad', { method: 'S-MAD', topology: { kind: 'ring', neighbours: 1 } }, options);
}

/**
 * GroupDebate: agents debate in groups; after every 2 rounds each group is summed up, and the next stage begins with
 * everybody reading all summaries. Source: Liu et al. (2024), S2-MAD section 2. Two groups by default; the grouping of
 * Table 1 is not said.
 * @example
 * protocols.groupDebate({ groups: [2, 3] }).settings.groups; // => [2, 3]
 */
export function groupDebate(options: DebateOptions = {}): Protocol {
  return held('groupDebate', { ...grouped, method: 'GD' }, options);
}

/**
 * S2-MAD: GroupDebate in which nobody reads what it knows, who has nothing new to read stays silent, and the debate ends
 * when the summaries put one view. Source: S2-MAD, sections 3.1 and 3.2 and Algorithm 1.
 *
 * The paper leaves open, and here are settings: what counts as seen before (`seen`); whether all answers are summed up or
 * those that differ (`summarise`; Algorithm 1 has all, the prompt of Table 5 "unique" ones); whether members answer at the
 * same time, as formulas (3) and (4) have it, or one after the other, as the loop of Algorithm 1 would (`order`); and what
 * ends it (`earlyEnd`). Algorithm 1 ends when one summary is left, even one that reports two answers; section 3.1 when "all
 * summarized viewpoints align", which `one view` takes at its word.
 *
 * The ablations of Table 4: `topology: { kind: 'ring', neighbours: 1 }` (sparse), `earlyEnd: 'never'`,
 * `participation: 'always'` (without jump), `filter: false`. Without its filter no summaries are merged, so that nothing
 * ends early and nobody is ever idle.
 * @example
 * protocols.s2mad({ filter: false }).settings.earlyEnd; // => 'never'
 */
export function s2mad(options: DebateOptions = {}): Protocol {
  return held('s2mad', selective('S2-MAD', options), options);
}

/**
 * Ways of thinking for MS2-MAD, whose "multiple prompt settings" the paper does not print (S2-MAD, Appendix D): five of
 * ours, given to the agents in turn.
 */
const approaches: readonly string[] = Object.freeze([
  'Think step by step, and write each step down before you take the next.',
  'First restate what is asked and what is given; then set up equations or rules, and solve them.',
  'Start from what an answer would have to look like, and work backwards to what is given.',
  'Estimate the answer first, then work it out in full, and explain any difference.',
  'Solve it in one way, then check the result in a second way that does not use the first.',
]);

/**
 * MS2-MAD: S2-MAD whose agents are asked to think in different ways. Source: S2-MAD, Appendix D.
 * @example
 * protocols.ms2mad().settings.approaches.length; // => 5
 */
export function ms2mad(options: DebateOptions = {}): Protocol {
  return held('ms2mad', { ...selective('MS2-MAD', options), approaches }, options);
}

const grouped: DebateOptions = { groups: 2, intraRounds: 2 };

function selective(method: string, options: DebateOptions): DebateOptions {
  return {
    ...grouped,
    method,
    similarity: byAnswer,
    filter: true,
    participation: 'when something is new',
    earlyEnd: options?.filter === false ? 'never' : 'one view',
  };
}
