import { presentAnswer } from '../questions/present-answer';
import { AgoraError, type Random } from 'agora-voting';
import { check, listOf, object, settings, shown, text } from 'agora-voting/internal';
import type { Beliefs, Environment } from '../environment';
import { labelAnswers } from '../label-answers';
import { questionDigest } from '../questions/question-set';
import { simulatedReader, type Belief } from './simulated-agent';
import type { Evidence, EvidenceCase, EvidenceInstance, EvidenceScore, EvidenceView } from './types';
import { asShipped } from '../../own-code';

export interface EvidenceSettings {
  /**
   * Cases of your own or of a data set, used in order and repeated from the start. Default: a newly generated case each
   * time.
   */
  readonly cases?: readonly EvidenceCase[];
  /**
   * Who reads what. each (default): every piece has its own agent. Otherwise there is one agent, which reads `all`
   * pieces, one piece `consistent` with the answer, one `inconsistent` with it, or the piece with this name.
   */
  readonly reads?: string;
}

const piece = object('a piece of evidence', { name: text(), text: text(1_000_000) });
const evidenceCase = object('a case', {
  id: text(10_000),
  question: text(100_000),
  answer: text(),
  otherwise: text().nullable(),
  labels: listOf('labels', text(), 2),
  evidence: listOf('pieces of evidence', piece, 1),
});
const evidenceSettings = settings({
  cases: listOf('cases', evidenceCase, 1).optional(),
  reads: text().optional(),
});

/** What makes one kind of task another: its name, what everybody is told, and how cases are made up. */
interface Kind {
  readonly name: string;
  readonly task: string;
  readonly make: (index: number, random: Random) => EvidenceCase;
}

/**
 * Distributed evidence: a question with a list of labels. Each agent knows one piece of the evidence (Wang et al. 2025,
 * section 4.1.1).
 * @throws AgoraError 'setting' for invalid cases, and for a case without the piece to read
 */
export function evidenceEnvironment(
  { name, task, make }: Kind,
  given: EvidenceSettings,
): Environment<EvidenceInstance, string> {
  check(name, evidenceSettings, given);
  const { cases, reads = 'each' } = given;
  for (const { id, labels, answer, evidence } of cases ?? []) {
    if (!labels.includes(answer))
      throw new AgoraError(
        'setting',
        `${name} needs one of ${labels.join(', ')} as answer of ${id}, got ${shown(answer)}`,
      );
    if (new Set(evidence.map((one) => one.name)).size < evidence.length)
      throw new AgoraError('setting', `${name} needs pieces of evidence whose names differ in ${id}`);
  }
  return asShipped<Environment<EvidenceInstance, string>>({
    ...labelAnswers<EvidenceInstance>(({ labels }) => labels),
    name,
    settings: {
      reads,
      cases: cases === undefined ? 'made up' : `${cases.length} (${questionDigest(cases)})`,
    },
    instance: (index, random) => {
      const own = cases?.[index % cases.length] ?? make(index, random.split('case'));
      return { ...own, agents: readers(name, own, reads, random.split('reads')) };
    },
    agents: ({ agents }) =>
      agents.map((one) => ({
        name: one.name,
        background: [
          'This is all that you are given:',
          ...one.reads.map((own) => `- "${own.text}" (${own.name})`),
        ].join('\n'),
      })),
    task: ({ question, labels }) =>
      [task, question, `The answer is exactly one of: ${labels.join(', ')}.`].join('\n'),
    present: presentAnswer,
    score: ({ answer }, label): EvidenceScore => ({
      correct: label === answer ? 1 : 0,
      decided: label === null ? 0 : 1,
    }),
    beliefs,
    observe: ({ labels, otherwise, agents }, agent): EvidenceView => ({
      labels,
      otherwise,
      reads: agents.find((one) => one.name === agent)?.reads ?? [],
    }),
    simulatedAgent: simulatedReader,
  });
}

/**
 * An agent's belief: its probability of each label. Its `error` is the probability of the wrong labels.
 */
const beliefs: Beliefs<EvidenceInstance> = {
  format: ({ labels }) =>
    `{${labels.map((label) => `"${label}": <how likely that is, from 0 to 1>`).join(', ')}}`,
  schema: ({ labels }) => ({
    type: 'object',
    properties: Object.fromEntries(
      labels.map((label) => [label, { type: 'number', minimum: 0, maximum: 1 }]),
    ),
    required: labels,
    additionalProperties: false,
  }),
  read: ({ labels }, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { ok: false, reason: `a belief must be an object with ${labels.join(', ')}` };
    const given = Object.entries(value).map(([name, share]) => [name, Number(share)] as const);
    const known = new Map(given.filter(([name, share]) => labels.includes(name) && Number.isFinite(share)));
    const total = [...known.values()].reduce((sum, share) => sum + Math.max(0, share), 0);
    if (total === 0) return { ok: false, reason: `a belief must hold one of ${labels.join(', ')} likely` };
    return {
      ok: true,
      value: {
        belief: Object.fromEntries(labels.map((one) => [one, Math.max(0, known.get(one) ?? 0) / total])),
        unknown: given.flatMap(([name]) => (labels.includes(name) ? [] : [name])),
        missing: labels.filter((label) => !known.has(label)),
        negative: labels.filter((label) => (known.get(label) ?? 0) < 0),
      },
    };
  },
  write: (_, belief) =>
    Object.fromEntries(
      Object.entries(belief as Belief).map(([label, share]) => [label, Number(share.toFixed(4))]),
    ),
  errors: ({ answer }, belief) => ({ error: 1 - ((belief as Belief)[answer] ?? 0) }),
};

/** Who takes part, and what each reads. */
function readers(
  name: string,
  { id, answer, evidence }: EvidenceCase,
  reads: string,
  random: Random,
): EvidenceInstance['agents'] {
  if (reads === 'each') return evidence.map((one) => ({ name: one.name, reads: [one] }));
  if (reads === 'all') return [{ name: 'Reader', reads: evidence }];
  const holds: Readonly<Record<string, (one: Evidence) => boolean>> = {
    consistent: ({ says }) => says === answer,
    inconsistent: ({ says }) => says !== null && says !== answer,
  };
  const chosen = evidence.filter(holds[reads] ?? ((one) => one.name === reads));
  if (chosen.length === 0)
    throw new AgoraError(
      'setting',
      `${name} needs a piece of evidence to be read as ${JSON.stringify(reads)} in ${id}`,
    );
  return [{ name: 'Reader', reads: [random.pick(chosen)] }];
}
