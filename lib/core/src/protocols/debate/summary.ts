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

/** Which group is summed up, and when. */
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
  /** The members whose answers it was made of. */
  readonly of: readonly string[];
  /** How long it came out; the limit is asked for and not enforced. */
  readonly words: number;
}

/**
 * Has a group summed up by an agent outside it, who gets the answers and, as in the paper's prompts and formulas, not the
 * question. An answer in the environment's form is read out of the summary; one without any says nothing that could be
 * compared.
 * @returns null when the group has no answers, or no usable summary came
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
