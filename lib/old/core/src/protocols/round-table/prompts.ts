import type { AgentBrief, ProposalFormat } from '../../environments/environment';
import type { SeenMessage } from '../../environments/situation';
import type { Ballot, TiePolicy, VotingRule } from 'agora-voting';
import { describeBallot } from 'agora-voting/internal';
import { jsonOnly, type BallotForm } from '../shared/answers';
import { wordsIn } from '../shared/answer-size';
import { recalledLines, type ConversationMemory, type Recalled } from '../shared/conversation';
import { ballotInWords, type Decision } from '../shared/polling';

/*
 * Prompts with the content of the paper's Figures 6 to 9, section by section and with the same JSON fields, in our
 * own words. Parts that stay the same during a collaboration come first, so that endpoints can reuse them.
 */

export function systemPrompt(
  agent: AgentBrief,
  agents: readonly AgentBrief[],
  task: string,
  rule: VotingRule,
  rounds: number,
  ties: TiePolicy,
  memory: ConversationMemory,
): string {
  const others = agents.filter((other) => other.name !== agent.name).map((other) => other.name);
  return [
    '# Who you are',
    `You are ${agent.name}. You work with ${others.length === 0 ? 'nobody else' : others.join(', ')} in a group that decides together, in ${rounds === 1 ? 'one round' : `up to ${rounds} rounds`}.`,
    '',
    '# The task',
    task,
    '',
    '# How the group works',
    'At the start nothing is decided. A round has three phases, in this order:',
    '1. Message phase: everybody writes one message to one or more of the others. All write at the same time. Afterwards everybody can read every message, whoever it is to.',
    '2. Proposal phase: everybody proposes a solution, or keeps their latest proposal.',
    "3. Voting phase: the group votes. The candidates are everybody's latest proposal and the standing decision, if there is one.",
    `Votes are counted by ${rule.name} voting. ${rule.explanation}`,
    `The proposal that the vote selects becomes the standing decision, in place of the one before. Equal proposals count as one. When several proposals win, ${tieTold[ties]}; when none is selected, the standing decision stays as it is.`,
    `After each round everybody sees all votes and the result, and ${seenAfter(memory)}. The standing decision after the last round is final.`,
    '',
    '# About you',
    agent.background,
  ].join('\n');
}

/** What agents see of the conversation after a round, in words. */
function seenAfter(memory: ConversationMemory): string {
  if (memory === 'all') return 'the whole conversation';
  if (memory === 'summaries') return "the messages of that round, with one's own summary of earlier rounds";
  const { lastRounds } = memory;
  return lastRounds === 1
    ? 'the messages of that round, but not those of earlier rounds'
    : `the messages of the last ${lastRounds} rounds, but not those of earlier rounds`;
}

/** What becomes of several winners, in words. */
const tieTold: Readonly<Record<TiePolicy, string>> = {
  none: 'none is selected',
  'fixed-order': 'the first of them in the list of candidates is selected',
  random: 'one of them is drawn at random',
};

/** A vote in the form that everybody is told. */
export interface VoteTold extends Pick<Decision<unknown>, 'selected' | 'tally'> {
  readonly round: number;
  readonly ballots: readonly { readonly by: string; readonly text: string }[];
}

/** What happened so far, the same for everybody; messages oldest first. */
export function historyText({
  candidates,
  lastVote,
  standing,
  recalled,
}: {
  readonly candidates: readonly string[];
  readonly lastVote: VoteTold | null;
  readonly standing: { readonly id: string; readonly round: number; readonly text: string } | null;
  readonly recalled: Recalled;
}): string {
  const { messages } = recalled;
  return [
    '# What happened so far',
    ...lastVoteLines(candidates, lastVote),
    '## Standing decision',
    standing === null
      ? 'Nothing is decided yet.'
      : `Proposal ${standing.id}, selected in round ${standing.round}:\n${standing.text}`,
    '## Conversation',
    ...recalledLines(recalled, '##'),
    messages.length === 0 ? 'Nobody has written yet.' : messages.map(messageLine).join('\n'),
    '',
  ].join('\n');
}

