import type { JsonObject } from 'agora-voting/internal';
import { debatePhase } from '../../../transcripts/debate-phase';
import type { Collaboration } from '../../../transcripts/collaboration';
import type { Event, FinishedEvent, NoteEvent, ReplyEvent } from '../../../transcripts/event';

/** An invented debate with letters as answers. A is right. */
export interface MadeDebate {
  readonly index?: number;
  readonly method?: string;
  /** One word per round, one letter per agent: its answer; "." is silent, "-" failed. */
  readonly rounds: readonly string[];
  /** Agents by index, from 0. Default: one group of all. */
  readonly groups?: readonly (readonly number[])[];
  readonly intraRounds?: number;
  /** [stage][group]: the letters that a summary reports. */
  readonly summaries?: readonly (readonly string[])[];
  readonly settings?: JsonObject;
  /** [input, output] of a reply. Default 100 and 10. */
  readonly tokens?: (round: number, agent: number) => readonly [number, number];
  readonly summaryTokens?: readonly [number, number];
  readonly text?: (letter: string, round: number, agent: number) => string;
  /** More events, inserted before the end. */
  readonly more?: readonly Event[];
  /** Null: still running. */
  readonly finished?: Partial<FinishedEvent> | null;
}

export const agentName = (place: number): string => `Agent ${place + 1}`;

export function madeReply(place: Partial<ReplyEvent>): ReplyEvent {
  return {
    type: 'reply',
    collaboration: 0,
    round: 1,
    phase: 'stage 1/group 1/alone',
    agent: 'Agent 1',
    repeat: 0,
    attempt: 0,
    request: '',
    text: '',
    finish: 'stop',
    inputTokens: 100,
    outputTokens: 10,
    counted: 'reported',
    latencyMs: 1,
    cached: false,
    ...place,
  };
}

export function madeNote(kind: string, data: NoteEvent['data'], more: Partial<NoteEvent> = {}): NoteEvent {
  return { type: 'note', collaboration: 0, round: 1, phase: 'set-up', kind, data, ...more };
}

export function madeDebate(made: MadeDebate): Collaboration {
  const { index = 0, method = 'MAD', rounds, intraRounds = rounds.length, summaries = [] } = made;
  const agents = [...(rounds[0] ?? '')].map((_, place) => agentName(place));
  const { groups = [agents.map((_, place) => place)], tokens = () => [100, 10] as const } = made;
  const { text = (letter) => `I say ${letter}`, summaryTokens = [50, 20] } = made;
  const collaboration = index;
  const named = groups.map((members) => members.map(agentName));
  const setUp = { method, rounds: rounds.length, intraRounds, groups: named, ...made.settings };
  const events: Event[] = [madeNote('debate', setUp, { collaboration })];
  rounds.forEach((word, t) => {
    const round = t + 1;
    const stage = Math.floor(t / intraRounds) + 1;
    const step = t === 0 ? 'alone' : t % intraRounds === 0 ? 'exchange' : 'debate';
    [...word].forEach((letter, agent) => {
      const by = agentName(agent);
      const group = groups.findIndex((members) => members.includes(agent)) + 1;
      const place = { collaboration, round, phase: debatePhase({ stage, group, step }) };
      if (letter === '.') {
        events.push(madeNote('silent', { why: 'nothing new' }, { ...place, by }));
        return;
      }
      const [inputTokens, outputTokens] = tokens(round, agent);
      events.push(madeReply({ ...place, agent: by, inputTokens, outputTokens }));
      if (letter === '-')
        events.push({
          type: 'failure',
          ...place,
          agent: by,
          repeat: 0,
          kind: 'unparsed',
          reason: 'no answer',
        });
      else {
        const to = (named[group - 1] ?? []).filter((other) => other !== by);
        const score = { correct: letter === 'A' ? 1 : 0, decided: 1 };
        events.push({ type: 'message', ...place, from: by, to, text: text(letter, round, agent) });
        events.push({
          type: 'proposal',
          ...place,
          by,
          candidate: letter,
          proposal: { answer: letter },
          score,
        });
      }
    });
    if (round % intraRounds === 0)
      (summaries[stage - 1] ?? []).forEach((letters, group) => {
        const by = `Summariser ${group + 1}`;
        const phase = debatePhase({ stage, group: group + 1, step: 'summary' });
        const [inputTokens, outputTokens] = summaryTokens;
        events.push(madeReply({ collaboration, round, phase, agent: by, inputTokens, outputTokens }));
        const of = (groups[group] ?? []).map((place) => agents[place] ?? '');
        const data = { text: `They say ${letters}`, answers: [...letters], of };
        events.push(madeNote('summary', data, { collaboration, round, phase, by }));
      });
  });
  events.push(...(made.more ?? []).map((event) => ({ ...event, collaboration })));
  if (made.finished === null) return { index, instance: null, agents, events, finished: null };
  const finished: FinishedEvent = {
    type: 'finished',
    collaboration,
    rounds: rounds.length,
    cause: 'rounds',
    outcome: { answer: 'A' },
    score: { correct: 1, decided: 1 },
    ...made.finished,
  };
  return {
    index,
    instance: { text: 'Which letter is right' },
    agents,
    events: [...events, finished],
    finished,
  };
}
