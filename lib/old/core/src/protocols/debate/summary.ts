import { debatePhase } from '../../transcripts/debate-phase';
import type { Session } from '../protocol';
import type { DebateSettings } from './debate-settings';
import { distinct } from './filter';
import { upTo } from '../shared/answer-size';
import { chat } from '../shared/memory';
import type { Floor } from './floor';
import { messagesOf, type Member, type Said } from './member';
import { summariserPrompt, summaryQuestion } from './prompts';
import type { StatementJudge } from './similarity';

/** The group to summarise, and the time. */
export interface SummaryPlace {
  readonly stage: number;
  readonly round: number;
  readonly group: readonly Member[];
  /** The group's number, from 1. */
  readonly number: number;
}

export interface Summary {
  readonly summary: Said;
  readonly by: string;
  readonly phase: string;
  /** The members whose answers it covers. */
  readonly of: readonly string[];
  /** Its length. The prompt asks for the limit, but nothing enforces it. */
  readonly words: number;
}

/**
 * Lets an agent outside a group summarise it. The agent gets the answers but not the question, as in the paper's
 * prompts and formulas. Answers in the environment's format are read from the summary. A summary without one has no
 * view that could be compared.
 * @returns null when the group has no answers, or when no usable summary came
 */
export async function summariseGroup<I, P>(
  session: Session<I, P>,
  floor: Floor<I, P>,
  { summarise, summaryWords, maxTokens }: DebateSettings,
  judge: StatementJudge,
  { stage, round, group, number }: SummaryPlace,
): Promise<Summary | null> {
  const { prose } = floor.answering;
  const all = group.flatMap(({ answer }) => (answer === null ? [] : [answer]));
  if (all.length === 0 || prose === null) return null;
  if (summarise === 'different answers') await judge.learn(all);
  const said = summarise === 'all answers' ? all : distinct(judge, all);
  const by = `Summariser ${number}`;
  const phase = debatePhase({ stage, group: number, step: 'summary' });
  const { instance } = session;
  const answer = await session.ask({
    round,
    phase,
    agent: by,
    messages: chat(summariserPrompt(), summaryQuestion(said, summaryWords, prose.form(instance))),
    sampling: upTo(maxTokens.prose),
    read: (value) => {
      const text = String(value).trim();
      return text === '' ? { ok: false, reason: 'the summary is empty' } : { ok: true, value: text };
    },
    situation: {
      act: 'summarise',
      stating: true,
      messages: messagesOf(said, round),
      candidates: floor.candidates.behind(said),
    },
  });
  if (answer.kind !== 'answered') return null;
  const text = answer.value;
  const answers = prose.stated(instance, text).map((proposal) => floor.candidates.idOf(proposal));
  const words = text.split(/\s+/).length;
  const of = said.map(({ from }) => from);
  return { summary: { from: `Group ${number}`, text, answers: [...new Set(answers)] }, by, phase, of, words };
}
