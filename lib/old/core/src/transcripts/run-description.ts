import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import type { JsonObject } from 'agora-voting/internal';

export const recordSchemaVersion = 1;

interface Part {
  readonly name: string;
  readonly settings: JsonObject;
}

/** The content of run.json: a description of the run that is sufficient to repeat it. */
export interface RunDescription {
  /** Version of the record's format. */
  readonly schema: number;
  readonly id: string;
  readonly name: string;
  readonly environment: Part;
  readonly protocol: Part;
  readonly model: Part & { readonly evidence: 'simulated' | 'recorded' | 'live' };
  readonly stop: Part | null;
  readonly sampling: JsonObject;
  readonly seed: number;
  /** Facts that the model reported about itself. They do not distinguish runs. */
  readonly facts?: JsonObject;
  /** The number of collaborations that was last requested. A run can be extended. */
  readonly collaborations: number;
  /** The part of the collaborations that this folder holds, if they are divided: part 3 of 16 has 2, 18, 34, … */
  readonly shard?: { readonly part: number; readonly of: number };
  readonly versions: Readonly<Record<string, string>>;
  /** Digest of the library's code. Results of a simulated model depend on it. */
  readonly code: string;
  /** Digests of parts that users wrote themselves (a rule, an environment): these may change under their names. */
  readonly own?: Readonly<Record<string, string>>;
  /** When the run was started, ISO 8601. */
  readonly created: string;
}

const settings = z.record(z.string(), z.unknown());
const part = z.object({ name: z.string(), settings });
const description = z.object({
  schema: z.literal(recordSchemaVersion),
  id: z.string(),
  name: z.string(),
  environment: part,
  protocol: part,
  model: part.extend({ evidence: z.enum(['simulated', 'recorded', 'live']) }),
  stop: part.nullable(),
  sampling: settings,
  seed: z.number().int(),
  facts: settings.optional(),
  collaborations: z.number().int().nonnegative(),
  shard: z.object({ part: z.number().int().positive(), of: z.number().int().positive() }).optional(),
  versions: z.record(z.string(), z.string()),
  code: z.string(),
  own: z.record(z.string(), z.string()).optional(),
  created: z.string(),
});

/** @throws AgoraError 'no-run' naming the file and what is wrong with it */
export function readDescription(file: string, text: string): RunDescription {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AgoraError('no-run', `${file} is not JSON: ${(error as Error).message}`);
  }
  const result = description.safeParse(value);
  if (result.success) return result.data as unknown as RunDescription;
  const schema = schemaOf(value);
  if (schema !== null && schema !== recordSchemaVersion) {
    const layout = schema < recordSchemaVersion ? 'an earlier layout' : 'a later layout';
    throw new AgoraError(
      'no-run',
      `${file} was recorded by ${layout} (schema ${schema}), and this agora-core reads schema ${recordSchemaVersion}`,
    );
  }
  const issue = result.error.issues[0];
  throw new AgoraError(
    'no-run',
    `${file} is not a run description: ${issue?.message} at ${issue?.path.join('.')}`,
  );
}

/** The version of the record's format that a description names, or null if it names none. */
function schemaOf(value: unknown): number | null {
  if (typeof value !== 'object' || value === null || !('schema' in value)) return null;
  return typeof value.schema === 'number' ? value.schema : null;
}
