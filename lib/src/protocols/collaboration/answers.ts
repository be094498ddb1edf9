import { z } from 'zod';
import type { Environment } from '../../environments/environment';
import type { JsonSchema, Reading } from '../../json';
import type { Question } from '../protocol';
import { proposalSchema, readAs, readProposalAnswer, schemaOf } from '../shared/answers';

/*
 * The JSON that members and the instructor are asked for: each with its schema and how it is read.
 */

type Asked<T> = Required<Pick<Question<T, unknown>, 'format' | 'read'>>;

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

export const joining: Asked<boolean> = {
  format: { name: 'join', schema: () => schemaOf({ speak: { type: 'boolean' } }) },
  read: (value) => readAs(join, value),
};

export const directing = (names: readonly string[]): Asked<readonly string[]> => ({
  format: { name: 'speakers', schema: () => schemaOf({ speakers: listOf(names) }) },
  read: (value) => readAs(direct, value),
});

/** @param names - whom it may be addressed to; null where it goes to everybody */
export function stating<Instance, Proposal>(
  environment: Environment<Instance, Proposal>,
  instance: Instance,
  names: readonly string[] | null,
): Asked<Statement<Proposal>> {
  const { format, read } = concluding(environment, instance);
  if (names === null) return { format, read: (value) => withTarget(read(value), { ok: true, value: null }) };
  const schema = (): JsonSchema => {
    const { properties } = format.schema() as { properties: Record<string, JsonSchema> };
    return schemaOf({ target: listOf(names), ...properties });
  };
  return {
    format: { name: 'statement', schema },
    read: (value) => withTarget(read(value), readAs(address, value)),
  };
}

/** A decision, or null: none yet. */
export function concluding<Instance, Proposal>(
  environment: Environment<Instance, Proposal>,
  instance: Instance,
): Asked<Omit<Statement<Proposal>, 'to'>> {
  return {
    format: { name: 'judgement', schema: () => proposalSchema(environment.proposalFormat(instance)) },
    read: (value) => readProposalAnswer(value, (inner) => environment.readProposal(instance, inner)),
  };
}

function withTarget<Proposal>(
  given: Reading<Omit<Statement<Proposal>, 'to'>>,
  to: Reading<readonly string[] | null>,
): Reading<Statement<Proposal>> {
  if (!given.ok) return given;
  return to.ok ? { ok: true, value: { ...given.value, to: to.value } } : to;
}

const listOf = (names: readonly string[]): JsonSchema => ({
  type: 'array',
  items: { type: 'string', enum: names },
});
