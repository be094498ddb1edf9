import { describeBallot } from 'agora-voting/internal';
import { jsonOnly, type BallotForm } from '../shared/answers';
import { wordsIn } from '../shared/answer-size';

/*
 * Prompts with the content of the paper's (S2-MAD, Tables 5 and 6), in our own words. Debates with and without a
 * filter use the same words, so that their costs differ only by what agents read.
 */

/** A text to read, and its author. */
export interface Reading {
  readonly from: string;
  readonly text: string;
}

/**
 * A whole text with its author. The line above it is not one that an answer could continue with, as a bare name would
 * be.
 */
function quoted({ from, text }: Reading): string {
  return `What ${from} wrote:\n${text}`;
}

export function debaterPrompt(background: string, approach: string | null): string {
  return [
    ...(background === '' ? [] : [background]),
    'You take part in a debate of several agents who look for the right answer to a question. State your view clearly and briefly, weigh what others say, and change your mind only for a reason.',
    ...(approach === null ? [] : [approach]),
  ].join('\n');
}

export function firstQuestion(task: string, words: string): string {
  return `${task}\n${words}`;
}

/** @param source - whether the texts are from members of the group, or are the groups' summaries */
export function nextQuestion(
  source: 'members' | 'groups',
  received: readonly Reading[],
  words: string,
): string {
  if (received.length === 0) {
    const alone =
      'Nobody said anything that is new to you. Go through your own solution once more, step by step, then give your own answer as it is now.';
    return `${alone}\n\n${words}`;
  }
  const who = source === 'members' ? 'other members of your group' : 'the groups';
  return [
    `This is what ${who} said last:`,
    ...received.map(quoted),
    'Use it as advice: go through it and through your own solution step by step, then give your own answer as it is now.',
    words,
  ].join('\n\n');
}

export function summariserPrompt(): string {
  return 'You summarise what the members of a group said, faithfully and without a view of your own.';
}

export function summaryQuestion(said: readonly Reading[], most: number, form: string): string {
  return [
    'These are the latest answers of the members:',
    ...said.map(quoted),
    `Summarise these answers in at most ${most} words, leaving out no view. End with every different final answer among them, each in the form ${form}.`,
  ].join('\n\n');
}

/** An answer to vote for, in the words of an agent who gives it, which are all that a voter sees of it. */
export interface ListedAnswer {
  readonly id: string;
  readonly by: readonly string[];
  readonly shown: string;
  readonly words: string;
}

export function ballotQuestion(
  listed: readonly ListedAnswer[],
  explanation: string,
  { kind, options, settings, reason = 0 }: BallotForm,
): string {
  const { form, meaning } = describeBallot(kind, options, settings, { thing: 'answer', abstain: false });
  return [
    'The debate is over. These answers stand:',
    ...listed.map(listedText),
    '# Your ballot',
    `The group settles on one answer by a vote. ${explanation}`,
    `First reason in at most ${wordsIn(reason)} words, then vote. ${jsonOnly}`,
    `{"reason_for_decision": "<your reasoning>", "decision": ${form}}`,
    meaning,
  ].join('\n');
}

function listedText({ id, by, shown, words }: ListedAnswer): string {
  const [first = 'One', ...others] = by;
  const given = others.length === 0 ? first : `${first}, and also by ${others.join(', ')}`;
  return [`# Answer ${id}: ${shown}`, `Given by ${given}. ${first} said:`, words].join('\n');
}
