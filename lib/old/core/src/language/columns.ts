import { check, flag, object, oneOf, settings as settingsOf } from 'agora-voting/internal';
import type { Column, Estimate, Measured } from '../row';
import type { Collaboration } from '../transcripts';
import { dialogueActs, labellerGiven, type Labeller } from './dialogue-act';
import type { SentenceEmbedder } from './embedding/sentence-embedder';
import { embedderGiven, roundDistance, type DistanceSettings } from './information-distance';
import { labelCollaboration } from './label-collaboration';
import { messageLength, readingGrade } from './readability';
import { byRound, lastRound, utterances } from './utterance';

/*
 * What was said, in numbers by round. Rounds in which nobody spoke count as played; conversations that are not finished
 * count as far as they are.
 */

const column = (of: Column['of']): Column => ({ of, unfinished: true });

/** A mean taken number by number (Welford 1962): in the last digit this is how the committed numbers were taken. */
function running(numbers: readonly number[]): Pick<Estimate, 'value' | 'standardError'> {
  let [n, mean, squares] = [0, 0, 0];
  for (const value of numbers) {
    const before = value - mean;
    mean += before / ++n;
    squares += before * (value - mean);
  }
  return { value: mean, standardError: n > 1 ? Math.sqrt(squares / (n - 1) / n) : null };
}

/** The texts of each round, from round 1 to the last one played. */
function textsByRound(collaboration: Collaboration): string[][] {
  const said = byRound(utterances(collaboration));
  const length = lastRound(collaboration.finished, said.keys());
  return Array.from({ length }, (_, place) => (said.get(place + 1) ?? []).map(({ text }) => text));
}

/**
 * Message length in words and message complexity as a Flesch-Kincaid grade, by `round` (RoundTable, Table 8): the mean
 * over each collaboration's messages. An empty message has length 0; a round without messages has no value. A message
 * without a grade (empty, emoji only, other scripts) is omitted from that column.
 * @example
 * Object.keys(columns.words()); // => ['length', 'grade']
 */
export function words(): Record<'length' | 'grade', Column> {
  const mean = (of: (text: string) => number | null): Column => ({
    over: running,
    ...column((collaboration) =>
      textsByRound(collaboration).map((texts, place) => {
        const values = texts.map(of).filter((value) => value !== null);
        const sum = values.reduce((total, value) => total + value, 0);
        return { round: place + 1, value: values.length === 0 ? null : sum / values.length };
      }),
    ),
  });
  return { length: mean(messageLength), grade: mean(readingGrade) };
}

/**
 * Information distance by `round`, from round 2 (RoundTable, Appendix D.4; see `language.roundDistance`). It is faster
 * to embed all texts in one call beforehand.
 * @example
 * const embedder = { name: 'lengths', dimensions: 1, embed: async (texts) => texts.map((text) => Float32Array.of(text.length)) };
 * Object.keys(columns.distance(embedder)); // => ['distance']
 */
export function distance(
  embedder: SentenceEmbedder,
  settings: DistanceSettings = {},
): Record<'distance', Column> {
  const wanted = object('arguments', {
    embedder: embedderGiven,
    settings: settingsOf({ normalise: flag.optional() }),
  });
  check('columns.distance', wanted, { embedder, settings });
  return {
    distance: {
      over: running,
      ...column(async (collaboration) => {
        const rounds = textsByRound(collaboration);
        const values: Measured[] = [];
        for (const [place, current] of rounds.entries())
          if (place > 0)
            values.push({
              round: place + 1,
              value: await roundDistance(rounds[place - 1] ?? [], current, embedder, settings),
            });
        return values;
      }),
    },
  };
}

export interface ActColumnSettings {
  readonly shareOf?: 'collaborations' | 'messages';
}

/**
 * The ratio of each dialogue `act` by `round` (RoundTable, Table 9). The paper does not define the denominator.
 *
 * Default `collaborations`: the share of collaborations in whose round any message performs the act. `messages`: the
 * share of the round's messages that perform it (its standard error assumes that messages of one collaboration are
 * independent). Table 9 supports the former. A message labelled Others has no other act, so among messages the ratios
 * of Others and of any act sum to at most 1. In 71 of the table's 120 columns they sum to more, beyond rounding
 * (unanimous, recommendation system, round 1: Inform 1.00, Others 0.03). This assumes that the paper's labeller, too,
 * gave Others alone.
 *
 * A message without labels counts as one that performs no act. With such messages a ratio is a lower bound.
 * @example
 * Object.keys(columns.acts(language.cueLabeller)); // => ['ratio']
 */
export function acts(labeller: Labeller, settings: ActColumnSettings = {}): Record<'ratio', Column> {
  const wanted = object('arguments', {
    labeller: labellerGiven,
    settings: settingsOf({ shareOf: oneOf('collaborations', 'messages').optional() }),
  });
  check('columns.acts', wanted, { labeller, settings });
  return {
    ratio: {
      bounds: [0, 1],
      ...column(async (collaboration) => {
        const { rounds, labelled, unlabelled } = await labelCollaboration(collaboration, labeller);
        return Array.from({ length: rounds }, (_, place) => place + 1).flatMap((round) => {
          const said = labelled.filter((message) => message.round === round).map((message) => message.acts);
          const silent = unlabelled.filter((message) => message.round === round).map(() => []);
          const cases = settings.shareOf === 'messages' ? [...said, ...silent] : [said.flat()];
          return dialogueActs.flatMap((act) =>
            cases.map((performed) => ({ round, act, value: performed.includes(act) ? 1 : 0 })),
          );
        });
      }),
    },
  };
}
