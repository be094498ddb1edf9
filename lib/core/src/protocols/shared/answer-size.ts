import { type JsonSchema, settings, whole } from 'agora-voting/internal';
import type { Sampling } from '../../models/chat-model';

/*
 * How long answers may be. Whatever an agent is asked for is bounded twice: in characters by its schema, and in tokens
 * by the question, so that a model that loses its thread ends, and one that keeps to the schema is never cut off.
 */

/**
 * What is asked for. ballot: a ballot without a reason. message: a message, or a proposal, a ballot or a judgement with its
 * reason. prose: prose, and JSON with thoughts in it.
 */
export type AnswerKind = 'ballot' | 'message' | 'prose';

/**
 * The most tokens of an answer, by what is asked for. A form that needs more gets more: a ballot on 26 options, an
 * allocation of ten goods among ten agents. A model whose thoughts count as tokens of its answer needs more than the
 * defaults.
 */
export type MaxTokens<Kind extends AnswerKind> = Readonly<Record<Kind, number>>;

const usual: MaxTokens<AnswerKind> = { ballot: 64, message: 200, prose: 512 };

/** What the setting `maxTokens` of a protocol must be that asks for these kinds. */
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

/** Fewer than an English text has (4 to 5), so that other languages have room, too. */
const charactersAToken = 3;

/** The most characters of a text that may take a share, from 0 to 1, of so many tokens. */
export function charactersIn(tokens: number, share: number): number {
  return Math.max(1, Math.floor(tokens * share * charactersAToken));
}

/** A bound on characters as agents are told it: in words, of which small models keep count a little better. */
export function wordsIn(characters: number): number {
  const words = Math.floor(characters / 6);
  return words > 10 ? words - (words % 5) : Math.max(1, words);
}

/** How a question is sampled: up to so many tokens, or more where the longest answer that the schema allows takes more. */
export function upTo(tokens: number, schema?: JsonSchema): Sampling {
  return { maxTokens: schema === undefined ? tokens : Math.max(tokens, tokensOf(schema)) };
}

/**
 * About how many tokens the longest answer of a schema takes, written over several lines: a token for three characters of
 * a text or a name, 12 for a number, 4 for the marks and the space around each part.
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

/** A schema by the parts that decide how long its answers are. */
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
