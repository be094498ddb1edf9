import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AgoraError, knownOptions } from '../error';
import type { Random } from '../random';
import type { Environment, Mind, Prose } from './environment';
import type { Evidence, EvidenceCase } from './evidence-case';
import { madeUpClaim, madeUpNote } from './generated-evidence';

export interface EvidenceOptions {
  /**
   * The cases: your own, or those that `readClaims(file)` or `readDischargeNotes(file)` returns for a data set.
   * Default: made-up cases.
   */
  readonly cases?: readonly EvidenceCase[];
  /**
   * Which evidence the agents read. Default: 'each', one piece per agent. With any other value, one agent judges alone:
   * - 'all': the agent reads every piece.
   * - 'consistent': the agent reads one piece that supports the answer.
   * - 'inconsistent': the agent reads one piece that supports another label.
   * - The name of a piece: the agent reads this piece.
   */
  readonly reads?: string;
}

export interface DischargeOptions extends EvidenceOptions {
  /** The probability that a section of a made-up note supports the right disposition. Default: 0.5. */
  readonly informative?: number;
}

/** A case, together with the pieces of evidence that each agent reads. */
export type EvidenceInstance = EvidenceCase & {
  readonly agents: readonly { readonly name: string; readonly reads: readonly Evidence[] }[];
};

/**
 * Creates a fact-checking environment. Each agent reads one sentence of evidence on a claim, and only a few sentences
 * are relevant. Source: Strategies, section 4.1.1, EBFC. `reads: 'consistent'` gives the paper's upper bound: a single
 * agent that reads one sentence, whose label is the claim's label. The evidence in the paper is labelled (appendix D).
 * In this environment, agents do not see the labels. The single agent's result of 88.7% (Table 2) suggests that the
 * paper's agents did not see them either.
 *
 * The paper uses AmbiFC's claims, which `readClaims` reads. Without `cases`, claims are made up. Made-up claims are
 * simpler than real claims, and results on made-up claims are not evidence about the paper's numbers.
 *
 * @throws AgoraError if a case is invalid, or has no evidence that matches `reads`
 */
export function factCheck(options: EvidenceOptions = {}): Environment<EvidenceInstance, string> {
  knownOptions('factCheck', options, ['cases', 'reads']);
  return evidenceEnvironment(options, {
    name: 'fact-check',
    task: `Judge a claim based only on the evidence, not on what you know about the world.
A piece of evidence may support the claim, refute it, or have nothing to do with it (neutral).`,
    line: ({ text }) => `- ${text}`,
    madeUp: madeUpClaim,
    settings: {},
  });
}

/**
 * Creates an environment for predicting where a patient goes after a hospital stay. Each agent reads one section of the
 * discharge summary. Source: Strategies, section 4.1.1, PDDP.
 *
 * The paper uses notes from MIMIC-III, which only credentialed users may read; `readDischargeNotes` reads your copy.
 * Without `cases`, notes are made up. The option `informative`, which has no counterpart in the paper, sets how
 * informative the sections of made-up notes are. Results on made-up notes show how strategies compare on such notes,
 * but are not evidence about the paper's numbers.
 *
 * @throws AgoraError if a case is invalid, or has no evidence that matches `reads`
 */
export function discharge(options: DischargeOptions = {}): Environment<EvidenceInstance, string> {
  knownOptions('discharge', options, ['cases', 'reads', 'informative']);
  const { informative = 0.5, cases } = options;
  if (!(informative >= 0 && informative <= 1))
    throw new AgoraError(`informative must be a number from 0 to 1, not ${informative}.`);
  return evidenceEnvironment(options, {
    name: 'discharge',
    task: `Predict where a patient went at the end of a hospital stay, based on parts of the discharge summary.
- expired: the patient died during the stay
- extended care: the patient went to a facility for longer-term care, such as a nursing home or a rehabilitation centre
- home with service: the patient went home, with visits from nurses or therapists
- home: the patient went home, without further care`,
    line: ({ name, text }) => `- ${name}: ${text}`,
    madeUp: (index, random) => madeUpNote(index, random, informative),
    settings: cases === undefined ? { informative } : {},
  });
}

/** The parts that differ between the fact-checking and discharge environments. */
interface Kind {
  readonly name: string;
  readonly task: string;
  /** Formats a piece of evidence for a prompt. */
  readonly line: (evidence: Evidence) => string;
  readonly madeUp: (index: number, random: Random) => EvidenceCase;
  readonly settings: Readonly<Record<string, number>>;
}

