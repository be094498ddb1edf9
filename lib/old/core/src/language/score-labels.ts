import { AgoraError } from 'agora-voting';
import { check, object } from 'agora-voting/internal';
import {
  dialogueActs,
  labelsGiven,
  utterancesGiven,
  type DialogueAct,
  type LabelledUtterance,
} from './dialogue-act';
import type { Utterance } from './utterance';

/** Precision, recall and F1 of labels. Null if the denominator is zero. */
export interface LabelScore {
  /** The share of the given labels that were expected. */
  readonly precision: number | null;
  /** The share of the expected labels that were given. */
  readonly recall: number | null;
  /** The harmonic mean of precision and recall: 2 x right / (given + expected). */
  readonly f1: number | null;
  /** The number of expected labels. */
  readonly support: number;
}

export interface LabelScores {
  readonly byAct: Readonly<Record<DialogueAct, LabelScore>>;
  /** All labels of all acts together. */
  readonly micro: LabelScore;
  /** The mean over acts with equal weights. Acts with a null value are omitted from that mean. */
  readonly macro: LabelScore;
  readonly messages: number;
  /** The number of expected messages without labels. Their expected acts count as missed. */
  readonly unlabelled: number;
}

const scoreArguments = object('arguments', { expected: labelsGiven, labelled: labelsGiven });

/**
 * Compares labels with expected ones. Messages are matched by collaboration, round and agent, and by order if an agent
 * has several messages in a round. An unlabelled message counts as missed.
 * @throws AgoraError 'label-mismatch' when a message is labelled that is not expected
 * @example
 * const message = { collaboration: 0, round: 1, agent: 'Ann' };
 * const expected = [{ ...message, acts: ['Inform', 'Propose'] as const }];
 * const { micro } = language.scoreLabels(expected, [{ ...message, acts: ['Propose'] }]);
 * [micro.precision, micro.recall]; // => [1, 0.5]
 */
export function scoreLabels(
  expected: readonly LabelledUtterance[],
  labelled: readonly LabelledUtterance[],
): LabelScores {
  check('scoreLabels', scoreArguments, { expected, labelled });
  const given = new Map<string, LabelledUtterance[]>();
  for (const message of labelled) given.set(place(message), [...(given.get(place(message)) ?? []), message]);
  const counts = new Map(dialogueActs.map((act) => [act, { right: 0, given: 0, expected: 0 }]));
  let unlabelled = 0;
  for (const message of expected) {
    const found = given.get(place(message))?.shift();
    if (found === undefined) unlabelled++;
    for (const [act, count] of counts) {
      const wanted = message.acts.includes(act);
      const got = found?.acts.includes(act) ?? false;
      if (wanted) count.expected++;
      if (got) count.given++;
      if (wanted && got) count.right++;
    }
  }
  const left = [...given.values()].flat()[0];
  if (left !== undefined) {
    throw new AgoraError(
      'label-mismatch',
      `scoreLabels got labels for a message that is not expected: ${place(left)}`,
    );
  }
  const scores = [...counts].map(([act, count]) => [act, scoreOf(count)] as const);
  return {
    byAct: Object.fromEntries(scores) as LabelScores['byAct'],
    micro: scoreOf([...counts.values()].reduce(sum)),
    macro: macroOf(scores.map(([, score]) => score)),
    messages: expected.length,
    unlabelled,
  };
}

/**
 * The intents of simulated agents, as expected labels. Messages without intents (real ones) are omitted.
 * @throws AgoraError 'label-mismatch' when an intent is not a dialogue act
 * @example
 * const message = { collaboration: 0, round: 1, agent: 'Ann', text: 'I agree.', intended: ['Accept'] };
 * language.intendedLabels([message]); // => [{ collaboration: 0, round: 1, agent: 'Ann', acts: ['Accept'] }]
 */
export function intendedLabels(messages: readonly Utterance[]): LabelledUtterance[] {
  check('intendedLabels', object('arguments', { messages: utterancesGiven }), { messages });
  return messages.flatMap(({ collaboration, round, agent, intended }) => {
    if (intended === undefined) return [];
    const unknown = intended.find((act) => !dialogueActs.includes(act as DialogueAct));
    if (unknown !== undefined) {
      const known = dialogueActs.join(', ');
      throw new AgoraError('label-mismatch', `intendedLabels got the act "${unknown}"; there are ${known}`);
    }
    const acts = dialogueActs.filter((act) => intended.includes(act));
    return [{ collaboration, round, agent, acts: acts.length === 0 ? (['Others'] as const) : acts }];
  });
}

const place = ({ collaboration, round, agent }: LabelledUtterance): string =>
  `collaboration ${collaboration}, round ${round}, ${agent}`;

interface Counts {
  readonly right: number;
  readonly given: number;
  readonly expected: number;
}

const sum = (a: Counts, b: Counts): Counts => ({
  right: a.right + b.right,
  given: a.given + b.given,
  expected: a.expected + b.expected,
});

const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

const scoreOf = ({ right, given, expected }: Counts): LabelScore => ({
  precision: ratio(right, given),
  recall: ratio(right, expected),
  f1: ratio(2 * right, given + expected),
  support: expected,
});

function macroOf(scores: readonly LabelScore[]): LabelScore {
  const mean = (values: readonly (number | null)[]) => {
    const defined = values.filter((value) => value !== null);
    return ratio(
      defined.reduce((total, value) => total + value, 0),
      defined.length,
    );
  };
  return {
    precision: mean(scores.map(({ precision }) => precision)),
    recall: mean(scores.map(({ recall }) => recall)),
    f1: mean(scores.map(({ f1 }) => f1)),
    support: scores.reduce((total, { support }) => total + support, 0),
  };
}
