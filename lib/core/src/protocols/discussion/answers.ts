import { z } from 'zod';
import type { Environment } from '../../environments/environment';
import type { JsonSchema, Reading } from 'agora-voting/internal';
import type { Question } from '../protocol';
import { upTo } from '../shared/answer-size';
import { namesSchema, proposalSchema, readAs, readProposalAnswer, schemaOf } from '../shared/answers';

/*
 * The JSON that members and the instructor are asked for: each with its schema and how it is read.
 */

type Asked<T> = Required<Pick<Question<T, unknown>, 'format' | 'read' | 'sampling'>>;

/** A view and the reason for it, to be heard by those whom it names. */
export interface Statement<Proposal> {
  readonly proposal: Proposal | null;
  readonly reason: string;
  /** Null where everybody hears everything. */
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

/** What a statement or a conclusion is made of. */
export interface JudgementForm {
  readonly maxTokens: number;
  /** The most characters of what is said. */
  readonly maxLength: number;
  /** Whether null may be given: the latest judgement stands, or there is no decision yet. */
  readonly mayBeNull: boolean;
}

/** @param names - whom it may be addressed to; null where it goes to everybody */
export function stating<Instance, Proposal>(
  environment: Environment<Instance, Proposal>,
  instance: Instance,
  names: readonly string[] | null,
  form: JudgementForm,
): Asked<Statement<Proposal>> {
  const { format, read } = concluding(environment, instance, form);
  const { properties } = format.schema() as { properties: Record<string, JsonSchema> };
  const schema = names === null ? properties : { target: namesSchema(names), ...properties };
  return asked('statement', form.maxTokens, schemaOf(schema), (value) =>
    withTarget(read(value), names === null ? { ok: true, value: null } : readAs(address, value)),
  );
}

/** A decision, or null: none yet. */
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
  return { format: { name, schema: () => schema }, sampling: upTo(maxTokens, schema), read };
}

function withTarget<Proposal>(
  given: Reading<Omit<Statement<Proposal>, 'to'>>,
  to: Reading<readonly string[] | null>,
): Reading<Statement<Proposal>> {
  if (!given.ok) return given;
  return to.ok ? { ok: true, value: { ...given.value, to: to.value } } : to;
}