function evidenceEnvironment(
  { cases, reads = 'each' }: EvidenceOptions,
  { name, task, line, madeUp, settings }: Kind,
): Environment<EvidenceInstance, string> {
  for (const one of cases ?? []) checkCase(one);
  if (cases?.length === 0) throw new AgoraError(`${name} needs at least one case.`);
  const digest = createHash('sha256')
    .update(JSON.stringify(cases ?? ''))
    .digest('hex')
    .slice(0, 16);
  return {
    name,
    settings: { ...settings, reads, cases: cases === undefined ? 'made up' : `${cases.length} (${digest})` },
    ...(cases !== undefined && { size: cases.length }),
    cases: (index, random) => {
      const own = cases === undefined ? madeUp(index, random.split('case')) : cases[index];
      if (own === undefined)
        throw new AgoraError(`${name} has ${cases!.length} cases, so index ${index} does not exist.`);
      return { ...own, agents: readersOf(own, reads, random.split('reads')) };
    },
    caseName: ({ id }) => id,
    agents: ({ agents }) =>
      agents.map((one) => ({
        name: one.name,
        background: ['This is all the information that you have:', ...one.reads.map(line)].join('\n'),
      })),
    task: ({ question, labels }) =>
      `${task}\n\n${question}\nThe answer is exactly one of: ${labels.join(', ')}.`,
    proposal: ({ labels }) => z.preprocess((reply) => asLabel(reply, labels), z.enum(labels)),
    form: ({ labels }) => `one of ${labels.join(', ')}, in quotes`,
    show: (_, label) => label,
    key: String,
    score: ({ answer }, label) => ({ correct: label === answer ? 1 : 0 }),
    mind: mindOf,
    options: ({ labels }) => labels.map((label) => ({ id: label, text: label, proposal: label })),
    prose,
  };
}

function checkCase({ id, labels, answer, evidence }: EvidenceCase): void {
  if (!labels.includes(answer))
    throw new AgoraError(`The answer of case ${id} must be one of ${labels.join(', ')}, not ${answer}.`);
  if (evidence.length === 0) throw new AgoraError(`Case ${id} has no evidence.`);
  if (new Set(evidence.map(({ name }) => name)).size < evidence.length)
    throw new AgoraError(`Two pieces of evidence in case ${id} have the same name.`);
}

function readersOf(one: EvidenceCase, reads: string, random: Random): EvidenceInstance['agents'] {
  const { id, answer, evidence } = one;
  if (reads === 'each') return evidence.map((piece) => ({ name: piece.name, reads: [piece] }));
  if (reads === 'all') return [{ name: 'Reader', reads: evidence }];
  const readable = evidence.filter(({ name, says }) => {
    if (reads === 'consistent') return says === answer;
    if (reads === 'inconsistent') return says !== null && says !== answer;
    return name === reads;
  });
  if (readable.length === 0)
    throw new AgoraError(`Case ${id} has no evidence that matches reads: "${reads}".`);
  return [{ name: 'Reader', reads: [random.pick(readable)] }];
}

const asLabel = (reply: unknown, labels: readonly string[]): unknown =>
  typeof reply === 'string'
    ? (labels.find((label) => label.toLowerCase() === reply.trim().toLowerCase()) ?? reply)
    : reply;

/** In prose, an answer is a label in square brackets. If a text has several of these, the last one counts. */
const prose: Prose<EvidenceInstance, string> = {
  form: ({ labels }) => `[label], where label is one of ${labels.join(', ')}`,
  write: (_, label) => `[${label}]`,
  read: ({ labels }, text) => statedIn(labels, text).at(-1) ?? null,
  readAll: ({ labels }, text) => [...new Set(statedIn(labels, text))],
};

function statedIn(labels: readonly string[], text: string): string[] {
  const known = new Map(labels.map((label) => [label.toLowerCase(), label]));
  const bracketed = [...text.matchAll(/\[([^[\]]{0,100})\]/g)];
  return bracketed.flatMap(([, inner = '']) => known.get(inner.trim().toLowerCase()) ?? []);
}

/** The utility that a clear piece of evidence adds to its label. This value is a guess. */
const clearEvidence = 2;
/**
 * The initial utility of a case's `otherwise` label, such as "neutral". This value is a guess. It is less than half of
 * `clearEvidence`.
 */
const caution = 0.8;

/**
 * Builds the simulated agent, which weighs the evidence that it reads and adds some noise. The agent knows which label
 * each of its pieces supports, and how strongly, but does not know the answer. The instructor in a discussion reads no
 * evidence.
 */
function mindOf({ labels, otherwise, agents }: EvidenceInstance, agent: string): Mind<string> {
  const reads = agents.find(({ name }) => name === agent)?.reads ?? [];
  const utility = (label: string): number => {
    let support = label === otherwise ? caution : 0;
    for (const { says, strength } of reads) if (says === label) support += clearEvidence * strength;
    return support;
  };
  return {
    utility,
    propose: (random) => {
      const felt = labels.map((label) => ({ label, utility: utility(label) + random.normal() }));
      return felt.sort((a, b) => b.utility - a.utility)[0]!.label;
    },
    sentence: () => {
      const known = reads.filter(({ says }) => says !== null);
      if (known.length === 0) return 'Nothing that I read bears on the question.';
      return `I read: ${known.map(({ text }) => beginning(text)).join('; ')}.`;
    },
  };
}

/** Returns the first 20 words of a text, on one line. */
function beginning(text: string): string {
  const words = text.trim().split(/\s+/);
  return words.length > 20 ? `${words.slice(0, 20).join(' ')} …` : words.join(' ').replace(/\.$/, '');
}
