import { AgoraError, knownOptions } from '../error';
import type { Run } from '../experiment/run';
import { countTokens } from '../models/tokens';
import { sameAnswer, type Similarity, type View } from '../protocols/debate';
import type { Call, Collaboration, DecisionEvent, Event } from '../protocols/protocol';

export interface ReplayOptions {
  /**
   * Decides whether two views count as the same. With null, no view is dropped, and the replay is identical to the
   * recorded debate. Default: `sameAnswer`.
   */
  readonly filter?: Similarity | null;
  /** Whether an agent with nothing new to read stays silent and keeps its answer. Default: true if a filter is set. */
  readonly jump?: boolean;
  /** Whether the debate ends when only one view remains after a two-round stage. Default: true if a filter is set. */
  readonly earlyStop?: boolean;
  /**
   * Whether views that an agent read in earlier rounds count as known (section 3.2). If false, the agent knows only its
   * own view. Default: true.
   */
  readonly rememberReceived?: boolean;
  /** The number of rounds to replay. Default: all recorded rounds. */
  readonly rounds?: number;
}

/**
 * Applies parts of S²-MAD to recorded debates in which every agent read the answers of all other agents. Finds the
 * views that agents would not have read and the calls that would not have been made. The replay itself makes no calls.
 * Source: S²-MAD, sections 3.1 and 3.2.
 *
 * When an agent is called, it gives its recorded answer, because a replay cannot know what the agent would have written
 * after reading less. Prompt tokens are the recorded tokens minus the tokens of dropped views. If no prompt tokens are
 * recorded, the replay counts the tokens of the question, of the agent's own last text and of the views that the agent
 * reads. The final decision is the most frequent answer. In a tie, `score.correct` is the share of tied answers that
 * are correct.
 *
 * @throws AgoraError if a turn is missing from a debate
 */
export async function replay(debates: Run, options: ReplayOptions = {}): Promise<Run> {
  knownOptions('replay', options, ['filter', 'jump', 'earlyStop', 'rememberReceived', 'rounds']);
  const { filter = sameAnswer } = options;
  const parts: Parts = {
    filter,
    jump: options.jump ?? filter !== null,
    earlyStop: options.earlyStop ?? filter !== null,
    rememberReceived: options.rememberReceived ?? true,
    rounds: options.rounds ?? Infinity,
    isInTurn: debates.about.protocol.settings['order'] === 'in turn',
  };
  const replayed: Collaboration[] = [];
  for (const one of debates) replayed.push(await replayOne(one, parts));
  return {
    about: debates.about,
    size: replayed.length,
    [Symbol.iterator]: () => replayed[Symbol.iterator](),
  };
}

interface Parts extends Required<ReplayOptions> {
  /** Whether agents speak one after the other, so that later agents read answers from the same round. */
  readonly isInTurn: boolean;
}

/** What an agent wrote in one round. */
interface Turn extends View {
  readonly event: Event;
  /** Null if the reply contains no answer. */
  readonly answer: string | null;
  readonly correct: number;
  /** Number of tokens in the prompt. Null if not recorded. */
  readonly input: number | null;
  readonly output: number;
}

