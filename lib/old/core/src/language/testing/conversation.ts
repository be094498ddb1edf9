import type { Event } from '../../transcripts/event';
import type { Collaboration } from '../../transcripts/collaboration';
import type { DialogueAct, LabelledCollaboration } from '../dialogue-act';

/** Who says what in one round; several texts are several messages. */
type Round<Said> = Readonly<Record<string, Said>>;

/** A finished collaboration that holds messages only, given by round from round 1. */
export function conversation(
  rounds: readonly Round<string | readonly string[]>[],
  { index = 0, agents = [...new Set(rounds.flatMap((round) => Object.keys(round)))] } = {},
): Collaboration {
  const place = { collaboration: index, phase: 'discuss' };
  const events = rounds.flatMap((round, before) =>
    Object.entries(round).flatMap(([from, texts]) =>
      [texts].flat().map((text): Event => {
        const to = agents.filter((agent) => agent !== from);
        return { type: 'message', ...place, round: before + 1, from, to, text };
      }),
    ),
  );
  const end = { rounds: rounds.length, cause: 'limit', outcome: null, score: {} };
  return {
    index,
    instance: {},
    agents,
    events,
    finished: { type: 'finished', collaboration: index, ...end },
  };
}

/** A labelled collaboration, given by round from round 1: each agent's acts. */
export function labelledConversation(
  rounds: readonly Round<readonly DialogueAct[]>[],
  agents: readonly string[],
  collaboration = 0,
): LabelledCollaboration {
  const labelled = rounds.flatMap((round, before) =>
    Object.entries(round).map(([agent, acts]) => ({ collaboration, round: before + 1, agent, acts })),
  );
  return { collaboration, agents, rounds: rounds.length, labelled, unlabelled: [] };
}
