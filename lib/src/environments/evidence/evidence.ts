import { AgoraError } from '../../agora-error';
import { check, listOf, object, settings, shown, text } from '../../check';
import type { Random } from '../../random';
import type { Environment } from '../environment';
import { questionDigest } from '../questions/question-set';
import { evidenceStandIn } from './stand-in';
import type { Evidence, EvidenceCase, EvidenceInstance, EvidenceScore, EvidenceView } from './types';

export interface EvidenceSettings {
  /** Cases of one's own or of a data set, taken in order and from the beginning again. Default: made up, each anew. */
  readonly cases?: readonly EvidenceCase[];
  /**
   * Who reads what. `each` piece has an agent of its own (default). Or there is one agent: who reads `all` of them, one
   * `consistent` with the answer, one `inconsistent` with it, or the piece of that name.
   */
  readonly reads?: string;
}

const piece = object('a piece of evidence', { name: text(), text: text(1_000_000) });
const evidenceCase = object('a case', {
  ...{ id: text(10_000), question: text(100_000), answer: text(), otherwise: text().nullable() },
  ...{ labels: listOf('labels', text(), 2), evidence: listOf('pieces of evidence', piece, 1) },
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
 * Evidence in parts: a question with a list of labels, of which each agent knows one part (Wang et al. 2025, section 4.1.1).
 * @throws AgoraError 'setting' for cases that cannot be asked, and where a case lacks the piece that is to be read
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
  return {
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
          ...one.reads.map((own) => `${own.name}: ${own.text}`),
        ].join('\n'),
      })),
    task: ({ question, labels }) =>
      [task, question, `The answer is exactly one of: ${labels.join(', ')}.`].join('\n'),
    proposalFormat: ({ labels }) => ({
      text: `"<one of ${labels.join(', ')}>"`,
      schema: () => ({ type: 'string', enum: labels }),
    }),
    readProposal: ({ labels }, value) => {
      const plain = typeof value === 'string' ? value.trim().toLowerCase() : '';
      const found = labels.find((label) => label.toLowerCase() === plain);
      return found === undefined
        ? { ok: false, reason: `the answer must be one of ${labels.join(', ')}` }
        : { ok: true, value: found };
    },
    proposalKey: String,
    showProposal: (_, label) => label,
    score: ({ answer }, label): EvidenceScore => ({
      correct: label === answer ? 1 : 0,
      decided: label === null ? 0 : 1,
    }),
    choices: {
      list: ({ labels }) => labels,
      proposal: ({ labels }, choice) => {
        if (labels.includes(choice)) return choice;
        throw new AgoraError(
          'setting',
          `choices.proposal needs one of ${labels.join(', ')} as choice, got ${shown(choice)}`,
        );
      },
    },
    observe: ({ labels, otherwise, agents }, agent): EvidenceView => ({
      labels,
      otherwise,
      reads: agents.find((one) => one.name === agent)?.reads ?? [],
    }),
    standIn: evidenceStandIn,
  };
}

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
