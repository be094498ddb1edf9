import type { AgentBrief, ProposalFormat } from '../../environments/environment';
import type { Candidate, SeenMessage } from '../../environments/situation';
import type { ChatMessage } from '../../models/chat-model';
import { describeBallot, type BallotSettings, type VotingRule } from '../../voting';

/*
 * The prompts hold what the paper's Figures 6 to 9 hold, section by section and with the same JSON fields, in our
 * own words. What never changes during a collaboration comes first, so that endpoints can reuse it.
 */

/** The last vote, as everybody is told about it. */
export interface VoteSummary {
  readonly round: number;
  readonly tally: Readonly<Record<string, number>>;
  readonly ballots: readonly { readonly by: string; readonly text: string }[];
  readonly selected: string | null;
}

/** What all agents know at one moment, rendered once for all of them. */
export interface SharedView<Proposal> {
  readonly candidatesRound: number;
  readonly candidates: readonly Candidate<Proposal>[];
  readonly lastVote: VoteSummary | null;
  readonly standing: (Candidate<Proposal> & { readonly round: number }) | null;
  /** One text a message, oldest first. */
  readonly conversation: readonly string[];
}

export function systemPrompt(
  agent: AgentBrief,
  agents: readonly AgentBrief[],
  task: string,
  rule: VotingRule,
  rounds: number,
): string {
  const others = agents.filter((other) => other.name !== agent.name).map((other) => other.name);
  return [
    '# Who you are',
    `You are ${agent.name}. You work with ${others.length === 0 ? 'nobody else' : others.join(', ')} in a group that meets for several rounds and decides together.`,
    '',
    '# The task',
    task,
    '',
    '# How the group works',
    'At the start nothing is decided. Every round has three phases, in this order:',
    '1. Message phase: everybody writes one message on a shared channel, to one or more of the others. All write at the same time, and afterwards everybody can read every message.',
    '2. Proposal phase: everybody may propose a solution. Whoever proposes nothing stands by their latest proposal.',
    "3. Voting phase: the group votes on everybody's latest proposal and on the decision that stands.",
    `Votes are counted by ${rule.name} voting. ${rule.explanation}`,
    'When the vote selects a proposal, it becomes the standing decision, in place of the one before. Equal proposals count as one. When several proposals win, none is selected; when none is selected, the standing decision stays.',
    `After each round everybody sees the result of the vote and the whole conversation. There are ${rounds} rounds; the decision that stands after the last one is final.`,
    '',
    '# About you',
    agent.background,
  ].join('\n');
}

/** The state of the collaboration, the same for everybody. */
export function historyText<Proposal>(
  view: SharedView<Proposal>,
  show: (proposal: Proposal) => string,
): string {
  const { candidates, lastVote, standing } = view;
  const listed =
    candidates.length === 0
      ? 'There are no proposals yet.'
      : candidates.map((candidate) => candidateText(candidate, show)).join('\n');
  return [
    '# What happened so far',
    `## Latest candidates (round ${view.candidatesRound})`,
    listed,
    lastVote === null ? '## Latest vote' : `## Latest vote (round ${lastVote.round})`,
    lastVote === null ? 'There was no vote yet.' : voteText(lastVote),
    '## Standing decision',
    standing === null
      ? 'Nothing is decided yet.'
      : `Proposal ${standing.id}, selected in round ${standing.round}:\n${show(standing.proposal)}`,
    '## Conversation',
    view.conversation.length === 0 ? 'Nobody has written yet.' : view.conversation.join('\n'),
    '',
  ].join('\n');
}

export function conversationLine(message: SeenMessage): string {
  return `[Round ${message.round}] ${message.from} to ${message.to.join(', ')}: ${message.text}`;
}

export function messageQuestion(agent: string, round: number): string {
  return [
    `# Now: message phase of round ${round}`,
    `You are ${agent}. Write one message to the others. You can answer what they asked, tell them what you know or think, or ask them something; several of these are fine.`,
    'Answer with this JSON object and nothing else:',
    '{"target": [<names of those you address>], "message": "<your message>"}',
  ].join('\n');
}

export function proposalQuestion(agent: string, round: number, format: ProposalFormat): string {
  return [
    `# Now: proposal phase of round ${round}`,
    `You are ${agent}. You may propose a solution, which then takes the place of your latest proposal, or propose nothing: your latest proposal is voted on either way.`,
    'First reason step by step (nobody else sees it), then propose. Answer with this JSON object and nothing else:',
    '{"reason_for_decision": "<your reasoning>", "proposal": <your proposal, or null to propose nothing>}',
    `A proposal has this form: ${format.text}`,
  ].join('\n');
}

export function voteQuestion(
  agent: string,
  round: number,
  rule: VotingRule,
  options: readonly string[],
  listed: string,
  settings: BallotSettings,
): string {
  return [
    `# Now: voting phase of round ${round}`,
    `You are ${agent}. The group votes on the candidates below by ${rule.name} voting. ${rule.explanation}`,
    'You may also abstain, by giving null as your decision. If several candidates win, none is selected; if none is selected, the standing decision stays.',
    'Candidates:',
    listed,
    'First reason step by step (nobody else sees it), then vote. Answer with this JSON object and nothing else:',
    `{"reason_for_decision": "<your reasoning>", "decision": ${describeBallot(rule.ballot, options, settings)}, or null to abstain}`,
  ].join('\n');
}

export function candidateText<Proposal>(
  candidate: Candidate<Proposal>,
  show: (proposal: Proposal) => string,
): string {
  const by = candidate.by.length === 0 ? 'the standing decision' : `by ${candidate.by.join(', ')}`;
  return `Proposal ${candidate.id} (${by}):\n${show(candidate.proposal)}`;
}

export function prompt(system: string, history: string, question: string): ChatMessage[] {
  return [
    { role: 'system', content: system },
    { role: 'user', content: `${history}\n${question}` },
  ];
}

function voteText(vote: VoteSummary): string {
  const ballots = vote.ballots.map(({ by, text }) => `${by}: ${text}`);
  const totals = Object.entries(vote.tally).map(
    ([id, total]) => `proposal ${id}: ${Number(total.toFixed(4))}`,
  );
  const result =
    vote.selected === null ? 'No proposal was selected.' : `Proposal ${vote.selected} was selected.`;
  return [...ballots, `Totals: ${totals.join(', ')}. ${result}`].join('\n');
}
