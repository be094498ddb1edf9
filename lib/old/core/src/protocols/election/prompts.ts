import type { AgentBrief } from '../../environments/environment';
import type { Ballot, BallotKind } from 'agora-voting';
import { describeBallot } from 'agora-voting/internal';
import { jsonOnly, type BallotForm } from '../shared/answers';
import { ballotInWords } from '../shared/polling';

/*
 * Prompts with the content of the paper's (GEDI, sections 4.2 and 5.1), in our own words: who the rater is, the
 * question with its examples, and the format of the ballot.
 */

/** A ballot and the rater in whose name it was cast. */
export interface CastBallot {
  readonly by: string;
  readonly ballot: Ballot;
}

/** The environment says first who the rater is; the name is used if it says nothing. */
export function raterSystemPrompt({ name, background }: AgentBrief, task: string): string {
  return [
    background === '' ? `You are ${name}.` : background,
    'You are one of several raters. Each judges alone, and nobody sees the judgement of another.',
    '',
    task,
  ].join('\n');
}

export function dictatorSystemPrompt(task: string): string {
  return [
    'You decide for a panel of raters. They have judged, each alone; you see their ballots, and your ballot alone is what counts.',
    '',
    task,
  ].join('\n');
}

export function ballotQuestion(form: BallotForm): string {
  const { kind, options, settings } = form;
  const described = describeBallot(kind, options, settings, { thing: 'option', abstain: false });
  return [
    '# Your ballot',
    `${wish[kind]} ${jsonOnly}`,
    `{"decision": ${described.form}}`,
    described.meaning,
  ].join('\n');
}

export function dictatorQuestion(form: BallotForm, seen: readonly CastBallot[]): string {
  const ballots = seen.map(({ by, ballot }) => `- ${by} ${ballotInWords(ballot)}.`);
  return ["# The raters' ballots", ...ballots, '', ballotQuestion(form)].join('\n');
}

const wish: Readonly<Record<BallotKind, string>> = {
  ranking: 'Rank the options, from the one that is most likely to be right to the one that is least likely.',
  rating: 'Rate every option. An option that is more likely to be right gets a higher rating.',
  choice: 'Vote for the option that is most likely to be right.',
  approval: 'Approve every option that you think may be right.',
  points:
    'Share out your points among the options. An option that is more likely to be right gets more points.',
};
