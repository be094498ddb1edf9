import { type JsonSchema, settings, whole } from 'agora-voting/internal';
import type { Sampling } from '../../models/chat-model';

/*
 * How long answers may be. Every answer has two limits: the schema limits its characters, and the question limits its
 * tokens. So a model that loses the thread stops, and a model that follows the schema is never cut off.
 */

/**
 * Kinds of answers. ballot: a ballot without a reason. message: a message, or a proposal, a ballot or a judgement
 * with its reason. prose: prose, or JSON with thoughts in it.
 */
export type AnswerKind = 'ballot' | 'message' | 'prose';

/**
 * The most tokens of an answer, by kind. A longer format raises the limit: a ballot on 26 options, or an allocation
 * of ten goods among ten agents. A model whose thoughts count as tokens of its answer needs more than the defaults.
 */
export type MaxTokens<Kind extends AnswerKind> = Readonly<Record<Kind, number>>;

const usual: MaxTokens<AnswerKind> = { ballot: 64, message: 200, prose: 512 };

/** The schema of a protocol's setting `maxTokens` for these kinds. */
export function maxTokensGiven(...kinds: readonly AnswerKind[]) {
  return settings(Object.fromEntries(kinds.map((kind) => [kind, whole(1).optional()]))).optional();
}

/** The setting with its defaults: 64 for a ballot, 200 for a message, 512 for prose. */
export function maxTokensOf<Kind extends AnswerKind>(
  kinds: readonly Kind[],
  given: Partial<MaxTokens<Kind>> = {},
): MaxTokens<Kind> {
  return Object.fromEntries(kinds.map((kind) => [kind, given[kind] ?? usual[kind]])) as MaxTokens<Kind>;
}

/** Fewer than English text has (4 to 5), so that other languages fit too. */
const charactersAToken = 3;

/** The most characters of a text that may use a share, from 0 to 1, of this many tokens. */
export function charactersIn(tokens: number, share: number): number {
  return Math.max(1, Math.floor(tokens * share * charactersAToken));
}

/** A limit in characters, converted to words for prompts: small models count words a little better. */
export function wordsIn(characters: number): number {
  const words = Math.floor(characters / 6);
  return words > 10 ? words - (words % 5) : Math.max(1, words);
}

/** The sampling of a question: its token limit, raised if the longest answer that the schema allows needs more. */
export function upTo(tokens: number, schema?: JsonSchema): Sampling {
  return { maxTokens: schema === undefined ? tokens : Math.max(tokens, tokensOf(schema)) };
}

/**
 * The approximate number of tokens of the longest answer that a schema allows, written over several lines: one token
 * per three characters of a text or a name, 12 for a number, 4 for the punctuation and space around each part.
 */
export function tokensOf(schema: JsonSchema): number {
  const { anyOf, enum: values, type, properties, items, maxItems, maxLength } = schema as Bounded;
  if (schema['const'] !== undefined) return tokensOfText(JSON.stringify(schema['const']));
  if (anyOf !== undefined) return Math.max(...anyOf.map(tokensOf));
  if (values !== undefined) return Math.max(0, ...values.map((value) => tokensOfText(String(value))));
  if (type === 'object')
    return Object.entries(properties ?? {}).reduce(
      (sum, [name, value]) => sum + tokensOfText(name) + tokensOf(value) + marks,
      marks,
    );
  if (type === 'array')
    return marks + (maxItems ?? 0) * (marks + (items === undefined ? 0 : tokensOf(items)));
  if (type === 'string') return Math.ceil((maxLength ?? 0) / charactersAToken) + 2;
  return type === 'number' || type === 'integer' ? digits : 2;
}

/** The parts of a schema that determine the length of answers. */
interface Bounded {
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly maxItems?: number;
  readonly maxLength?: number;
}

const marks = 4;
const digits = 12;

function tokensOfText(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / charactersAToken) + 2;
}
