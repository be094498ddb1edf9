import { readDebatePhase } from 'agora-core/browser';
import type { Collaboration, Event, MessageEvent, ReplyEvent } from 'agora-core/transcripts';
import { actorOf } from './entries';

/*
 * What an agent got to know, according to the record. It runs in browsers too. What a question to an agent held, letter by
 * letter, is in its prompts.
 */

type Recorded = Pick<Collaboration, 'agents' | 'events'>;
type Data = Readonly<Record<string, unknown>>;
const dataOf = ({ data }: { readonly data: unknown }): Data =>
  typeof data === 'object' && data !== null ? (data as Data) : {};
const listIn = (data: Data, key: string): readonly unknown[] => {
  const list = Object.hasOwn(data, key) ? data[key] : undefined;
  return Array.isArray(list) ? list : [];
};
const notesIn = (events: readonly Event[], kind: string) =>
  events.flatMap((event) => (event.type === 'note' && event.kind === kind ? [event] : []));

/** All participants: the agents, then leaders, summarisers and others who decided from outside. */
export const presentIn = ({ agents, events }: Recorded): string[] => [
  ...new Set([...agents, ...events.flatMap((event) => actorOf(event) ?? [])]),
];

/**
 * Tells which events an agent knows. It knows all its own events. It does not know others' failures, tools and notes,
 * nor messages that it has not read and their proposals (`messagesRead`). In a debate it knows all summaries, elsewhere
 * its own and the instructor's. In an election nobody knows ballots and results, except that an informed dictator sees
 * the raters' ballots.
 */
export function sightOf(collaboration: Recorded, agent: string): (event: Event) => boolean {
  const { agents, events } = collaboration;
  const isMember = agents.includes(agent);
  const isDebate = notesIn(events, 'debate').length > 0;
  const [election] = notesIn(events, 'election').map(dataOf);
  const seesBallots =
    election === undefined || (!isMember && listIn(election, 'dictators').includes('informed'));
  const isRead = messagesRead(collaboration, agent);
  return (event) => {
    // What the endpoint did, nobody in the collaboration knows.
    if (event.type === 'incident') return false;
    if (actorOf(event) === agent) return true;
    switch (event.type) {
      case 'failure':
      case 'tool':
        return false;
      case 'note':
        return (
          event.by === agent || (event.kind === 'summary' && (isDebate || !agents.includes(event.by ?? '')))
        );
      case 'message':
        // A speaker may say something to all and something to some in one phase.
        if (isMember && event.visibleTo !== undefined && !event.visibleTo.includes(agent)) return false;
        return isRead(event);
      case 'proposal': {
        const { round, phase, by: from } = event;
        return isRead({ round, phase, from });
      }
      case 'vote':
        return seesBallots;
      case 'decision':
        return election === undefined;
      default:
        return true;
    }
  };
}

type Place = Pick<MessageEvent, 'round' | 'phase' | 'from'>;
const keyOf = ({ round, phase, from }: Place): string => JSON.stringify([round, phase, from]);

/**
 * Tells whether an agent has read what others said somewhere; true where nobody said anything there. It reads what is said
 * to all or to it, once it is asked again:
 *
 *     debate            the latest answers of those whom it is linked to, but for views that were withheld ("already seen"),
 *                       and none where a stage opens; a summariser, the answers that it sums up
 *     strategies        the last round; where an instructor alone sums up, only what was said before it in its round; the
 *                       instructor hears everything
 *     anywhere else     everything
 *
 * Where no replies are on record nobody knows when it was asked: then each round was read by the next.
 */
function messagesRead({ agents, events }: Recorded, agent: string): (place: Place) => boolean {
  const isMember = agents.includes(agent);
  const isDebate = notesIn(events, 'debate').length > 0;
  const [edges] = notesIn(events, 'edges').map((note) => dataOf({ data: dataOf(note)['reads'] }));
  const isLinked = (other: string) => edges === undefined || listIn(edges, agent).includes(other);
  const own = (kind: string) => notesIn(events, kind).filter(({ by }) => by === agent);
  const withheld = new Set(
    own('filtered').flatMap((note) =>
      listIn(dataOf(note), 'dropped').map(
        (view) => `${note.round} ${String(dataOf({ data: view })['from'])}`,
      ),
    ),
  );
  const summedUp = new Map(own('summary').map((note) => [note.round, listIn(dataOf(note), 'of')]));
  const inPhase = (phase: string) => events.filter((event) => 'phase' in event && event.phase === phase);
  const isStrategy = inPhase('statement').length > 0;
  const summarisers = inPhase('summary').map((event) => ('by' in event ? event.by : actorOf(event)));
  const keepsNothing = isMember && summarisers.length > 0 && !summarisers.some((by) => agents.includes(by!));

  const isTold = ({ from, to, visibleTo }: MessageEvent, round: number): boolean => {
    if (visibleTo !== undefined) return visibleTo.includes(agent) || (isStrategy && !isMember);
    return !isDebate || (to.includes(agent) && isLinked(from) && !withheld.has(`${round} ${from}`));
  };
  const holds = (question: ReplyEvent, message: MessageEvent): boolean => {
    const { round } = question;
    if (isDebate) {
      const step = readDebatePhase(question.phase)?.step;
      if (step === 'summary')
        return (
          readDebatePhase(message.phase)?.group === readDebatePhase(question.phase)?.group &&
          (summedUp.get(round)?.includes(message.from) ?? true)
        );
      return step === 'debate' && isTold(message, round);
    }
    if (keepsNothing && (round !== message.round || question.phase !== message.phase)) return false;
    return (!isStrategy || round - message.round <= 1) && isTold(message, round);
  };

  const [said, read] = [new Set<string>(), new Set<string>()];
  const isAsked = events.some(({ type }) => type === 'reply');
  const waiting = new Map<string, MessageEvent>();
  for (const event of events) {
    if (event.type === 'message') {
      said.add(keyOf(event));
      waiting.set(isDebate ? event.from : keyOf(event), event);
      if (!isAsked && !keepsNothing && isTold(event, event.round + 1)) read.add(keyOf(event));
    } else if (event.type === 'reply' && event.agent === agent) {
      for (const message of waiting.values()) if (holds(event, message)) read.add(keyOf(message));
      if (!isDebate) waiting.clear();
    }
  }
  return (place) => read.has(keyOf(place)) || !said.has(keyOf(place));
}
