import { createHash } from 'node:crypto';
import type { Basis } from '../basis';
import type { Measurable } from '../row';
import type { Collaboration, Event, ReplyEvent } from '../transcripts';

/** Longer answers are not equal by chance where they are drawn at random. */
const longAnswer = 40;

/**
 * Looks at the collaborations of a run as they are measured: counts answers that could not be used, and finds those that
 * must not count as independent.
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

  /** @returns whether its numbers go into means */
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
    if (!this.isCopy(replies)) return true;
    this.copies++;
    return false;
  }

  /** What was found; null where there is nothing to tell of it. */
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
      // Of recorded sets without replies nobody knows how many questions were asked.
      const isAsked = this.isLive || replies.length > 0;
      if (isAsked && isFailedCall(event) && !replies.some((reply) => isOf(reply, event))) this.answers++;
    }
  }

  /**
   * Whether it is the same as an earlier one. Equal short answers may be equal by chance, unless the temperature is 0: a
   * sure voter votes alike in every election on the same question, and each vote counts.
   */
  private isCopy(replies: readonly ReplyEvent[]): boolean {
    if (this.run.evidence === 'simulated' || replies.length === 0 || replies[0]?.request === '') return false;
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
