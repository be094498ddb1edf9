import type { SeenMessage } from '../../environments/situation';
import type { Strategy } from './strategy';

/** What somebody said in a round, with the judgement that it came to. */
export interface Said extends SeenMessage {
  /** Its candidate; null for one who gave none. */
  readonly judgement: string | null;
}

/** All that one prompt repeats of the discussion. */
export interface Reading {
  /** A summary of earlier rounds, and who wrote it. */
  readonly summary: { readonly by: string; readonly text: string } | null;
  readonly lastRound: readonly Said[];
  /** What was said before it in this round, where turns are taken one by one. */
  readonly thisRound: readonly Said[];
}

/**
 * What everybody keeps of the discussion, by the rule of its strategy's context:
 *
 *     C1  last round                         C2  own summary + last round                 C3  the instructor's summary
 *
 * and beside it, where agents speak one by one, what was said earlier in the round. What was not addressed to one, one has
 * not heard (I4); the instructor hears everything.
 */
export class Contexts {
  private round = 0;
  private last: readonly Said[] = [];
  private current: readonly Said[] = [];
  private readonly summaries = new Map<string, string>();

  constructor(
    private readonly strategy: Pick<Strategy, 'interaction' | 'context'>,
    /** The instructor's name, whether there is one or not. */
    private readonly instructor: string,
  ) {}

  begin(round: number): void {
    this.round = round;
    this.last = this.current;
    this.current = [];
  }

  hear(said: readonly Said[]): void {
    this.current = [...this.current, ...said];
  }

  summarised(by: string, text: string): void {
    this.summaries.set(by, text);
  }

  /** What an agent's prompt holds while a round goes on. */
  during(agent: string): Reading {
    const inTurn = this.strategy.interaction === 'I2' || this.strategy.interaction === 'I3';
    return {
      summary: this.summaryFor(agent),
      lastRound: this.strategy.context === 'C3' ? [] : this.heardBy(agent, this.last),
      thisRound: inTurn ? this.heardBy(agent, this.current) : [],
    };
  }

  /** What the prompt of one who sums up or concludes holds when a round is over. */
  after(agent: string): Reading {
    return { summary: this.summaryFor(agent), lastRound: [], thisRound: this.heardBy(agent, this.current) };
  }

  private summaryFor(agent: string): Reading['summary'] {
    const by = this.strategy.context === 'C3' ? this.instructor : agent;
    const text = this.summaries.get(by);
    return text === undefined ? null : { by, text };
  }

  private heardBy(agent: string, said: readonly Said[]): readonly Said[] {
    return said.filter(({ from, to }) => agent === this.instructor || from === agent || to.includes(agent));
  }

  /** A reading as messages: a summary line by line, each as its author's. */
  messages({ summary, lastRound, thisRound }: Reading): SeenMessage[] {
    const lines = summary?.text.split('\n').filter((line) => line.trim() !== '') ?? [];
    return [
      ...lines.map((text) => ({ round: this.round - 1, from: summary?.by ?? '', to: [], text })),
      ...[...lastRound, ...thisRound].map(({ round, from, to, text }) => ({ round, from, to, text })),
    ];
  }
}
