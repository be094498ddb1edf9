import type { AgentBrief } from '../../environments/environment';
import { jsonOnly } from '../shared/answers';
import { wordsIn } from '../shared/answer-size';
import type { JudgementForm } from './answers';
import type { Reading, Said } from './context';
import { inWords, type Strategy } from './strategy';

/*
 * The prompts of agents and the instructor, in our own words; the paper prints none. Parts that stay the same come
 * first.
 */

export function agentPrompt(
  agent: AgentBrief,
  others: readonly string[],
  task: string,
  strategy: Strategy,
): string {
  return [
    `You are ${agent.name}. You work with ${others.length === 0 ? 'nobody else' : others.join(', ')} on one decision.`,
    task,
    ...(agent.background === '' ? [] : [agent.background]),
    'Judge by what you are given here and by what others tell you, and by nothing that you know from elsewhere.',
    'This is how the group works:',
    ...inWords(strategy),
  ].join('\n');
}

export function instructorPrompt(agents: readonly string[], task: string, strategy: Strategy): string {
  return [
    `You are the instructor of ${agents.join(', ')}, who work on one decision. Each of them may know what others do not.`,
    task,
    'This is how the group works:',
    ...inWords(strategy),
  ].join('\n');
}

/** What a prompt repeats of the discussion; empty before the first statement. */
export function readingText(
  reader: string,
  { summary, lastRound, thisRound }: Reading,
  show: (judgement: string) => string,
): string[] {
  const log = (title: string, said: readonly Said[]): string[] =>
    said.length === 0 ? [] : [title, ...said.map((one) => saidText(one, show))];
  return [
    ...(summary === null
      ? []
      : [summary.by === reader ? '# Your summary so far' : '# Summary by the instructor', summary.text]),
    ...log('# Last round', lastRound),
    ...log('# This round so far', thisRound),
  ];
}

/** A sentence about a statement rather than a line of a transcript, because small models continue transcripts. */
function saidText({ from, text, judgement }: Said, show: (judgement: string) => string): string {
  return `- ${from}${judgement === null ? '' : ` judged ${show(judgement)}, and`} said: "${text}"`;
}

/** @param form - the format of a judgement */
export function statementQuestion(
  form: string,
  { maxLength, mayBeNull }: JudgementForm,
  mayAddress: boolean,
): string {
  return [
    '# Your statement',
    `Give your judgement as it is now. Say what it rests on, in your own words, at most ${wordsIn(maxLength)} words, so that others can weigh it.`,
    ...(mayBeNull ? ['If your latest judgement is unchanged, you may give null in its place.'] : []),
    ...(mayAddress
      ? [
          'As target, name those who should hear you; nobody else will. If everybody should hear you, leave the list empty.',
        ]
      : []),
    jsonOnly,
    `{${mayAddress ? '"target": [<names>], ' : ''}"reason_for_decision": "<what you say>", "proposal": <your judgement>}`,
    `A judgement has this form: ${form}`,
  ].join('\n');
}

export const joinQuestion = [
  'Do you want to speak in this round? Speak if you have changed your mind, or if others lack what you know.',
  jsonOnly,
  '{"speak": <true or false>}',
].join('\n');

export const directQuestion = [
  'Who should speak in the next round, and in which order?',
  jsonOnly,
  '{"speakers": [<names>]}',
].join('\n');

/** @param form - the format of a decision */
export function concludeQuestion(
  standing: readonly string[],
  form: string,
  { maxLength, mayBeNull }: JudgementForm,
): string {
  return [
    '# Where everybody stands',
    ...standing,
    '# Your decision',
    mayBeNull
      ? 'Take the final decision now if it is clear. If the discussion should go on, give null as proposal.'
      : 'The discussion is over. Take the final decision.',
    `First say why, in at most ${wordsIn(maxLength)} words. ${jsonOnly}`,
    '{"reason_for_decision": "<why>", "proposal": <the decision>}',
    `A decision has this form: ${form}`,
  ].join('\n');
}

/** @param words - the most words */
export function summaryQuestion(words: number): string {
  return `Summarise the discussion so far in your own words, at most ${words} words: what speaks for each judgement, and who gives it. Write the summary and nothing else.`;
}
