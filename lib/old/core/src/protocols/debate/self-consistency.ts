import { AgoraError, plurality, type TiePolicy, type VotingRule } from 'agora-voting';
import { check, type Json, number, settings, tiePolicy, votingRule, whole } from 'agora-voting/internal';
import { debatePhase } from '../../transcripts/debate-phase';
import type { Protocol, Session } from '../protocol';
import { answeringIn, recordAnswer } from './answering';
import { maxTokensGiven, maxTokensOf, type MaxTokens } from '../shared/answer-size';
import { Candidates } from '../shared/candidates';
import { chat } from '../shared/memory';
import { voteByAnswers } from './settlement';
import type { Said } from './member';
import { debaterPrompt, firstQuestion } from './prompts';
import { asShipped } from '../../own-code';

export interface SelfConsistencyOptions {
  /** The number of independent answers. Default 40, as in S2-MAD's Table 1. */
  readonly paths?: number;
  /** A rule on single votes. Default plurality. */
  readonly rule?: VotingRule;
  /** Default "random"; the paper does not give it. */
  readonly ties?: TiePolicy;
  /** Default 0.7, since paths must differ; S2-MAD gives no number. The experiment's `sampling` takes precedence. */
  readonly temperature?: number;
  /** The most tokens of an answer: by default 512 in prose and 200 in JSON. */
  readonly maxTokens?: Partial<MaxTokens<'prose' | 'message'>>;
}

const selfConsistencyOptions = settings({
  paths: whole(1).optional(),
  rule: votingRule.optional(),
  ties: tiePolicy.optional(),
  temperature: number(0).optional(),
  maxTokens: maxTokensGiven('prose', 'message'),
});

/**
 * Chain of thought (Wei et al. 2022): one agent answers once.
 * @example
 * protocols.chainOfThought().settings.paths; // => 1
 */
export function chainOfThought(
  options: Pick<SelfConsistencyOptions, 'temperature' | 'maxTokens'> = {},
): Protocol {
  check('chainOfThought', selfConsistencyOptions.pick({ temperature: true, maxTokens: true }), options);
  const { temperature = 0.7 } = options;
  const maxTokens = maxTokensOf(['prose', 'message'], options.maxTokens);
  return paths({
    paths: 1,
    rule: plurality,
    ties: 'random',
    temperature,
    maxTokens,
    name: 'chain-of-thought',
  });
}

/**
 * Self-consistency (Wang et al. 2022): one agent answers the same question several times, and the answers are
 * counted. Every answer pays for its own prompt, as in S2-MAD's Table 1. An unusable answer is not a vote.
 * @throws AgoraError 'setting' when the number of paths or the rule is invalid
 * @example
 * protocols.selfConsistency({ paths: 5 }).settings.rule; // => 'plurality'
 */
export function selfConsistency(options: SelfConsistencyOptions = {}): Protocol {
  check('selfConsistency', selfConsistencyOptions, options);
  const { paths: samples = 40, rule = plurality, ties = 'random', temperature = 0.7 } = options;
  if (rule.ballot !== 'choice')
    throw new AgoraError(
      'setting',
      `selfConsistency needs a rule on single votes, since it only counts answers; ${rule.name} takes ${rule.ballot} ballots`,
    );
  const maxTokens = maxTokensOf(['prose', 'message'], options.maxTokens);
  return paths({ paths: samples, rule, ties, temperature, maxTokens, name: 'self-consistency' });
}

interface Paths {
  readonly name: string;
  readonly paths: number;
  readonly rule: VotingRule;
  readonly ties: TiePolicy;
  readonly temperature: number;
  readonly maxTokens: MaxTokens<'prose' | 'message'>;
}

function paths({ name, temperature, ...settings }: Paths): Protocol {
  const { rule, ties, maxTokens } = settings;
  return asShipped<Protocol>({
    name,
    settings: { paths: settings.paths, rule: rule.name, ties, temperature, maxTokens },
    sampling: { temperature },
    rules: [rule],
    run: (session) => walk(session, settings),
  });
}

async function walk<I, P>(
  session: Session<I, P>,
  { paths: samples, rule, ties, maxTokens }: Pick<Paths, 'paths' | 'rule' | 'ties' | 'maxTokens'>,
) {
  const { environment, instance, agents } = session;
  const [agent] = agents;
  if (agent === undefined)
    throw new AgoraError('setting', 'selfConsistency needs an agent, and the environment has none');
  const answering = answeringIn(environment, instance, maxTokens);
  const phase = debatePhase({ stage: 1, group: 1, step: 'alone' });
  const messages = chat(
    debaterPrompt(agent.background, null),
    firstQuestion(environment.task(instance), answering.words),
  );
  const answers = await Promise.all(
    Array.from({ length: samples }, (_, repeat) =>
      session.ask({
        round: 1,
        phase,
        agent: agent.name,
        repeat,
        messages,
        sampling: answering.sampling,
        read: answering.read,
        ...(answering.format === undefined ? {} : { format: answering.format }),
        situation: answering.situation({ messages: [], standing: null, candidates: [] }),
      }),
    ),
  );
  const candidates = new Candidates(session);
  const said = answers.flatMap((answer, path): Said[] => {
    if (answer.kind !== 'answered') return [];
    const candidate = recordAnswer(
      session,
      candidates,
      { round: 1, phase },
      { by: agent.name, to: [], answer },
    );
    return [{ from: `Path ${path + 1}`, text: answer.text, answers: [candidate] }];
  });
  const outcome = voteByAnswers(session, candidates, said, {
    round: 1,
    phase: 'settlement',
    by: rule.name,
    rule,
    ties,
    electorate: samples,
  });
  const score = environment.score(instance, outcome);
  const cause = said.length === 0 ? 'no answers' : 'rounds';
  return { rounds: 1, cause, outcome: outcome as Json, score };
}
