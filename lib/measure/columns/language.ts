import { labelMessages, dialogueActs, type Labeller } from '../../language/dialogue-acts';
import type { Embedder } from '../../language/embedders';
import { informationDistance } from '../../language/information-distance';
import { readingGrade, wordCount } from '../../language/readability';
import { eventsOf, type Collaboration } from '../../protocols/protocol';
import type { Column, Part } from '../measure';

/* Measures of group language, by round. Source: RoundTable, appendices D.4, D.5 and E.3. */

/** Number of words in each message. */
export const words: Column = { measure: (one) => messages(one, wordCount) };

/** The Flesch-Kincaid grade of each message, in school years. Missing if the message is not mostly in Latin letters. */
export const grade: Column = { measure: (one) => messages(one, readingGrade) };

/** The information distance between each round and the previous round. Round 1 has no distance. */
export const distance = (embedder: Embedder): Column => ({
  async measure(one) {
    const texts = textsByRound(one);
    const parts: Part[] = [];
    for (let round = 2; round <= one.rounds; round++) {
      const value = await informationDistance(texts.get(round - 1) ?? [], texts.get(round) ?? [], embedder);
      parts.push({ round, value });
    }
    return parts;
  },
});

/**
 * For each round and act, the share of messages that perform the act, from 0 to 1. A message can perform several acts.
 * In each row, the field `act` contains the name of the act.
 */
export const acts = (labeller: Labeller): Column => ({
  async measure(one) {
    const labelled = (await labelMessages(one, labeller)).filter((message) => message.acts !== null);
    const parts: Part[] = [];
    for (let round = 1; round <= one.rounds; round++) {
      const own = labelled.filter((message) => message.round === round);
      for (const act of dialogueActs) {
        const count = own.filter((message) => message.acts?.includes(act)).length;
        parts.push({ round, act, value: own.length === 0 ? null : count / own.length });
      }
    }
    return parts;
  },
  bounds: [0, 1],
});

function messages(one: Collaboration, value: (text: string) => number | null): Part[] {
  return eventsOf(one, 'message').map(({ round, agent, text }) => ({ round, agent, value: value(text) }));
}

function textsByRound(one: Collaboration): Map<number, string[]> {
  const texts = new Map<number, string[]>();
  for (const { round, text } of eventsOf(one, 'message'))
    texts.set(round, [...(texts.get(round) ?? []), text]);
  return texts;
}
