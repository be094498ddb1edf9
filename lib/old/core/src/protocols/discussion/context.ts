import type { SeenMessage } from '../../environments/situation';
import type { Strategy } from './strategy';

/** What an agent said in a round, with its judgement. */
export interface Said extends SeenMessage {
  /** The judgement's candidate; null if there was none. */
  readonly judgement: string | null;
}

/** Everything that one prompt repeats of the discussion. */
export interface Reading {
  /** A summary of earlier rounds, with its author. */
  readonly summary: { readonly by: string; readonly text: string } | null;
  readonly lastRound: readonly Said[];
  /** What was said earlier in this round, if agents speak one by one. */
  readonly thisRound: readonly Said[];
}

/**
 * What agents remember of the discussion, by the context of the strategy:
 *
 *     C1  last round                         C2  own summary + last round                 C3  the instructor's summary
 *
 * In addition, if agents speak one by one, what was said earlier in the round. An agent does not hear what is
 * addressed to others (I4); the instructor hears everything.
 */
export class Contexts {
  private round = 0;
  private last: readonly Said[] = [];
  private current: readonly Said[] = [];
  private readonly summaries = new Map<string, string>();

  constructor(
    private readonly strategy: Pick<Strategy, 'interaction' | 'context'>,
    /** The instructor's name, whether or not there is one. */
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

  /** What an agent's prompt repeats during a round. */
  during(agent: string): Reading {
    const inTurn = this.strategy.interaction === 'I2' || this.strategy.interaction === 'I3';
    return {
      summary: this.summaryFor(agent),
      lastRound: this.strategy.context === 'C3' ? [] : this.heardBy(agent, this.last),
      thisRound: inTurn ? this.heardBy(agent, this.current) : [],
    };
  }

  /** What a prompt repeats after a round, for an agent who summarises or concludes. */
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

  /** A reading as messages. A summary is split into lines, each with its author. */
  messages({ summary, lastRound, thisRound }: Reading): SeenMessage[] {
    const lines = summary?.text.split('\n').filter((line) => line.trim() !== '') ?? [];
    return [
      ...lines.map((text) => ({ round: this.round - 1, from: summary?.by ?? '', to: [], text })),
      ...[...lastRound, ...thisRound].map(({ round, from, to, text }) => ({ round, from, to, text })),
    ];
  }
}
