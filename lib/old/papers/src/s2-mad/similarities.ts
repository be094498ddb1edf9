import { embeddingSimilarity, sentenceEmbedder, type SentenceEmbedder } from 'agora-core/language';
import type { Row } from 'agora-core/metrics';
import { byAnswer, s2mad } from 'agora-core/protocols';
import type { Condition, Planned } from '../item';
import { count, word } from '../setting';
import { type Dataset, debateSettings, debatesOn, optionsOf, seenSetting, sizeSettings } from './debates';
import { fullDebate, rowsOfReplays, sameText } from './recorded-debates';
import { type Parts, sameAnswer } from './replay';
import { wordCounts } from './word-counts';

/* Shared code of Table 2 and Figure 3: S2-MAD with views compared by answer, or by the cosine of their texts. */

const embedders: Readonly<Record<'sentence model' | 'word counts', () => SentenceEmbedder>> = {
  'sentence model': () => sentenceEmbedder(),
  'word counts': () => wordCounts,
};

export const similaritySettings = {
  ...debateSettings,
  ...sizeSettings,
  questions: count({
    ...debateSettings.questions,
    default: 8,
    whenRecorded: 12,
    paper: 'not stated',
    does: 'How many questions of each data set, at most; or how many recorded debates. Embedding their texts takes time.',
  }),
  embedder: word(['sentence model', 'word counts'], {
    default: 'sentence model',
    paper: 'bert-base-uncased',
    does: 'What makes a vector of a text. Thresholds of one do not apply to another. Word counts need no model.',
  }),
  seen: seenSetting,
};

export interface SimilaritySettings {
  readonly questions: number;
  readonly data: 'samples' | 'full';
  readonly agents: number;
  readonly rounds: number;
  readonly memory: 'last round' | 'own answers' | 'whole debate';
  readonly seen: 'debate' | 'round';
  readonly rule: Parameters<typeof optionsOf>[1]['rule'];
  readonly embedder: 'sentence model' | 'word counts';
  readonly seed: number;
}

/** S2-MAD on one data set, with views compared by answer (null) or by a threshold of the cosine. */
export function selectiveDebates(
  settings: SimilaritySettings,
  dataset: Dataset,
  threshold: number | null,
  fields: Planned['fields'],
): Planned {
  const similarity =
    threshold === null
      ? byAnswer
      : embeddingSimilarity(embedders[settings.embedder](), { threshold: threshold });
  const protocol = s2mad({ ...optionsOf('S2-MAD', settings), similarity: similarity });
  return debatesOn({ ...settings, dataset: dataset }, protocol, fields);
}

/** Recorded debates replayed with S2-MAD's filter: by answer (null), or by a threshold of the cosine. */
export async function replayedBySimilarity(
  condition: Condition,
  { embedder, seen }: Pick<SimilaritySettings, 'embedder' | 'seen'>,
  ways: Readonly<Record<string, number | null>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  const made = embedders[embedder]();
  for await (const one of condition.run) {
    const debate = fullDebate(one);
    const byText = await sameText(debate, made);
    const parts: Record<string, Parts> = {};
    parts['MAD'] = { filter: null, jump: false, earlyStop: false, seen: seen };
    for (const [name, threshold] of Object.entries(ways))
      parts[name] = {
        filter: threshold === null ? sameAnswer : byText(threshold),
        jump: true,
        earlyStop: true,
        seen: seen,
      };
    rows.push(...rowsOfReplays(one, debate, condition.fields, parts));
  }
  return rows;
}
