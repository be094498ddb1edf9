import { AgoraError } from 'agora-voting';
import { check, object, oneOf, settings as settingsOf, shown, text } from 'agora-voting/internal';
import { inRepository } from '../../datasets/locate';
import { dataset } from '../../datasets/registry';
import type { Collaboration } from '../collaboration';
import { gpqaDebates, gpqaDebatesWithTexts, zeroeval } from './answer-debates';
import { casino } from './casino';
import { eliminationGames, llmAgora, madDebates } from './conversation-files';
import { driftEval, mrda } from './labelled-talk';
import { llmDeliberation } from './llm-deliberation';
import { type Asked, packedAsked, packedDescriptions, type PackedRun, packedRuns } from './packed-runs';
import { duDebates, dylan, groupDiscussions, slmDebates } from './text-debates';
import { gpt4Votes, mmluRaterProbabilities, mmluReduxVotes, prdPeerRank } from './vote-sets';

/** Recorded collaborations of real models (or people), and their source. */
export interface Recorded extends Iterable<Collaboration> {
  /** Live: our own protocols, stored by us with the whole run. */
  readonly evidence: 'recorded' | 'live';
  readonly name: string;
  /** What it is, in one line. */
  readonly title: string;
  /** Who took part. */
  readonly models: string;
  /** The citation and the address. */
  readonly source: string;
  readonly licence: string;
  /**
   * One collaboration by its number, as the explorer and rows have it.
   * @throws AgoraError 'collaboration' when the set has none of this number
   */
  get(index: number): Collaboration;
  /**
   * What the model was asked in one collaboration: its prompts by the `request` of replies, and how it was sampled; null
   * when the set has none of this number. Only sets that hold prompts have it.
   */
  asked?(index: number): Asked | null;
  /** How each of its runs was made. Only sets that hold whole runs have it. */
  runs?(): readonly PackedRun[];
}

interface RecordedSet {
  readonly models: string;
  /** Default recorded. */
  readonly evidence?: 'live';
  readonly read: (folder: string) => Iterable<Collaboration>;
  /** Where the set holds prompts. They are read one collaboration at a time. */
  readonly asked?: (folder: string, index: number) => Asked | null;
  /** Where the set holds whole runs. */
  readonly runs?: (folder: string) => readonly PackedRun[];
}

/** Our own runs, complete. */
const packed = {
  evidence: 'live',
  read: packedRuns,
  asked: packedAsked,
  runs: packedDescriptions,
} as const;

/** All sets by name. `datasets` describes each. To add a set, add an entry. */
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
  zeroeval: { models: '44 models on GSM8K, 43 on MATH, 57 in all', read: zeroeval },
  'drift-eval': { models: 'Llama-3.1-70B-Instruct', read: driftEval },
  'casino-negotiations': { models: 'none: people', read: casino },
  'gpqa-debates-with-texts': { models: 'claude-sonnet-4-6', read: gpqaDebatesWithTexts },
  'slm-debates': {
    models: 'Llama-3.2-3B, Mistral-7B, Qwen3-0.6B, Qwen3-14B, VibeThinker-1.5B, Qwen2.5-32B',
    read: slmDebates,
  },
  'du-debates-unlicensed': {
    models: 'gpt-3.5-turbo-0301, Qwen2.5 of 1.5B, 3B and 7B, Llama-3.2-1B',
    read: duDebates,
  },
  'group-discussion-gsm8k': { models: 'gpt-3.5-turbo', read: groupDiscussions },
  'mrda-dialogue-acts': { models: 'none: people', read: mrda },
  'mad-debates': { models: 'gpt-3.5-turbo', read: madDebates },
  'elimination-game': { models: 'eight models a game', read: eliminationGames },
  'llm-agora': { models: 'three open models', read: llmAgora },
  'live-qwen2.5-coder-1.5b': { models: 'Qwen2.5-Coder-1.5B-Instruct', ...packed },
  'live-qwen2.5-coder-0.5b': { models: 'Qwen2.5-Coder-0.5B-Instruct', ...packed },
  'live-hidden-profiles-qwen2.5-coder-0.5b': { models: 'Qwen2.5-Coder-0.5B-Instruct', ...packed },
  'live-crossed-qwen2.5-coder-0.5b': { models: 'Qwen2.5-Coder-0.5B-Instruct', ...packed },
  'live-stopping-qwen2.5-coder-1.5b': { models: 'Qwen2.5-Coder-1.5B-Instruct', ...packed },
} satisfies Readonly<Record<string, RecordedSet>>;

const names = Object.keys(sets) as [string, ...string[]];
/** The names of all sets that `recorded` opens. */
export const recordedNames: readonly string[] = names;
const wanted = object('arguments', {
  name: oneOf(...names),
  settings: settingsOf({ folder: text(4000).optional() }),
});

/**
 * Opens a set of recorded collaborations by its name. Each iteration reads it again, as a stream.
 * @param settings.folder - the folder of its files. Default: in the repository (data/recorded). For a set that is not
 * in the repository, `datasets.requested` returns the folder, or null if it was not requested.
 * @throws AgoraError 'setting', or 'dataset-absent' without the folder of a set that is not in the repository; while
 * reading, 'conversation-import' naming file and line
 * @example
 * const games = transcripts.recorded('llm-deliberation');
 * [games.evidence, [...games].length]; // => ['recorded', 647]
 */
export function recorded(name: string, settings: { readonly folder?: string } = {}): Recorded {
  check('recorded', wanted, { name, settings });
  const described = dataset(name);
  const set: RecordedSet = sets[name as keyof typeof sets];
  const evidence: Recorded['evidence'] = set.evidence ?? 'recorded';
  const { models, read, asked, runs } = set;
  const folder = settings.folder ?? inRepository(described);
  if (folder === null)
    throw new AgoraError(
      'dataset-absent',
      `recorded: ${name} is not in the repository: pass its folder (datasets.requested finds it if AGORA_DATA names it)`,
    );
  const { title, licence, cite: source } = described;
  const about = { evidence, name, title, models, source, licence };
  return {
    ...about,
    get: (index) => numbered(name, read(folder), index),
    ...(asked === undefined ? {} : { asked: (index: number) => asked(folder, index) }),
    ...(runs === undefined ? {} : { runs: () => runs(folder) }),
    [Symbol.iterator]: () => read(folder)[Symbol.iterator](),
  };
}

function numbered(name: string, all: Iterable<Collaboration>, index: number): Collaboration {
  let last = -1;
  for (const one of all) {
    if (one.index === index) return one;
    last = Math.max(last, one.index);
  }
  throw new AgoraError(
    'collaboration',
    `${name} has no collaboration ${shown(index)}: they are numbered from 0 to ${last}`,
  );
}
