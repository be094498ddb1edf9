import { AgoraError } from 'agora-voting';
import { check, type JsonObject, number, object, settings as settingsOf } from 'agora-voting/internal';
import type { SentenceEmbedder } from './embedding/sentence-embedder';
import { cosineDistance, embedderGiven, rounded, textsGiven } from './information-distance';

/** A statement by its text; the shape that the protocols' similarity measures compare. */
interface Texted {
  readonly text: string;
}

/** The shape of the protocols' SimilarityMeasure. */
export interface TextSimilarity {
  readonly name: string;
  readonly settings: JsonObject;
  begin(): {
    learn(statements: readonly Texted[]): Promise<void>;
    covers(known: readonly Texted[], statement: Texted): boolean;
  };
}

const similarityArguments = object('arguments', {
  embedder: embedderGiven,
  settings: settingsOf({ threshold: number(0, 2) }),
});

/**
 * Two statements have the same view if the cosine of their embeddings is at least the threshold. Source: S2-MAD,
 * sections 3.2 and 4.3 ("VecCS"), which embeds with bert-base-uncased. Thresholds depend on the embedder, so the
 * paper's do not apply to another one. Above 1 no statements are alike. Each text is embedded once, all new texts of a
 * phase in one call.
 * @example
 * const embedder = { name: 'lengths', dimensions: 1, embed: async (texts) => texts.map((text) => Float32Array.of(text.length)) };
 * language.embeddingSimilarity(embedder, { threshold: 0.9 }).settings; // => { embedder: 'lengths', threshold: 0.9 }
 */
export function embeddingSimilarity(
  embedder: SentenceEmbedder,
  settings: { readonly threshold: number },
): TextSimilarity {
  check('embeddingSimilarity', similarityArguments, { embedder, settings });
  const { threshold } = settings;
  return {
    name: 'embedding',
    settings: { embedder: embedder.name, threshold },
    begin: () => {
      const places = new Map<string, number>();
      const vectors: Float32Array[] = [];
      /** By the places of two texts, whether they are alike: each pair is compared once. */
      const alike: boolean[][] = [];
      const placeOf = (text: string): number => {
        const place = places.get(text);
        if (place !== undefined) return place;
        throw new AgoraError(
          'setting',
          'embeddingSimilarity needs texts that were embedded before, got a new one',
        );
      };
      const cosine = (a: number, b: number): number =>
        cosineOf(vectors[a] as Float32Array, vectors[b] as Float32Array);
      const areAlike = (a: number, b: number): boolean =>
        ((alike[Math.max(a, b)] as boolean[])[Math.min(a, b)] ??= cosine(a, b) >= threshold);
      return {
        learn: async (statements) => {
          const texts = [...new Set(statements.map(({ text }) => text))].filter((text) => !places.has(text));
          if (texts.length === 0) return;
          const found = await embedder.embed(texts);
          texts.forEach((text, place) => {
            places.set(text, vectors.length);
            vectors.push(found[place] as Float32Array);
            alike.push([]);
          });
        },
        covers: (known, { text }) => {
          const place = placeOf(text);
          return known.some((other) => areAlike(placeOf(other.text), place));
        },
      };
    },
  };
}

/**
 * The matrix of cosines between some texts. `metrics.replayDebates` compares views with it. Each distinct text is
 * embedded once, all in one call.
 * @example
 * const embedder = { name: 'lengths', dimensions: 1, embed: async (texts) => texts.map((text) => Float32Array.of(text.length)) };
 * await language.textCosines(embedder)(['Yes', 'No']); // => [[1, 1], [1, 1]]
 */
export function textCosines(embedder: SentenceEmbedder): (texts: readonly string[]) => Promise<number[][]> {
  check('textCosines', object('arguments', { embedder: embedderGiven }), { embedder });
  return async (texts) => {
    check('textCosines', object('arguments', { texts: textsGiven }), { texts });
    const distinct = [...new Set(texts)];
    const found = distinct.length === 0 ? [] : await embedder.embed(distinct);
    const vectors = texts.map((text) => found[distinct.indexOf(text)] as Float32Array);
    return vectors.map((one) => vectors.map((other) => cosineOf(one, other)));
  };
}

/** Equal texts have a cosine of 1, and so have those that the model cannot tell apart, as it cuts long ones. */
const cosineOf = (one: Float32Array, other: Float32Array): number => rounded(1 - cosineDistance(one, other));
