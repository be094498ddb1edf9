import { AgoraError } from '../../agora-error';
import { z } from 'zod';
import type { Json, Reading } from '../../json';
import { checkBallot, type Ballot, type BallotSettings } from '../../voting';
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
const setUpShape = z.object({
  options: names.min(1),
  ballots: z.array(
    z.object({
      kind: z.enum(['choice', 'rating', 'ranking', 'points', 'approval']),
      truncated: z.boolean().optional(),
      scale: z.object({ lowest: z.number().int(), highest: z.number().int() }).optional(),
      approvals: z.object({ least: z.number().optional(), most: z.number().optional() }).optional(),
      points: z.number().optional(),
    }),
  ),
  dictators: z.array(z.enum(['informed', 'mis-informed'])),
});
const inventedShape = z.object({ ballots: z.array(z.object({ by: z.string(), ballot: z.unknown() })) });

/** How an election was set up, as its note says. */
export interface SetUp {
  readonly options: readonly string[];
  readonly papers: readonly Pick<RecordedPoll, 'kind' | 'settings'>[];
  readonly dictators: readonly ('informed' | 'mis-informed')[];
}

/** @throws AgoraError 'election-record' */
export function readSetUp(data: Json, where: string): SetUp {
  const reading = setUpShape.safeParse(data);
  if (!reading.success)
    throw new AgoraError(
      'election-record',
      `${where}: its note of kind "election" is not one: ${reading.error.message}`,
    );
  const { options, ballots, dictators } = reading.data;
  const papers = ballots.map(({ kind, ...settings }) => ({ kind, settings: settings as BallotSettings }));
  return { options, papers, dictators };
}

/** @throws AgoraError 'election-record' */
export function readInvented(data: Json, where: string): { by: string; ballot: Json }[] {
  const reading = inventedShape.safeParse(data);
  if (reading.success) return reading.data.ballots as { by: string; ballot: Json }[];
  throw new AgoraError('election-record', `${where}: its note of kind "invented ballots" is not one`);
}

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