/** The candidates and the ballots of the last vote, which are not those of a vote that is going on. */
function lastVoteLines(candidates: readonly string[], vote: VoteTold | null): string[] {
  if (vote === null) return ['## Last vote', 'There was no vote yet.'];
  return [
    `## Candidates of the last vote (round ${vote.round})`,
    candidates.length === 0 ? 'There were none.' : candidates.join('\n'),
    `## Last vote (round ${vote.round})`,
    voteText(vote),
  ];
}

/** A sentence about a message rather than a line of a transcript, because small models continue transcripts. */
function messageLine({ round, from, to, text }: SeenMessage): string {
  return `- In round ${round} ${from} told ${to.length === 0 ? 'everybody' : to.join(' and ')}: "${text}"`;
}

/**
 * The prompt names the others and spells out what to say to them. With only "write one message to the others", small
 * models answered like assistants and refused.
 * @param maxLength - the most characters of the message
 */
export function messageQuestion(
  agent: string,
  others: readonly string[],
  round: number,
  maxLength: number,
): string {
  return [
    `# Now: message phase of round ${round}`,
    `What do you, ${agent}, want to tell ${others.length === 0 ? 'yourself' : others.join(' and ')}? You can say what you know, what you want and what you could give for it, answer what was asked, or ask for something; several of these are fine. Use your own words, at most ${wordsIn(maxLength)} words.`,
    jsonOnly,
    '{"target": [<names of those you address>], "message": "<your message>"}',
  ].join('\n');
}

/**
 * @param maxLength - the most characters of the reasoning
 * @param mayKeep - whether the agent has a proposal that it may keep
 */
export function proposalQuestion(
  agent: string,
  round: number,
  format: ProposalFormat,
  maxLength: number,
  mayKeep: boolean,
): string {
  return [
    `# Now: proposal phase of round ${round}`,
    mayKeep
      ? `You are ${agent}. Propose a solution. It then replaces your latest proposal. To keep your latest proposal, give null as proposal: then the group votes on it again.`
      : `You are ${agent}. Propose a solution, which the group will vote on.`,
    `First reason step by step in at most ${wordsIn(maxLength)} words (nobody else sees it), then propose. ${jsonOnly}`,
    '{"reason_for_decision": "<your reasoning>", "proposal": <your proposal>}',
    `A proposal has this form: ${format.text}`,
  ].join('\n');
}

/** @param isDecided - whether there is a current decision, which an abstention helps to keep */
export function voteQuestion(
  agent: string,
  round: number,
  rule: VotingRule,
  { kind, options, settings, reason = 0, abstention }: BallotForm,
  listed: string,
  ties: TiePolicy,
  isDecided: boolean,
): string {
  const { form, meaning } = describeBallot(kind, options, settings, { abstain: abstention === 'offered' });
  const without = isDecided ? 'the standing decision stays' : 'the group still has no decision';
  return [
    `# Now: voting phase of round ${round}`,
    `You are ${agent}. The group votes on the candidates below by ${rule.name} voting. ${rule.explanation}`,
    `If several candidates win, ${tieTold[ties]}; if none is selected, ${without}.`,
    'These are the candidates now:',
    listed,
    `First reason step by step in at most ${wordsIn(reason)} words (nobody else sees it), then vote. ${jsonOnly}`,
    `{"reason_for_decision": "<your reasoning>", "decision": ${form}}`,
    meaning,
  ].join('\n');
}

export function candidateText(id: string, by: readonly string[], shown: string): string {
  return `Proposal ${id} (${by.length === 0 ? 'the standing decision' : `by ${by.join(', ')}`}):\n${shown}`;
}

/** A ballot in the form that everybody is told; null is an abstention. */
export function ballotTold(ballot: Ballot | null): string {
  return ballot === null ? 'abstained' : ballotInWords(ballot, (id) => `proposal ${id}`);
}

function voteText(vote: VoteTold): string {
  const ballots = vote.ballots.map(({ by, text }) => `- ${by} ${text}.`);
  const totals = Object.entries(vote.tally).map(
    ([id, total]) => `proposal ${id}: ${Number(total.toFixed(4))}`,
  );
  const result =
    vote.selected === null ? 'No proposal was selected.' : `Proposal ${vote.selected} was selected.`;
  return [...ballots, `Totals: ${totals.join(', ')}. ${result}`].join('\n');
}
