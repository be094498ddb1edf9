import { AgoraError } from '../../agora-error';
import { z } from 'zod';
import type { Json, Reading } from '../../json';
import { checkBallot, type Ballot } from '../../voting';
import type { RecordedPoll } from './election';

const names = z.array(z.string());
const numbers = z.record(z.string(), z.number());
const ballotShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('choice'), choice: z.string() }),
  z.object({ kind: z.literal('ranking'), ranking: names }),
  z.object({ kind: z.literal('weak-ranking'), tiers: z.array(names) }),
  z.object({ kind: z.literal('approval'), approved: names }),
  z.object({ kind: z.literal('rating'), ratings: numbers }),
  z.object({ kind: z.literal('points'), points: numbers }),
]);
/** @throws AgoraError 'election-record' when this is no ballot on these options, or of another form than was asked for */
export function readRecordedBallot(
  value: Json,
  options: readonly string[],
  { kind, settings }: Pick<RecordedPoll, 'kind' | 'settings'>,
  where: string,
): Ballot {
  const shape = ballotShape.safeParse(value);
  const reading: Reading<Ballot> = !shape.success
    ? { ok: false, reason: 'it has no such shape' }
    : shape.data.kind !== kind && shape.data.kind !== 'weak-ranking'
      ? { ok: false, reason: `${kind} was asked for` }
      : checkBallot(shape.data, options, { ...settings, weak: kind === 'ranking' });
  if (reading.ok) return reading.value;
  throw new AgoraError(
    'election-record',
    `${where}: ${JSON.stringify(value)} is no ballot: ${reading.reason}`,
  );
}
