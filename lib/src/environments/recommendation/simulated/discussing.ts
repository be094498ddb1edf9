import type { Random } from '../../../random';
import { agentNames } from '../roster';
import { factNames, factOwners, type FactName } from './facts';
import { factFigure } from './informing';
import { confirmations, recaps, requests, type Topic } from './phrases';
import { candidateViews, evidenceViews, openRequests, summaryOpenings } from './sentences';
import type { Sentence } from './speaking';
import { figure, progress, type View } from './view';

/**
 * How a conversation about a common task goes, as everybody knows it: people judge from the second round on, what
 * somebody else brought or proposed; the further they are, the more they sum up and make sure that they understood.
 * Probabilities, not taken from the paper's tables; those that rise do so from 0 in the first round to this in the last.
 */
const habits = { evaluate: 0.7, summarize: 0.6, confirm: 0.7, request: 0.95, requestAtEnd: 0.5, second: 0.4 };

/** Fewer ratings than this are thin evidence. */
const thin = 15;
/** Within half a star, an estimate and a candidate agree. */
const near = 0.5;

export function evaluate(view: View, random: Random): Sentence[] {
  const { situation, heard, own } = view;
  if (situation.round < 2 || !random.chance(habits.evaluate)) return [];
  const others = situation.candidates.filter(({ by }) => !by.includes(situation.agent));
  const candidate = situation.standing ?? (others.length > 0 ? random.pick(others) : null);
  const reports = foreignFacts(view).filter((name) => heard.reports.get(name)!.count > 0);
  if (reports.length > 0 && (candidate === null || random.chance(0.5))) {
    const name = random.pick(reports);
    const { values, count, from } = heard.reports.get(name)!;
    const value = factFigure(name, values.at(-1) ?? 0);
    const text = random.pick(evidenceViews[count < thin ? 'weak' : 'strong'])(value, count, from);
    return [{ act: 'Evaluate', text }];
  }
  if (candidate === null) return [];
  const { rating } = candidate.proposal;
  const side = Math.abs(rating - own) <= near ? 'near' : rating > own ? 'above' : 'below';
  return [{ act: 'Evaluate', text: random.pick(candidateViews[side])(String(rating), figure(own)) }];
}

/** What the others said, in one sentence: the longer the collaboration, the more of it. */
export function summarize(view: View, random: Random): Sentence[] {
  const names = foreignFacts(view);
  if (names.length === 0 || !random.chance(habits.summarize * progress(view))) return [];
  const parts = random
    .shuffle(names)
    .slice(0, 2 + Math.floor(4 * progress(view)))
    .map((name) => random.pick(recaps[name]).write({ value: said(name, view) }));
  const text = parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
  return [{ act: 'Summarize', text: `${random.pick(summaryOpenings)}${text}.` }];
}

/** Asks to confirm what was said, and for what is still unknown. */
export function ask(view: View, random: Random): Sentence[] {
  const { situation } = view;
  const sentences: Sentence[] = [];
  const heardNames = foreignFacts(view);
  if (heardNames.length > 0 && random.chance(habits.confirm * progress(view))) {
    const name = random.pick(heardNames);
    const text = random
      .pick(confirmations[name])
      .write({ name: agentNames[factOwners[name]], value: said(name, view) });
    sentences.push({ act: 'Confirm', text });
  }
  const last = situation.round === situation.rounds;
  if (!random.chance(last ? habits.requestAtEnd : habits.request)) return sentences;
  const open = random.shuffle(openTopics(view)).slice(0, random.chance(habits.second) ? 2 : 1);
  if (open.length === 0) sentences.push({ act: 'Request', text: random.pick(openRequests) });
  for (const topic of open) {
    const name = agentNames[topic === 'movie' || topic === 'person' ? 'basicInfo' : factOwners[topic]];
    sentences.push({ act: 'Request', text: random.pick(requests[topic]).write({ name }) });
  }
  return sentences;
}

/** What others have told, of what is a number. */
function foreignFacts({ situation, heard }: View): FactName[] {
  return factNames.filter(
    (name) => heard.reports.has(name) && agentNames[factOwners[name]] !== situation.agent,
  );
}

function said(name: FactName, { heard }: View): string {
  return factFigure(name, heard.reports.get(name)?.values.at(-1) ?? 0);
}

/** What the speaker has not been told and cannot look up. */
function openTopics({ table, heard }: View): Topic[] {
  const topics: Topic[] = factNames.filter(
    (name) => factOwners[name] !== table.name && !heard.reports.has(name),
  );
  if (table.name !== 'basicInfo') {
    if (heard.genres === null) topics.push('movie');
    if (heard.person === null) topics.push('person');
  }
  return topics;
}
