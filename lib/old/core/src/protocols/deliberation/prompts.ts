import type { AgentBrief, ProposalFormat } from '../../environments/environment';
import type { SeenMessage } from '../../environments/situation';
import type { Json, JsonObject } from 'agora-voting/internal';
import { jsonOnly } from '../shared/answers';
import { wordsIn } from '../shared/answer-size';
import { recalledLines, type Recalled } from '../shared/conversation';

/*
 * Prompts with the content of the paper's Tables 10 to 13, in our own words. Parts that stay the same during a
 * collaboration come first, so that endpoints can reuse them. Unlike in Table 11, planning sees the dialogue too.
 */

export interface Talks {
  readonly agents: readonly AgentBrief[];
  readonly task: string;
  readonly rounds: number;
  readonly characters: number;
  readonly leader: string | null;
}

export function systemPrompt(agent: AgentBrief, { agents, task, rounds, characters, leader }: Talks): string {
  const others = agents.filter(({ name }) => name !== agent.name).map(({ name }) => name);
  return [
    '# Who you are',
    others.length === 0
      ? `You are ${agent.name}. You decide alone.`
      : `You are ${agent.name}. You find one decision together with ${others.join(' and ')}. All of you share the same reward.`,
    '',
    '# The task',
    task,
    '',
    ...(others.length === 0 ? [] : ['# How you work together', working(rounds, characters, leader), '']),
    '# What you see',
    agent.background,
  ].join('\n');
}

function working(rounds: number, characters: number, leader: string | null): string {
  return [
    `You take turns, for at most ${rounds} ${rounds === 1 ? 'round' : 'rounds'}. In your turn you first say what you believe about the whole case. Then you plan a proposal of your own. Then you accept the proposal on the table or not: it is the one that the group talks about now. Last you write one message of up to ${characters} characters.`,
    'Everybody reads your messages and the proposal on the table. Nobody else reads your beliefs and thoughts. Each of you sees only a part of the case: tell the others what you see, and ask for what you do not see.',
    leader === null
      ? 'The proposal on the table is the final decision as soon as everybody else accepts it. Whoever does not accept it puts their own proposal on the table instead.'
      : `${leader} leads: only ${leader} can end the talks, by accepting the proposal on the table or by deciding on another one. Whoever does not accept it puts their own proposal on the table instead.`,
  ].join('\n');
}

/** A proposal in the form for prompts. */
export interface Told {
  readonly by: string;
  readonly shown: string;
  readonly reason: string;
}

/** What an agent is told at every step of its turn. */
export interface Facts {
  readonly round: number;
  readonly rounds: number;
  readonly recalled: Recalled;
  readonly own: Told | null;
  readonly table: Told | null;
  /** The belief that it stated; null if it has stated none, or was not asked. */
  readonly belief: Json;
  /** The advice of the tools for this belief, if it is told. */
  readonly tools: { readonly best: string; readonly reward: number; readonly possible: JsonObject } | null;
  /** Why it did not accept. */
  readonly refusal: string;
}

export function factsText({ recalled, own, table, belief, tools, refusal }: Facts): string {
  const { messages } = recalled;
  const told = (title: string, one: Told | null): string[] =>
    one === null ? [] : [`# ${title}`, one.shown, ...(one.reason === '' ? [] : [`Because: ${one.reason}`])];
  return [
    '# The dialogue so far',
    ...recalledLines(recalled, '##'),
    ...(messages.length === 0 ? ['Nobody has written yet.'] : messages.map(line)),
    ...told('Your latest proposal', own),
    ...(table === null ? [] : told(`The proposal on the table, by ${table.by}`, table)),
    ...(belief === null ? [] : ['# What you believe about the whole case', JSON.stringify(belief)]),
    ...(tools === null
      ? []
      : [
          '# What tools say, if all that you believe is so',
          `The best decision, worth ${Number(tools.reward.toFixed(4))}: ${tools.best}`,
          `What is possible and what is missing: ${JSON.stringify(tools.possible)}`,
        ]),
    ...(refusal === '' ? [] : ['# Why you did not accept', refusal]),
    '',
  ].join('\n');
}

/** A sentence about a message rather than a line of a transcript, because small models continue transcripts. */
const line = ({ round, from, text }: SeenMessage): string => `- In round ${round} ${from} said: "${text}"`;

/** @param fields - the fields of the answer after its thoughts */
const thinking = (words: number, fields: string): string[] => [
  `Think first, step by step, in at most ${words} words that nobody else sees. ${jsonOnly}`,
  `{"thoughts": "<your thoughts>", ${fields}}`,
];

function question(facts: Facts, title: string, ...lines: readonly string[]): string {
  return [factsText(facts), `# Now: ${title} (round ${facts.round} of ${facts.rounds})`, ...lines].join('\n');
}

export const estimateQuestion = (facts: Facts, words: number, form: string): string =>
  question(
    facts,
    'what do you believe?',
    'Say what you believe about the whole case, from what you see and from what the others told you.',
    ...thinking(words, `"belief": ${form}`),
  );

export const planQuestion = (
  facts: Facts,
  words: number,
  { text }: ProposalFormat,
  mayCall: boolean,
): string =>
  question(
    facts,
    'plan',
    `Plan the best decision that you can.${mayCall ? ' You may use tools. They know what you believe, and nothing else.' : ''}`,
    ...thinking(words, '"proposal": <your proposal>, "explanation": "<why>"'),
    `A proposal has this form: ${text}`,
  );

/**
 * Whether the deciding agent can end the talks: `none`, no; `or go on`, it can but need not; `now`, this is its last
 * round.
 */
export type EndingOffered = 'none' | 'or go on' | 'now';

const endingTold: Readonly<Record<EndingOffered, string>> = {
  none: 'Do you accept the proposal on the table?',
  'or go on':
    'Do you accept the proposal on the table? Then it is final. You can also end the talks with another proposal, or let them go on.',
  now: 'This is the last round. Do you accept the proposal on the table? Then it is final. Otherwise end the talks with another proposal.',
};

const finalField: Readonly<Record<EndingOffered, string>> = {
  none: '',
  'or go on': ', "proposal": <your own final decision, or null>',
  now: ', "proposal": <the final decision>',
};

const finalTold: Readonly<Record<Exclude<EndingOffered, 'none'>, string>> = {
  'or go on': 'Give null as proposal if you accept, or to let the talks go on.',
  now: 'As proposal, give the one that you accept, or your own.',
};

export const decideQuestion = (
  facts: Facts,
  words: number,
  { text }: ProposalFormat,
  ending: EndingOffered,
): string =>
  question(
    facts,
    'decide',
    endingTold[ending],
    ...thinking(words, `"accept": <true or false>, "explanation": "<why>"${finalField[ending]}`),
    ...(ending === 'none' ? [] : [`${finalTold[ending]} A proposal has this form: ${text}`]),
  );

/** @param characters - the most characters of the message */
export const speakQuestion = (facts: Facts, words: number, characters: number): string =>
  question(
    facts,
    'speak',
    `Write a message to the others in your own words, at most ${wordsIn(characters)} words: what you see, what you need to know, what you think of the proposals.`,
    ...thinking(words, '"message": "<your message>"'),
  );
