import type { Random } from 'agora-voting';
import type { Known, Parameter, Phrases, ReasoningSimulatedAgent, Saying } from '../simulated-agent';
import { skill } from '../simulated-agent';
import type { EvidenceView } from './types';

/** What members say. All of it is read back. */
export const phrases = {
  Inform: {
    evidence: [
      'By what {part} has, {label} is right with weight {#weight}, for it says: {quote}.',
      'The evidence of {part} speaks for {label} with weight {#weight}: {quote}.',
    ],
  },
  Evaluate: {
    judges: ['All in all {agent} judges it as {label}.', 'In the end {agent} comes down on {label}.'],
  },
} as const satisfies Phrases;

const parameters = {
  skill,
  evidenceWeight: {
    value: 2.5,
    range: [0, 20],
    meaning: 'what a label gains by a plain piece of evidence that one reads oneself',
    reason: 'a guess: three times the noise, so that who reads plain evidence seldom misses it',
  },
  caution: {
    value: 1,
    range: [0, 20],
    meaning: 'what the label gains that holds where nothing bears on the question',
    reason: 'a guess: less than half of a plain piece of evidence',
  },
  judgementNoise: {
    value: 0,
    range: [0, 10],
    meaning: 'standard deviation of the error in judging a candidate in a vote, beside the noise of reading',
    reason: 'none: what is uncertain is in the reading',
  },
  readingNoise: {
    value: 0.8,
    range: [0, 10],
    scales: 'error',
    meaning: "standard deviation of the error in each label's support, anew whenever one is asked",
    reason: 'a guess; it sets how often two readings of the same evidence differ',
  },
  persuasion: {
    value: 0.7,
    range: [0, 1],
    meaning: "what evidence counts that one is told of, against one's own",
    reason: 'a guess: told is worth less than read',
  },
  herding: {
    value: 0.6,
    range: [0, 20],
    meaning: 'what a label gains by the others who judge so, times ln(1 + their number)',
    reason: 'a guess: four others weigh about half of a plain piece of evidence',
  },
  persistence: {
    value: 0.5,
    range: [0, 20],
    meaning: "what one's own last judgement gains, as far as one remembers it",
    reason: 'a guess: less than the noise',
  },
  misjudgement: {
    value: 0.15,
    range: [0, 1],
    meaning: 'chance that one who may choose speaks without need, or keeps silent when others need it',
    reason: 'a guess: misjudged relevance (section 3.3)',
  },
  attention: {
    value: 0.8,
    range: [0, 1],
    meaning: 'chance that an instructor names somebody who differs from it; 1 less it, somebody who does not',
    reason: 'a guess',
  },
  assurance: {
    value: 0.7,
    range: [0, 1],
    meaning:
      'share of its confidence that the best judgement must have before an instructor ends the discussion',
    reason: 'by looking at the rounds of Tables 3 and 4, where one who leads seldom goes beyond the second',
  },
  retention: {
    value: 0.8,
    range: [0, 1],
    meaning: "chance that a summary keeps a speaker's words",
    reason: 'a guess: a summary loses details',
  },
} satisfies Record<string, Parameter>;
type Name = keyof typeof parameters;

/** The probability of each label, in shares of 1. */
export type Belief = Readonly<Record<string, number>>;

/**
 * Simulated agents that weigh evidence. The support of a label is
 *
 *     evidenceWeight * (strength of what one reads for it + persuasion * weight of what one is told for it)
 *         + herding * ln(1 + others who judge so)
 *         + caution, for the label that holds otherwise + persistence, for one's own last judgement + noise
 *
 * and the judgement is the label with the most support. The probability of a label is its share of exp(support).
 * Members know what a piece says and how strongly, never the answer. An instructor reads nothing itself and weighs the
 * messages.
 */
export const simulatedReader: ReasoningSimulatedAgent<string, EvidenceView, Belief, Name> = {
  parameters,
  phrases,
  estimate: believe,
  utility: ({ belief }, label) => Math.log(Math.max(belief[label] ?? 0, 1e-9)),
  best: ({ belief }) => favourite(belief),
  say: (mind) => [
    ...mind.observed.reads.flatMap(({ name, text, says, strength }): Saying[] =>
      says === null
        ? []
        : [
            {
              act: 'Inform',
              says: 'evidence',
              gaps: { part: name, label: says, weight: strength, quote: quoted(text) },
            },
          ],
    ),
    { act: 'Evaluate', says: 'judges', gaps: { agent: mind.agent, label: favourite(mind.belief) } },
  ],
};

function believe(known: Known<string, EvidenceView, Name>, random: Random | null): Belief {
  const { agent, observed, values, heard } = known;
  const support = new Map(
    observed.labels.map((label) => [label, random?.normal(0, values.readingNoise) ?? 0]),
  );
  const add = (label: string, gain: number): void => {
    const before = support.get(label);
    if (before !== undefined) support.set(label, before + gain);
  };
  if (observed.otherwise !== null) add(observed.otherwise, values.caution);
  const own = new Set(observed.reads.map(({ name }) => name));
  for (const { says, strength } of observed.reads)
    if (says !== null) add(says, values.evidenceWeight * strength);
  // Evidence that is told twice counts once, as it was told last.
  const told = new Map(heard('Inform', 'evidence').map(({ gaps }) => [gaps['part'] ?? '', gaps]));
  for (const [part, { label = '', weight }] of told)
    if (!own.has(part)) add(label, values.evidenceWeight * values.persuasion * Number(weight));
  const judged = new Map(
    heard('Evaluate', 'judges').map(({ gaps }) => [gaps['agent'] ?? '', gaps['label'] ?? '']),
  );
  const mine = judged.get(agent) ?? known.candidates.find(({ by }) => by.includes(agent))?.proposal;
  if (mine !== undefined) add(mine, values.persistence);
  judged.delete(agent);
  for (const label of observed.labels) {
    const others = [...judged.values()].filter((one) => one === label).length;
    add(label, values.herding * Math.log(1 + others));
  }
  const odds = [...support].map(([label, gain]) => [label, Math.exp(gain)] as const);
  const all = odds.reduce((sum, [, one]) => sum + one, 0);
  return Object.fromEntries(odds.map(([label, one]) => [label, one / all]));
}

function favourite(belief: Belief): string {
  const [first] = Object.entries(belief).sort(([, a], [, b]) => b - a);
  return first?.[0] ?? '';
}

/** The beginning of a text without an end of sentence in it, as a sentence can hold it. */
function quoted(text: string): string {
  const words = text.replaceAll(/[.;:?!\s]+/g, ' ').trim();
  return words.length > 120 ? `${words.slice(0, 120).replace(/\s\S*$/, '')} …` : words;
}
