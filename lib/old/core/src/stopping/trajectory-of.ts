import { callable, check, type JsonObject, object, settings } from 'agora-voting/internal';
import type { DialogueAct } from '../language/dialogue-act';
import { utterances, type Utterance } from '../language/utterance';
import { collaborationGiven, eventsOf, type Collaboration } from '../transcripts/collaboration';
import type { DecisionEvent } from '../transcripts/event';
import type { StoppingTrajectory, VisibleRound } from './trajectory';

/** Language features of a round. Omitted features are null or empty, and policies that need them never fire. */
export interface RoundFeatures {
  /** Information distance between a round's messages and those of the previous round. Neither list is empty. */
  readonly distance?: (
    previous: readonly string[],
    current: readonly string[],
  ) => number | null | Promise<number | null>;
  /** The dialogue acts of a message, given the messages of the previous round. */
  readonly acts?: (
    previous: readonly Utterance[],
    message: Utterance,
  ) => readonly DialogueAct[] | Promise<readonly DialogueAct[]>;
}

export interface TrajectoryOptions extends RoundFeatures {
  /**
   * The performance of the current decision, computed from its recorded score. It is called only if there is a
   * decision.
   */
  readonly performance: (score: JsonObject) => number | null;
}

/** The parts of `RoundFeatures`, for `check`. */
export const roundFeatures = { distance: callable.optional(), acts: callable.optional() };

const trajectoryArguments = object('arguments', {
  collaboration: collaborationGiven,
  options: settings({ performance: callable, ...roundFeatures }),
});

/**
 * The trajectory of a recorded collaboration. One that ended early has fewer rounds.
 * @example
 * const silent = { index: 0, instance: null, agents: ['Ann', 'Ben'], events: [], finished: null };
 * const trajectory = await stopping.trajectoryOf(silent, { performance: ({ utility }) => Number(utility) });
 * trajectory.rounds; // => []
 */
export async function trajectoryOf(
  collaboration: Collaboration,
  options: TrajectoryOptions,
): Promise<StoppingTrajectory> {
  check('trajectoryOf', trajectoryArguments, { collaboration, options });
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

/**
 * Reads the rounds from `from` to the last of a transcript. A round without a decision event keeps the previous
 * decision. Tokens include all replies in the round, also cached ones. An agent's acts are those of all its messages in
 * the round, without repeats.
 */
export async function observeRounds(
  collaboration: Collaboration,
  features: RoundFeatures,
  from = 1,
): Promise<VisibleRound[]> {
  const rounds = roundCount(collaboration);
  const decisions = eventsOf(collaboration, 'decision');
  const proposals = eventsOf(collaboration, 'proposal').filter(({ proposal }) => proposal !== null);
  const replies = eventsOf(collaboration, 'reply');
  const spoken = utterances(collaboration);
  const observed: VisibleRound[] = [];
  for (let round = from; round <= rounds; round++) {
    const before = spoken.filter((message) => message.round === round - 1);
    const current = spoken.filter((message) => message.round === round);
    observed.push({
      round,
      selected: decisions.some((decision) => decision.round === round && decision.selected !== null),
      agreed: (decisionAfter(decisions, round)?.standing ?? null) !== null,
      proposals: new Set(proposals.filter((event) => event.round === round).map(({ by }) => by)).size,
      distance: await distanceOf(before, current, features),
      acts: await actsOf(before, current, features),
      tokens: replies.reduce(
        (sum, reply) => (reply.round === round ? sum + reply.inputTokens + reply.outputTokens : sum),
        0,
      ),
    });
  }
  return observed;
}

/** How many rounds a collaboration has: those it finished with, or those that events mention. */
function roundCount({ finished, events }: Collaboration): number {
  if (finished !== null) return finished.rounds;
  return events.reduce((most, event) => ('round' in event ? Math.max(most, event.round) : most), 0);
}

/** The current decision after a round: the last one recorded until then. */
function decisionAfter(decisions: readonly DecisionEvent[], round: number): DecisionEvent | undefined {
  return decisions.findLast((decision) => decision.round <= round);
}

async function distanceOf(
  before: readonly Utterance[],
  current: readonly Utterance[],
  { distance }: RoundFeatures,
): Promise<number | null> {
  if (distance === undefined || before.length === 0 || current.length === 0) return null;
  const texts = (messages: readonly Utterance[]) => messages.map(({ text }) => text);
  return distance(texts(before), texts(current));
}

async function actsOf(
  before: readonly Utterance[],
  current: readonly Utterance[],
  { acts }: RoundFeatures,
): Promise<Record<string, DialogueAct[]>> {
  if (acts === undefined) return {};
  const labelled = await Promise.all(current.map(async (message) => acts(before, message)));
  const byAgent = new Map<string, Set<DialogueAct>>();
  for (const [place, { agent }] of current.entries()) {
    const known = byAgent.get(agent) ?? new Set();
    for (const act of labelled[place] ?? []) known.add(act);
    byAgent.set(agent, known);
  }
  return Object.fromEntries([...byAgent].map(([agent, known]) => [agent, [...known]]));
}
