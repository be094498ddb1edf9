import { createHash } from 'node:crypto';
import type { Basis } from '../basis';
import { canonicalJson, type Json } from 'agora-voting/internal';
import type { Measurable } from '../row';
import type { Collaboration, Event, ReplyEvent } from '../transcripts';

/** The shortest answers, in characters, that are never equal by chance when they are drawn at random. */
const longAnswer = 40;

/**
 * Examines the collaborations of a run while they are measured: counts unusable answers, and finds collaborations
 * that must not count as independent.
 */
export class RunBasis {
  private answers = 0;
  private unusable = 0;
  private refusals = 0;
  private collaborations = 0;
  private copies = 0;
  private silent = 0;
  private readonly seen = new Set<string>();

  constructor(
    private readonly label: string,
    private readonly run: Measurable,
  ) {}

  private get isLive(): boolean {
    return this.run.evidence === 'live';
  }

  /** @returns whether the collaboration's numbers count */
  add(collaboration: Collaboration): boolean {
    const { events, finished } = collaboration;
    const replies = events.filter((event): event is ReplyEvent => event.type === 'reply');
    this.count(events, replies);
    if (finished === null) return false;
    this.collaborations++;
    if (this.isLive && replies.length === 0 && events.some(isFailedCall)) {
      this.silent++;
      return false;
    }
    if (!this.isCopy(collaboration, replies)) return true;
    this.copies++;
    return false;
  }

  /** The findings; null if there is nothing to report. */
  found(): Basis | null {
    const { label, answers, unusable, refusals, collaborations, copies, silent } = this;
    const isReal = this.run.evidence !== 'simulated' && answers > 0;
    if (!isReal && unusable === 0 && refusals === 0 && copies === 0 && silent === 0) return null;
    return { label, answers, unusable, refusals, collaborations, copies, silent };
  }

  private count(events: readonly Event[], replies: readonly ReplyEvent[]): void {
    for (const { attempt, phase, refusal } of replies) {
      if (attempt === 0 && !phase.includes('/tools ')) this.answers++;
      if (refusal === true) this.refusals++;
    }
    for (const event of events) {
      if (event.type !== 'failure') continue;
      this.unusable++;
      // For recorded sets without replies, the number of questions is unknown.
      const isAsked = this.isLive || replies.length > 0;
      if (isAsked && isFailedCall(event) && !replies.some((reply) => isOf(reply, event))) this.answers++;
    }
  }

  /** Whether it repeats an earlier collaboration and must not count again. */
  private isCopy({ instance }: Collaboration, replies: readonly ReplyEvent[]): boolean {
    if (this.run.evidence === 'simulated' || replies.length === 0 || replies[0]?.request === '') return false;
    if (this.isLive && this.run.drawsAlike === true) return this.beginsAlike(instance, replies);
    return this.isEqual(replies);
  }

  /**
   * For a live model that draws nothing at random: whether its first questions, before any prompt could contain an
   * answer, were already asked in an earlier collaboration on the same case. The answers can then differ only by the
   * endpoint's own noise, and are not an independent observation.
   */
  private beginsAlike(instance: Json, replies: readonly ReplyEvent[]): boolean {
    const firstRound = Math.min(...replies.map(({ round }) => round));
    const asked = replies.filter(({ round, attempt }) => round === firstRound && attempt === 0);
    const firstPhase = asked[0]?.phase;
    const of = canonicalJson(instance);
    const digestOf = ({ phase, agent, repeat, request }: ReplyEvent): string =>
      createHash('sha256')
        .update(JSON.stringify([of, firstRound, phase, agent, repeat, request]))
        .digest('base64');
    const first = asked.filter(({ phase }) => phase === firstPhase);
    const isCopy = first.length > 0 && first.every((reply) => this.seen.has(digestOf(reply)));
    // Phases that are asked together may be answered in any order, so each may come first in a later collaboration.
    if (!isCopy) for (const reply of asked) this.seen.add(digestOf(reply));
    return isCopy;
  }

  /**
   * Whether it equals an earlier collaboration, prompt by prompt and answer by answer. Short answers may be equal by
   * chance, unless the temperature is 0: a confident voter votes alike in every election on the same question, and
   * each vote counts.
   */
  private isEqual(replies: readonly ReplyEvent[]): boolean {
    const isDrawn = this.run.temperature !== 0;
    if (isDrawn && !replies.some(({ outputTokens }) => outputTokens >= longAnswer)) return false;
    const lines = replies.map(({ round, phase, agent, repeat, attempt, request, text }) =>
      JSON.stringify([round, phase, agent, repeat, attempt, request, text]),
    );
    const digest = createHash('sha256').update(lines.sort().join('\n')).digest('hex');
    if (this.seen.has(digest)) return true;
    this.seen.add(digest);
    return false;
  }
}

const isFailedCall = (event: Event): boolean => event.type === 'failure' && event.kind === 'failed';

function isOf(
  reply: ReplyEvent,
  { round, phase, agent, repeat }: Extract<Event, { type: 'failure' }>,
): boolean {
  return (
    reply.attempt === 0 &&
    reply.round === round &&
    reply.phase === phase &&
    reply.agent === agent &&
    reply.repeat === repeat
  );
}
