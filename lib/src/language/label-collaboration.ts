import type { Collaboration } from '../transcripts/collaboration';
import type { LabelledUtterance } from './dialogue-act';
import type { LabelTask, LabelledCollaboration, Labeller, UnlabelledUtterance } from './labeller';
import { byRound, lastRound } from './rounds';
import { utterances, type Utterance } from './utterance';
import type { Collaborations } from './word-features';

/** Messages of one collaboration, each with the messages of the round before it. */
export function labelTasks(messages: readonly Utterance[]): LabelTask[] {
  const rounds = byRound(messages);
  return messages.map((target) => ({
    target,
    previous: rounds.get(target.round - 1) ?? [],
    turn: (rounds.get(target.round) ?? [])
      .filter(({ agent }) => agent === target.agent)
      .findIndex((message) => message === target),
  }));
}

/** Labels every message of a collaboration. How many at once is the labeller's affair. */
export async function labelCollaboration(
  collaboration: Collaboration,
  labeller: Labeller,
): Promise<LabelledCollaboration> {
  const messages = utterances(collaboration);
  const labelled: LabelledUtterance[] = [];
  const unlabelled: UnlabelledUtterance[] = [];
  const labellings = await Promise.all(labelTasks(messages).map((task) => labeller.label(task)));
  labellings.forEach((labelling, place) => {
    const { collaboration, round, agent } = messages[place] as Utterance;
    if (labelling.kind === 'labelled') labelled.push({ collaboration, round, agent, acts: labelling.acts });
    else unlabelled.push({ collaboration, round, agent, ...labelling });
  });
  return {
    collaboration: collaboration.index,
    agents: collaboration.agents,
    rounds: lastRound(
      collaboration.finished,
      messages.map(({ round }) => round),
    ),
    labelled,
    unlabelled,
  };
}

/** Labels collaborations one after the other, so that a stream of any length fits. */
export async function labelCollaborations(
  collaborations: Collaborations,
  labeller: Labeller,
): Promise<LabelledCollaboration[]> {
  const labelled: LabelledCollaboration[] = [];
  for await (const collaboration of collaborations) {
    labelled.push(await labelCollaboration(collaboration, labeller));
  }
  return labelled;
}
