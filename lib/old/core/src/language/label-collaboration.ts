import { check, object } from 'agora-voting/internal';
import { collaborationsGiven, type Collaboration } from '../transcripts/collaboration';
import {
  labellerGiven,
  type DialogueAct,
  type LabelledCollaboration,
  type LabelledUtterance,
  type Labeller,
  type LabelTask,
  type UnlabelledUtterance,
} from './dialogue-act';
import { byRound, lastRound, utterances, type Collaborations, type Utterance } from './utterance';

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

const known = new WeakMap<Labeller, WeakMap<Collaboration, Promise<LabelledCollaboration>>>();

/** Labels every message of a collaboration, once for all who ask. How many at once is the labeller's affair. */
export function labelCollaboration(
  collaboration: Collaboration,
  labeller: Labeller,
): Promise<LabelledCollaboration> {
  const own = known.get(labeller) ?? new WeakMap<Collaboration, Promise<LabelledCollaboration>>();
  known.set(labeller, own);
  const labelled = own.get(collaboration) ?? labelMessages(collaboration, labeller);
  own.set(collaboration, labelled);
  labelled.catch(() => own.delete(collaboration));
  return labelled;
}

async function labelMessages(
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

const labelArguments = object('arguments', { collaborations: collaborationsGiven, labeller: labellerGiven });

/**
 * Labels collaborations one after the other, so that a stream of any length fits. One that was labelled before, for a
 * column say, is not labelled again.
 * @example
 * const message = { type: 'message', collaboration: 0, round: 1, phase: 'talk', from: 'Ann', to: ['Ben'], text: 'I agree.' } as const;
 * const talk = { index: 0, instance: null, agents: ['Ann', 'Ben'], events: [message], finished: null };
 * const [labels] = await language.labelCollaborations([talk], language.cueLabeller);
 * labels?.labelled; // => [{ collaboration: 0, round: 1, agent: 'Ann', acts: ['Accept'] }]
 */
export async function labelCollaborations(
  collaborations: Collaborations,
  labeller: Labeller,
): Promise<LabelledCollaboration[]> {
  check('labelCollaborations', labelArguments, { collaborations, labeller });
  const labelled: LabelledCollaboration[] = [];
  for await (const collaboration of collaborations) {
    labelled.push(await labelCollaboration(collaboration, labeller));
  }
  return labelled;
}

/**
 * A labeller as stopping policies take it: the acts of one message, given the messages of the round before. A message
 * that could not be labelled performs nothing.
 * @example
 * const ann = { collaboration: 0, round: 1, agent: 'Ann', text: 'How many apples do you own?' };
 * await language.actsBy(language.cueLabeller)([], ann); // => ['Request']
 */
export function actsBy(
  labeller: Labeller,
): (previous: readonly Utterance[], target: Utterance) => Promise<readonly DialogueAct[]> {
  check('actsBy', labellerGiven, labeller);
  return async (previous, target) => {
    const labelling = await labeller.label({ target, previous, turn: 0 });
    return labelling.kind === 'labelled' ? labelling.acts : [];
  };
}
