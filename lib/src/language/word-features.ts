import { check, object, oneOf, settings as settingsOf } from '../check';
import { collaborationsGiven } from '../transcripts/collaboration';
import { RunningAverage, type Average } from './average';
import { messageLength, readingGrade } from './readability';
import { byRound, lastRound, utterances, type Collaborations } from './utterance';

/** What the messages of one round were like, over all collaborations. */
export interface RoundWords {
  /** Counted from 1. */
  readonly round: number;
  /** Words a message. */
  readonly length: Average;
  /** Flesch-Kincaid grade. Its n leaves out messages that have none (empty, emoji only, other scripts). */
  readonly grade: Average;
}

export interface WordFeatureSettings {
  /**
   * What counts once. Default `message`: all messages of a round weigh the same, and n counts them; as those of one
   * collaboration resemble each other, the standard error comes out too small. `collaboration` takes the mean of each
   * collaboration's messages first, and n counts collaborations.
   */
  readonly unit?: 'message' | 'collaboration';
}

const wordArguments = object('arguments', {
  collaborations: collaborationsGiven,
  settings: settingsOf({ unit: oneOf('message', 'collaboration').optional() }),
});

/**
 * Message length and message complexity by round (RoundTable, Table 8), from round 1 to the last one played anywhere.
 * Every message counts, an empty one with length 0. Where nobody speaks, n is 0 and the mean null. Takes a stream, and
 * keeps sums only.
 * @example
 * const message = { type: 'message', collaboration: 0, round: 1, phase: 'talk', from: 'Ann', to: ['Ben'], text: 'I agree.' } as const;
 * const talk = { index: 0, instance: null, agents: ['Ann', 'Ben'], events: [message], finished: null };
 * const [first] = await language.wordFeatures([talk]);
 * first?.length; // => { mean: 2, standardError: null, n: 1 }
 */
export async function wordFeatures(
  collaborations: Collaborations,
  settings: WordFeatureSettings = {},
): Promise<RoundWords[]> {
  check('wordFeatures', wordArguments, { collaborations, settings });
  const { unit = 'message' } = settings;
  const rounds: { length: RunningAverage; grade: RunningAverage }[] = [];
  for await (const collaboration of collaborations) {
    const messages = byRound(utterances(collaboration));
    const last = lastRound(collaboration.finished, messages.keys());
    for (let round = 1; round <= last; round++) {
      const sums = (rounds[round - 1] ??= { length: new RunningAverage(), grade: new RunningAverage() });
      const texts = (messages.get(round) ?? []).map(({ text }) => text);
      add(sums.length, texts.map(messageLength), unit);
      add(
        sums.grade,
        texts.map(readingGrade).filter((grade) => grade !== null),
        unit,
      );
    }
  }
  return rounds.map(({ length, grade }, place) => ({
    round: place + 1,
    length: length.average(),
    grade: grade.average(),
  }));
}

function add(sum: RunningAverage, values: readonly number[], unit: 'message' | 'collaboration'): void {
  if (unit === 'message') return values.forEach((value) => sum.add(value));
  if (values.length > 0) sum.add(values.reduce((total, value) => total + value, 0) / values.length);
}
