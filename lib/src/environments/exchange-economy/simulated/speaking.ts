import type { GroupSituation } from '../../situation';
import type { Random } from '../../../random';
import type { Allocation, EconomyInstance } from '../types';
import { best, judge } from './judgement';
import type { AgentParameters } from './parameters';
import { proposeAllocation } from './proposing';
import { hasSaidWants } from './reading';

type Situation = GroupSituation<EconomyInstance, Allocation>;

/** The paper's ten dialogue acts (Appendix D.5), as far as simulated agents perform them. */
export type Act =
  | 'Inform'
  | 'Request'
  | 'Confirm'
  | 'Summarize'
  | 'Evaluate'
  | 'Propose'
  | 'Compromise'
  | 'Defend'
  | 'Accept'
  | 'Decline';

export interface Spoken {
  readonly target: readonly string[];
  readonly message: string;
  /** The acts the message was written from, in order. */
  readonly acts: readonly Act[];
}

/** Writes one message: sentences in English that say what the agent wants, offers, thinks and asks. */
export function speak(situation: Situation, parameters: AgentParameters, random: Random): Spoken {
  const { agent, agents, round, rounds, candidates, standing, messages } = situation;
  const others = agents.filter((name) => name !== agent);
  const sentences: string[] = [];
  const acts: Act[] = [];
  let target: readonly string[] = others;
  const say = (act: Act, sentence: string) => {
    acts.push(act);
    sentences.push(sentence);
  };

  if (round === 1) say('Inform', random.pick(greetings)(agent));
  if (random.chance(parameters.candor)) say('Inform', wants(situation, random));
  const preferred = best(judge(situation, parameters, null));
  const favourite = candidates.find((candidate) => candidate.id === preferred?.id);
  if (standing !== null)
    say(
      'Evaluate',
      evaluation(situation, standing.proposal, `the standing decision, proposal ${standing.id},`, random),
    );
  else if (favourite !== undefined)
    say('Evaluate', evaluation(situation, favourite.proposal, `proposal ${favourite.id}`, random));
  if (favourite !== undefined) {
    const rejected = candidates.find(
      (candidate) => candidate.id !== favourite.id && !candidate.by.includes(agent),
    );
    if (favourite.by.includes(agent) && standing?.id !== favourite.id)
      say('Defend', random.pick(defences)(favourite.id));
    else say('Accept', random.pick(acceptances)(favourite.id));
    if (rejected !== undefined && random.chance(0.3)) say('Decline', random.pick(refusals)(rejected.id));
  }
  if (round > 1 && random.chance(0.8)) {
    const offer = offerText(proposeAllocation(situation, parameters, null));
    const halfway =
      candidates.some((candidate) => !candidate.by.includes(agent)) && random.chance(parameters.concession);
    if (halfway) say('Compromise', random.pick(compromises)(offer));
    else say('Propose', random.pick(offers)(offer));
  }
  if (round === rounds && standing !== null) say('Summarize', random.pick(summaries)(standing.id, round));
  const doubted = others.find((name) => !hasSaidWants(name, messages));
  if (doubted !== undefined && round > 1) {
    say('Request', random.pick(personalRequests)(doubted));
    target = [doubted];
  } else if (others.length > 0 && round > 2 && random.chance(0.4)) {
    const asked = random.pick(others);
    say('Confirm', random.pick(confirmations)(asked));
    target = [asked];
  } else if (others.length > 0) say('Request', random.pick(round === 1 ? openRequests : laterRequests));
  return { target, message: sentences.join(' '), acts };
}

function wants(situation: Situation, random: Random): string {
  const { instance, agent } = situation;
  const row = instance.exponents[instance.agents.indexOf(agent)] ?? [];
  const order = instance.goods
    .map((good, k) => ({ good, weight: row[k] ?? 0 }))
    .sort((a, b) => b.weight - a.weight);
  const [first, ...rest] = order;
  if (first === undefined) return 'I have no use for any of this.';
  if (rest.length === 0 || first.weight - (rest[0]?.weight ?? 0) < 1e-9) return random.pick(indifferences);
  const spare = rest.map(({ good }) => good).join(' and ');
  return random.pick(wantsSentences)(first.good, spare);
}

