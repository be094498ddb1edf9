import { AgoraError } from '../../agora-error';
import { check, object, oneOf, settings as settingsOf, text } from '../../check';
import { inRepository } from '../../datasets/locate';
import { dataset } from '../../datasets/registry';
import type { Collaboration } from '../collaboration';
import { dylan, gpqaDebates, zeroeval } from './answer-debates';
import { llmDeliberation } from './llm-deliberation';
import { casino, driftEval } from './talk-sets';
import { gpt4Votes, mmluRaterProbabilities, mmluReduxVotes, prdPeerRank } from './vote-sets';

/** Recorded collaborations of real models (or people), and whose they are. */
export interface Recorded extends Iterable<Collaboration> {
  readonly evidence: 'recorded';
  readonly name: string;
  /** What it is, in a line. */
  readonly title: string;
  /** Who took part. */
  readonly models: string;
  /** Whom to cite, and where it comes from. */
  readonly source: string;
  readonly licence: string;
}

interface RecordedSet {
  readonly models: string;
  readonly read: (folder: string) => Iterable<Collaboration>;
}

/** Every set that can be opened by its name; `datasets` describes each. To add one, add an entry. */
const sets = {
  'llm-deliberation': {
    models: 'gpt-4, gpt-4 with gpt-3.5 in some roles, llama2-13b, llama2-70b, llama3-70b, mixtral',
    read: llmDeliberation,
  },
  dylan: { models: 'gpt-3.5-turbo', read: dylan },
  'gpqa-debates': { models: 'claude-sonnet-4-6', read: gpqaDebates },
  'mmlu-rater-probabilities': { models: 'LLaMA-13B under ten prompts', read: mmluRaterProbabilities },
  'mmlu-redux-votes': { models: 'fourteen models of HELM', read: mmluReduxVotes },
  'prd-peer-rank': { models: 'gpt-4, claude, gpt-3.5, bard, vicuna-13b; people', read: prdPeerRank },
  'gpt4-votes-tree-of-thoughts': { models: 'gpt-4', read: gpt4Votes },
  zeroeval: { models: '47 models', read: zeroeval },
  'drift-eval': { models: 'Llama-3.1-70B-Instruct', read: driftEval },
  'casino-negotiations': { models: 'none: people', read: casino },
} satisfies Readonly<Record<string, RecordedSet>>;

const names = Object.keys(sets) as [string, ...string[]];
const wanted = object('arguments', {
  name: oneOf(...names),
  settings: settingsOf({ folder: text(4000).optional() }),
});

/**
 * Opens a set of recorded collaborations by its name. It is read anew, as a stream, each time that it is gone through.
 * @param settings.folder - where its files lie. Default: in the repository (data/recorded).
 * @throws AgoraError 'setting'; while reading, 'conversation-import' naming file and line
 * @example
 * const games = transcripts.recorded('llm-deliberation');
 * [games.evidence, [...games].length]; // => ['recorded', 647]
 */
export function recorded(name: string, settings: { readonly folder?: string } = {}): Recorded {
  check('recorded', wanted, { name, settings });
  const described = dataset(name);
  const { models, read } = sets[name as keyof typeof sets];
  const folder = settings.folder ?? inRepository(described);
  if (folder === null) throw new AgoraError('dataset-absent', `recorded: there is no folder of ${name}`);
  const { title, licence, cite: source } = described;
  const about = { evidence: 'recorded', name, title, models, source, licence } as const;
  return { ...about, [Symbol.iterator]: () => read(folder)[Symbol.iterator]() };
}
