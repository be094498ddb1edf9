import type { JsonObject } from '../json';
import { eventsOf, type Collaboration } from '../transcripts/collaboration';
import { decisionAfter, observeRounds, type RoundFeatures } from './observe-rounds';
import type { StoppingCourse } from './stopping-round';

export interface CourseOptions extends RoundFeatures {
  /** What a standing decision is worth, from its recorded score; asked only while one stands. */
  readonly performance: (score: JsonObject) => number | null;
}

/** A recorded collaboration as stopping sees it. One that ended early has fewer rounds. */
export async function courseOf(
  collaboration: Collaboration,
  options: CourseOptions,
): Promise<StoppingCourse> {
  const decisions = eventsOf(collaboration, 'decision');
  const rounds = await observeRounds(collaboration, options);
  return {
    collaboration: collaboration.index,
    agents: collaboration.agents,
    rounds: rounds.map((round) => {
      const decision = decisionAfter(decisions, round.round);
      const standing = decision !== undefined && decision.standing !== null;
      return { ...round, performance: standing ? options.performance(decision.score) : null };
    }),
  };
}
