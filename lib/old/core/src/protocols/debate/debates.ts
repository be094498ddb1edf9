import { AgoraError } from 'agora-voting';
import { check, over } from 'agora-voting/internal';
import type { Protocol } from '../protocol';
import { debateOptions, plainDebate, settingsOf, type DebateSettings } from './debate-settings';
import { HeldDebate } from './held-debate';
import { maxTokensOf } from '../shared/answer-size';
import { byAnswer } from './similarity';
import { asShipped } from '../../own-code';

/** Settings of a debate; each overrides the method's own. */
export type DebateOptions = Partial<Omit<DebateSettings, 'maxTokens'>> & {
  readonly maxTokens?: Partial<DebateSettings['maxTokens']>;
};

/**
 * Any debate of agents who answer, read each other, and answer again. The methods below are presets of it.
 *
 * An unusable answer is recorded as a failure, and the agent's earlier answer still counts. An agent without any
 * answer is asked in every round, but nobody reads it, and it has no vote. If a rule needs ballots and none is
 * usable, nothing is decided.
 * @throws AgoraError 'setting' naming the setting; or, when it runs, if the groups do not fit the agents, or if the
 * debate has stages but the environment has no answers in prose
 * @example
 * protocols.debate({ rounds: 3, rule: voting.borda }).settings.rounds; // => 3
 */
export function debate(options: DebateOptions = {}): Protocol {
  return held('debate', {}, options);
}

/** A debate with these settings over a method's own. `who` is the method's name for errors. */
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
  return asShipped<Protocol>({
    name: 'debate',
    settings: settingsOf(settings),
    sampling: { temperature: settings.temperature },
    rules: [settings.rule],
    run: (session) => new HeldDebate(session, settings).run(),
  });
}

/**
 * MAD: everybody answers, reads everybody's answers, and answers again, for 4 rounds; the majority decides. Source:
 * Du et al. (2023), as described in S2-MAD (section 2).
 *
 * The paper contradicts itself on what agents remember. Section 4.1 says, apparently of all methods, that agents
 * forget all but the last round (`last round`); this is our default for every method. By its formula, M T Q + (M^2 T
 * + M T^2) C, they remember all their own answers and the others' last ones (`own answers`). The agents of Du et al.
 * remember the whole debate.
 * @example
 * protocols.mad({ memory: 'whole debate' }).settings.method; // => 'MAD'
 */
export function mad(options: DebateOptions = {}): Protocol {
  return held('mad', { method: 'MAD' }, options);
}

/**
 * S-MAD: MAD in which agents read only some of the others. Source: Li et al. (2024), S2-MAD section 2. By default
 * agents form a ring and read one neighbour on either side ("adjacent agents"). `{ kind: 'cut', probability }`
 * removes links at random, as in the formula. The paper does not say which topology Table 1 used. Agents remember as
 * in `mad`.
 * @example
 * protocols.sparseMad().settings.topology; // => { kind: 'ring', neighbours: 1 }
 */
export function sparseMad(options: DebateOptions = {}): Protocol {
  return held('sparseMad', { method: 'S-MAD', topology: { kind: 'ring', neighbours: 1 } }, options);
}

/**
 * GroupDebate: agents debate in groups. After every 2 rounds each group is summarised, and in the next stage
 * everybody first reads all summaries. Source: Liu et al. (2024), S2-MAD section 2. Two groups by default; the paper
 * does not give the grouping of Table 1.
 * @example
 * protocols.groupDebate({ groups: [2, 3] }).settings.groups; // => [2, 3]
 */
export function groupDebate(options: DebateOptions = {}): Protocol {
  return held('groupDebate', { ...grouped, method: 'GD' }, options);
}

/**
 * S2-MAD: GroupDebate with a redundancy filter. Agents do not read views that they already know, agents with nothing
 * new to read stay silent, and the debate ends when the summaries express one view. Source: S2-MAD, sections 3.1 and
 * 3.2 and Algorithm 1.
 *
 * The paper leaves four points open, which are settings here. `seen`: what counts as read before. `summarise`:
 * whether summaries cover all answers (Algorithm 1) or only different ones (the prompt of Table 5: "unique").
 * `order`: whether members answer at the same time (formulas 3 and 4) or one after the other (the loop of Algorithm
 * 1). `earlyEnd`: what ends the debate. Algorithm 1 ends it when one summary remains, even one with two answers (`one
 * summary`); section 3.1 when "all summarized viewpoints align" (`one view`).
 *
 * The ablations of Table 4: `topology: { kind: 'ring', neighbours: 1 }` (sparse), `earlyEnd: 'never'`,
 * `participation: 'always'` (without jump), `filter: false`. Without its filter no summaries are merged, so debates
 * never end early and no agent is ever idle.
 * @example
 * protocols.s2mad({ filter: false }).settings.earlyEnd; // => 'never'
 */
export function s2mad(options: DebateOptions = {}): Protocol {
  return held('s2mad', selective('S2-MAD', options), options);
}

/**
 * Ways of thinking for MS2-MAD: five of our own, assigned to the agents in turn. The paper does not print its
 * "multiple prompt settings" (S2-MAD, Appendix D).
 */
const approaches: readonly string[] = Object.freeze([
  'Think step by step, and write each step down before you take the next.',
  'First restate what is asked and what is given; then set up equations or rules, and solve them.',
  'Start from what an answer would have to look like, and work backwards to what is given.',
  'Estimate the answer first, then work it out in full, and explain any difference.',
  'Solve it in one way, then check the result in a second way that does not use the first.',
]);

/**
 * MS2-MAD: S2-MAD with agents who are asked to think in different ways. Source: S2-MAD, Appendix D.
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