function evaluation(situation: Situation, allocation: Allocation, name: string, random: Random): string {
  const { instance, agent } = situation;
  const mine = instance.goods.map((good) => `${allocation[agent]?.[good] ?? 0} ${good}`).join(', ');
  const row = instance.exponents[instance.agents.indexOf(agent)] ?? [];
  const most = row.indexOf(Math.max(...row));
  const good = instance.goods[most] ?? '';
  const share = (allocation[agent]?.[good] ?? 0) / (instance.supply[most] || 1);
  const fair = 1 / instance.agents.length;
  const verdict = share >= 1.3 * fair ? good1(random) : share >= 0.95 * fair ? good2(random) : good3(random);
  return `Under ${name} I would have ${mine}, which ${verdict}.`;
}

const good1 = (random: Random): string =>
  random.pick(['serves me well', 'I find a good result for me', 'is close to what I hoped for']);
const good2 = (random: Random): string =>
  random.pick([
    'is acceptable but leaves room to improve',
    'is fair, though we could all do better',
    'I could live with',
  ]);
const good3 = (random: Random): string =>
  random.pick(['is less than I need', 'does not work well for me', 'leaves me worse off than an even split']);

function offerText(allocation: Allocation): string {
  const parts = Object.entries(allocation).map(([name, bundle]) => {
    const goods = Object.entries(bundle).map(([good, amount]) => `${amount} ${good}`);
    return `${name} takes ${goods.join(', ')}`;
  });
  return parts.join('; ');
}

const greetings = [
  (agent: string) => `Hello everyone, ${agent} here.`,
  (agent: string) => `Good to meet you all; I am ${agent}.`,
  (agent: string) => `This is ${agent}, glad to work with you.`,
];
const wantsSentences = [
  (good: string, spare: string) =>
    `What I value most is ${good}, far ahead of ${spare}, so I would gladly give up some of the latter.`,
  (good: string, spare: string) =>
    `Nothing helps me as much as ${good}; I can spare a good part of the ${spare}.`,
  (good: string, spare: string) =>
    `My first priority is ${good}, and I am willing to trade away ${spare} to get it.`,
  (good: string, spare: string) => `I care about ${good} above all, while ${spare} matter little to me.`,
];
const indifferences = [
  'All goods are worth the same to me, so I care for a balanced bundle.',
  'I have no favourite among the goods; a bit of each suits me.',
];
const acceptances = [
  (id: string) => `I support proposal ${id} as it stands.`,
  (id: string) => `Proposal ${id} has my vote for now.`,
  (id: string) => `I am ready to accept proposal ${id}.`,
];
const defences = [
  (id: string) =>
    `I still believe that my proposal ${id} is right: it gives everybody more of what they need.`,
  (id: string) => `I stand by proposal ${id}, because it trades what matters little for what matters much.`,
];
const refusals = [
  (id: string) => `I cannot agree to proposal ${id}, since it takes too much from me.`,
  (id: string) => `Proposal ${id} I have to turn down.`,
];
const offers = [
  (offer: string) => `I suggest the following split: ${offer}.`,
  (offer: string) => `Here is an idea that I think helps all of us: ${offer}.`,
  (offer: string) => `How about this allocation: ${offer}?`,
];
const compromises = [
  (offer: string) => `To meet you halfway, I could go along with this: ${offer}.`,
  (offer: string) => `Let us settle in the middle: ${offer}.`,
];
const summaries = [
  (id: string, round: number) =>
    `To sum up after ${round} rounds: proposal ${id} stands, and we know what each of us needs.`,
  (id: string) => `In short, we have talked through our needs and hold proposal ${id}.`,
];
const openRequests = [
  'Which goods matter most to each of you, and what could you spare?',
  'Could you tell me what you need most and what you would trade?',
  'What are your priorities, so that we can find a split that suits all?',
];
const laterRequests = [
  'What would you change to make this work for you?',
  'Would you tell us what is still missing for your agreement?',
  'Are there any goods you would still like to trade?',
];
const personalRequests = [
  (name: string) => `${name}, we have not heard what you need most; would you tell us?`,
  (name: string) => `${name}, which good is the most useful to you?`,
];
const confirmations = [
  (name: string) => `${name}, can you confirm that this is in line with what you told us?`,
  (name: string) => `Is my understanding of your needs correct, ${name}?`,
];
