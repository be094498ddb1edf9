import type { AgentBrief } from '../../environments/environment';
import { jsonOnly } from '../shared/answers';
import type { Reading, Said } from './context';
import { inWords, type Strategy } from './strategy';

/*
 * What agents and the instructor are told, in our own words. The paper prints no prompts. What never changes comes first.
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

/** What a prompt repeats of the discussion; nothing before anybody has said anything. */
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

function saidText({ from, text, judgement }: Said, show: (judgement: string) => string): string {
  return `${from}${judgement === null ? '' : ` (judges: ${show(judgement)})`}: ${text}`;
}

export function statementQuestion(form: string, mayAddress: boolean): string {
  return [
    'Give your judgement as it is now, and say in a few sentences what it rests on, so that others can weigh it.',
    'Leave it null to stand by your latest judgement.',
    ...(mayAddress ? ['Name those whom you want to reach; nobody else will hear you.'] : []),
    jsonOnly,
    `{${mayAddress ? '"target": ["<name>", ...], ' : ''}"reason_for_decision": "<what you say>", "proposal": ${form}}`,
  ].join('\n');
}

export const joinQuestion = [
  'Do you want to speak in this round? Speak if you have changed your mind, or if others lack what you know.',
  jsonOnly,
  '{"speak": true or false}',
].join('\n');

export const directQuestion = [
  'Who should speak in the next round, and in which order?',
  jsonOnly,
  '{"speakers": ["<name>", ...]}',
].join('\n');

export function concludeQuestion(standing: readonly string[], form: string, mustDecide: boolean): string {
  return [
    '# Where everybody stands',
    ...standing,
    mustDecide
      ? 'The discussion is over. Take the final decision.'
      : 'Take the final decision, or leave it null if the discussion should go on.',
    jsonOnly,
    `{"reason_for_decision": "<why>", "proposal": ${form}}`,
  ].join('\n');
}

export const summaryQuestion =
  'Sum up the discussion so far, with what speaks for each judgement and who holds it, in a few lines. Write the summary and nothing else.';
