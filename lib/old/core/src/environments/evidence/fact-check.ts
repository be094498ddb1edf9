import type { Random } from 'agora-voting';
import type { Environment } from '../environment';
import { evidenceEnvironment, type EvidenceSettings } from './evidence';
import type { Evidence, EvidenceCase, EvidenceInstance } from './types';

/** The stance of evidence towards a claim, in AmbiFC's words. */
export const stances = ['supporting', 'neutral', 'refuting'] as const;

const task = [
  'Judge a claim by the evidence alone, not by what you know of the world.',
  'Evidence may support it, refute it, or have nothing to do with it (neutral).',
].join('\n');

/**
 * Fact checking: each agent reads one sentence of evidence on a claim. It is the paper's EBFC, "structured evidence
 * synthesis" (section 4.1.1, Appendix D), in which few agents have the relevant evidence and must persuade the others.
 * `reads: 'consistent'` is the paper's upper bound: one agent, whose sentence has the claim's label. `readClaims` reads
 * real claims; without `cases` claims are generated.
 * @throws AgoraError 'setting' for invalid cases
 * @example
 * const claims = environments.factCheck({ reads: 'consistent' });
 * claims.agents(await claims.instance(0, Random.from(1))).length; // => 1
 */
export function factCheck(settings: EvidenceSettings = {}): Environment<EvidenceInstance, string> {
  return evidenceEnvironment({ name: 'fact-check', task, make: makeClaim }, settings);
}

/** A sentence of evidence. @param strength - 0 for an irrelevant one */
export function evidenceOf(place: number, text: string, says: string, strength: number): Evidence {
  return { name: `Agent ${place + 1}`, text, says, strength };
}

/**
 * Of made-up claims half are supported, a third refuted and the rest neither: guesses. Most agents have sentences that are beside
 * the point.
 */
function makeClaim(index: number, random: Random): EvidenceCase {
  const { claim, supporting, refuting, beside } = random.pick(subjects)(random);
  const answer = random.pick([
    'supporting',
    'supporting',
    'supporting',
    'refuting',
    'refuting',
    'neutral',
  ] as const);
  const direct = { supporting, refuting };
  // A claim without any evidence has one sentence that looks like evidence, and misleads.
  const relevant = answer === 'neutral' ? random.pick(['supporting', 'refuting'] as const) : answer;
  const sentences = [
    { text: direct[relevant], says: relevant, strength: answer === 'neutral' ? 0.4 : 1 },
    ...random
      .shuffle(beside)
      .slice(0, 2 + random.below(4))
      .map((text) => ({ text, says: 'neutral', strength: 0 })),
  ];
  const evidence = random
    .shuffle(sentences)
    .map(({ text, says, strength }, place) => evidenceOf(place, text, says, strength));
  return {
    id: `made-up ${index + 1}`,
    question: `Claim: ${claim}`,
    labels: stances,
    answer,
    otherwise: 'neutral',
    evidence,
  };
}

interface Subject {
  readonly claim: string;
  readonly supporting: string;
  readonly refuting: string;
  readonly beside: readonly string[];
}

const names = [
  'Alder',
  'Brack',
  'Corran',
  'Dunmore',
  'Eskley',
  'Farrow',
  'Gildan',
  'Hollin',
  'Irvane',
  'Jessop',
];
const between = (random: Random, least: number, most: number): number =>
  least + random.below(most - least + 1);

/** What claims are about; all of it is invented. */
const subjects: readonly ((random: Random) => Subject)[] = [
  (random) => {
    const [name, year] = [random.pick(names), between(random, 1860, 1990)];
    return {
      claim: `The ${name} Bridge was opened before ${year}.`,
      supporting: `Traffic first crossed it on 4 May ${year - between(random, 1, 20)}.`,
      refuting: `Traffic first crossed it on 4 May ${year + between(random, 1, 20)}.`,
      beside: [
        `It is ${between(random, 120, 900)} metres long.`,
        'It carries two lanes and a footpath on its northern side.',
        'The steel came from works further down the river.',
        'Its towers were painted green in a later renovation.',
        'A ferry had linked both banks for three centuries.',
      ],
    };
  },
  (random) => {
    const [name, season] = [random.pick(names), between(random, 2, 6)];
    return {
      claim: `Season ${season} was the last season of ${name} Harbour.`,
      supporting: `The broadcaster ended the series after ${season} seasons.`,
      refuting: `The broadcaster ended the series after ${season + between(random, 1, 3)} seasons.`,
      beside: [
        `The first season had ${between(random, 6, 14)} episodes.`,
        'It was filmed on the coast, with a few scenes in a studio.',
        'The first episode drew more viewers than any other that year.',
        'The lead actor thanked the audience on the last day of filming.',
        'Critics praised its music.',
      ],
    };
  },
  (random) => {
    const [name, other] = random.shuffle(names);
    return {
      claim: `${name} is the capital of the province of ${other}.`,
      supporting: `The parliament of the province of ${other} has always met in ${name}.`,
      refuting: `The parliament of the province of ${other} moved away from ${name} for good in 1921.`,
      beside: [
        `${name} has ${between(random, 20, 400)} thousand inhabitants.`,
        'A university was founded there in the seventeenth century.',
        'The river floods its lower quarters every few years.',
        'Its football club plays in the second league.',
        'The old town stands on two hills.',
      ],
    };
  },
];
