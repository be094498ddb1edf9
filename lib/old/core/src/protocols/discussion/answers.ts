import { z } from 'zod';
import type { Environment } from '../../environments/environment';
import type { JsonSchema, Reading } from 'agora-voting/internal';
import type { Question } from '../protocol';
import { upTo } from '../shared/answer-size';
import { namesSchema, proposalSchema, readAs, readProposalAnswer, schemaOf } from '../shared/answers';

/*
 * The JSON that members and the instructor are asked for: each with its schema and its reader.
 */

type Asked<T> = Required<Pick<Question<T, unknown>, 'format' | 'read' | 'sampling'>>;

/** A view and its reason, addressed to the agents that it names. */
export interface Statement<Proposal> {
  readonly proposal: Proposal | null;
  readonly reason: string;
  /** Null if everybody hears everything. */
  readonly to: readonly string[] | null;
}

const join = z.object({ speak: z.boolean() }).transform(({ speak }) => speak);
const direct = z.object({ speakers: z.array(z.string()) }).transform(({ speakers }) => speakers);
const address = z.object({ target: z.array(z.string()) }).transform(({ target }) => target);

export function joining(maxTokens: number): Asked<boolean> {
  return asked('join', maxTokens, schemaOf({ speak: { type: 'boolean' } }), (value) => readAs(join, value));
}

export function directing(maxTokens: number, names: readonly string[]): Asked<readonly string[]> {
  const schema = schemaOf({ speakers: namesSchema(names, 1) });
  return asked('speakers', maxTokens, schema, (value) => readAs(direct, value));
}

/** The format of a statement or a conclusion. */
export interface JudgementForm {
  readonly maxTokens: number;
  /** The most characters of the words. */
  readonly maxLength: number;
  /** Whether null is allowed: the latest judgement remains, or there is no decision yet. */
  readonly mayBeNull: boolean;
}

/** @param names - the agents it may be addressed to; null if everybody hears it */
export function stating<Instance, Proposal>(
  environment: Environment<Instance, Proposal>,
  instance: Instance,
  names: readonly string[] | null,
  form: JudgementForm,
): Asked<Statement<Proposal>> {
  const { format, read } = concluding(environment, instance, form);
  const { properties } = format.schema as { properties: Record<string, JsonSchema> };
  const schema = names === null ? properties : { target: namesSchema(names), ...properties };
  return asked('statement', form.maxTokens, schemaOf(schema), (value) =>
    withTarget(read(value), names === null ? { ok: true, value: null } : readAs(address, value)),
  );
}

/** A decision, or null for none yet. */
export function concluding<Instance, Proposal>(
  environment: Environment<Instance, Proposal>,
  instance: Instance,
  { maxTokens, maxLength, mayBeNull }: JudgementForm,
): Asked<Omit<Statement<Proposal>, 'to'>> {
  const format = environment.proposalFormat(instance);
  return asked('judgement', maxTokens, proposalSchema({ format, maxLength, mayBeNull }), (value) =>
    readProposalAnswer(value, (inner) => environment.readProposal(instance, inner)),
  );
}

function asked<T>(
  name: string,
  maxTokens: number,
  schema: JsonSchema,
  read: (value: unknown) => Reading<T>,
): Asked<T> {
  return { format: { name, schema }, sampling: upTo(maxTokens, schema), read };
}

function withTarget<Proposal>(
  given: Reading<Omit<Statement<Proposal>, 'to'>>,
  to: Reading<readonly string[] | null>,
): Reading<Statement<Proposal>> {
  if (!given.ok) return given;
  return to.ok ? { ok: true, value: { ...given.value, to: to.value } } : to;
}
