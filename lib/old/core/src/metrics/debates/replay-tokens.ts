import { AgoraError } from 'agora-voting';
import type { Json } from 'agora-voting/internal';
import { eventsOf } from '../../transcripts/collaboration';
import { readDebatePhase } from '../../transcripts/debate-phase';
import type { ReplyEvent } from '../../transcripts/event';
import { distinctViews, type ReplayedTurn } from './filter-turns';
import type { FullDebate, Viewpoint } from './full-debate';
import type { ReplaySettings } from './replay';

/** What a full debate cost, and what a replay would have saved. */
interface Price {
  /** recorded: from the recorded replies. from texts: counted, because no replies are recorded. */
  readonly counted: 'recorded' | 'from texts';
  readonly full: number;
  readonly saved: (
    turns: readonly ReplayedTurn[],
    isSimilar: (a: Viewpoint, b: Viewpoint) => boolean,
  ) => {
    /** Tokens of texts that are removed from prompts which are still sent. */
    readonly savedByDropping: number;
    /**
     * Tokens of whole calls that are not made, prompts and answers: silent turns, and summaries that nobody would
     * read.
     */
    readonly savedBySilence: number;
  };
}

/**
 * Prices a debate once, and then any replay of it. Without recorded replies, agents who read answers also read their
 * own.
 */
export function priceDebate(
  { collaboration, agents, rounds, summaries }: FullDebate,
  reads: ReplaySettings['reads'],
  countTokens: ReplaySettings['countTokens'],
): Price {
  const lengths = new Map<string, number>();
  const length = (text: string): number => {
    const known = lengths.get(text) ?? countTokens(text);
    lengths.set(text, known);
    return known;
  };
  const replies = eventsOf(collaboration, 'reply');
  const recorded = new Map<string, number>();
  for (const reply of replies) {
    const place = readDebatePhase(reply.phase);
    if (place === null) continue; // ballots that settle the debate
    const call = `${place.step === 'summary' ? 'summary' : 'turn'}/${reply.round}/${reply.agent}`;
    recorded.set(call, (recorded.get(call) ?? 0) + tokensOf(reply));
  }
  const fromTexts = replies.length === 0;
  const question = fromTexts ? questionOf(collaboration.instance) : '';
  const Q = fromTexts ? length(question) : 0;
  const textAt = (round: number, agent: number): string => rounds[round - 1]?.[agent]?.text ?? '';
  const answersOf = (round: number): number => sum(agents.map((_, agent) => length(textAt(round, agent))));

  const turn = (round: number, agent: number): number => {
    if (!fromTexts) return recorded.get(`turn/${round}/${agents[agent] ?? ''}`) ?? 0;
    const answer = length(textAt(round, agent));
    if (round === 1) return Q + answer;
    if (reads === 'answers') return Q + answersOf(round - 1) + answer;
    // If the summary contains the question, the summary is the whole prompt.
    const summary = summaries[round - 2]?.text ?? '';
    return (summary.includes(question) ? 0 : Q) + length(summary) + answer;
  };
  const summaryCall = (round: number): number => {
    const { by, text } = summaries[round - 1] ?? { by: '', text: '' };
    if (!fromTexts) return recorded.get(`summary/${round}/${by}`) ?? 0;
    return answersOf(round) + length(question === '' ? text : text.split(question).join(''));
  };
  const allTurns = rounds.flatMap((_, place) => agents.map((_, agent) => turn(place + 1, agent)));
  const full = fromTexts
    ? sum(allTurns) + sum(summaries.map((_, place) => summaryCall(place + 1)))
    : sum(replies.map(tokensOf));

  const saved: Price['saved'] = (turns, isSimilar) => {
    const silent = turns.filter((one) => one.silent);
    let savedBySilence = sum(silent.map((one) => turn(one.round, agents.indexOf(one.agent))));
    let savedByDropping = 0;
    if (reads === 'answers') {
      for (const { round, dropped, silent: skipped } of turns)
        if (!skipped)
          savedByDropping += sum(dropped.map(({ from }) => length(textAt(round - 1, agents.indexOf(from)))));
    } else
      summaries.forEach((_, place) => {
        const read = turns.some((one) => one.round === place + 2 && !one.silent);
        if (!read) savedBySilence += summaryCall(place + 1);
        else {
          const told = distinctViews(rounds[place] ?? [], isSimilar);
          savedByDropping += answersOf(place + 1) - sum(told.map(({ text }) => length(text)));
        }
      });
    return { savedByDropping, savedBySilence };
  };
  return { counted: fromTexts ? 'from texts' : 'recorded', full, saved };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function tokensOf({ inputTokens, outputTokens }: ReplyEvent): number {
  return inputTokens + outputTokens;
}

function questionOf(instance: Json): string {
  const { question, text } = (instance ?? {}) as { readonly question?: unknown; readonly text?: unknown };
  const found = typeof question === 'string' ? question : text;
  if (typeof found === 'string') return found;
  throw new AgoraError(
    'debate-record',
    'replayDebates needs a text "question" or "text" in the instance to count its tokens, where no replies are on record',
  );
}