async function replayOne(one: Collaboration, parts: Parts): Promise<Collaboration> {
  const { filter, jump, earlyStop, rememberReceived, isInTurn } = parts;
  const rounds = Math.min(one.rounds, parts.rounds);
  const question = countTokens(one.task);
  const names = one.agents.map(({ name }) => name);
  const turns = new Map(one.events.flatMap((event) => turnOf(one, event)));
  const turnIn = (round: number, name: string): Turn => {
    const turn = turns.get(`${round} ${name}`);
    if (turn === undefined)
      throw new AgoraError(
        `Case "${one.case}" has no answer from ${name} in round ${round}, so it cannot be replayed. Leave this case out.`,
      );
    return turn;
  };

  let standing = new Map(names.map((name) => [name, turnIn(1, name)]));
  const received = new Map<string, View[]>(names.map((name) => [name, []]));
  const events: Event[] = [...standing.values()].map(({ event }) => event);
  const calls: Call[] = [...standing.values()].map((turn) => callOf(1, turn, turn.input ?? question));
  let played = 1;
  for (let round = 2; round <= rounds; round++) {
    const isNewStage = (round - 1) % 2 === 0;
    if (earlyStop && filter !== null && isNewStage && (await isOneView([...standing.values()], filter)))
      break;
    const next = new Map(standing);
    for (const name of names) {
      const own = standing.get(name) as Turn;
      const heard = [...(isInTurn ? next : standing).values()].filter(({ from }) => from !== name);
      const before = rememberReceived ? (received.get(name) ?? []) : [];
      const kept: Turn[] = [];
      for (const view of heard)
        if (filter === null || !(await filter.isKnown(view, [own, ...before, ...kept]))) kept.push(view);
      const dropped = heard.filter((view) => !kept.includes(view));
      const from = kept.map((view) => view.from);
      events.push({ type: 'heard', round, agent: name, from, dropped: dropped.map((view) => view.from) });
      if (jump && kept.length === 0 && own.answer !== null) {
        events.push({ type: 'silent', round, agent: name, reason: 'nothing new to read' });
        continue;
      }
      received.get(name)?.push(...kept);
      const turn = turnIn(round, name);
      const full = turn.input ?? question + own.output + sumOf(heard);
      events.push(turn.event);
      calls.push(callOf(round, turn, full - sumOf(dropped)));
      next.set(name, turn);
    }
    standing = next;
    played = round;
  }
  const decision = vote([...standing.values()], played);
  const { selected, score } = decision;
  return { ...one, events: [...events, decision], calls, rounds: played, outcome: selected, score };
}

/**
 * If an event is an answer or an unusable reply, returns a list with one entry: the key "round agent" and the turn.
 * Otherwise, returns an empty list.
 */
function turnOf(one: Collaboration, event: Event): [string, Turn][] {
  if (event.type !== 'proposal' && event.type !== 'unusable') return [];
  const { round, agent } = event;
  const text = event.text ?? '';
  const answer = event.type === 'proposal' ? (event.candidate ?? null) : null;
  const correct = event.type === 'proposal' ? Number(event.score?.['correct'] ?? 0) : 0;
  const call = one.calls.find((call) => call.round === round && call.agent === agent);
  const turn: Turn = {
    from: agent,
    text,
    answers: answer === null ? [] : [answer],
    event,
    answer,
    correct,
    input: call?.input ?? null,
    output: call?.output ?? countTokens(text),
  };
  return [[`${round} ${agent}`, turn]];
}

const callOf = (round: number, turn: Turn, input: number): Call => ({
  round,
  agent: turn.from,
  phase: 'answer',
  attempt: 0,
  input,
  output: turn.output,
});

const sumOf = (views: readonly Turn[]): number => views.reduce((sum, { output }) => sum + output, 0);

async function isOneView([first, ...others]: readonly Turn[], filter: Similarity): Promise<boolean> {
  if (first === undefined) return false;
  for (const view of others) if (!(await filter.isKnown(view, [first]))) return false;
  return true;
}

function vote(standing: readonly Turn[], round: number): DecisionEvent {
  const totals: Record<string, number> = {};
  for (const { answer } of standing) if (answer !== null) totals[answer] = (totals[answer] ?? 0) + 1;
  const most = Math.max(0, ...Object.values(totals));
  const winners = [...new Set(standing.flatMap(({ answer }) => answer ?? []))].filter(
    (answer) => totals[answer] === most,
  );
  const right = winners.filter((answer) =>
    standing.some((turn) => turn.answer === answer && turn.correct === 1),
  );
  const selected = winners[0] ?? null;
  return {
    type: 'decision',
    round,
    by: 'most frequent answer',
    candidates: Object.keys(totals).map((id) => ({ id, by: [] })),
    totals,
    winners,
    selected,
    standing: selected === null ? null : { candidate: selected, proposal: selected },
    score: { correct: winners.length === 0 ? 0 : right.length / winners.length },
  };
}
