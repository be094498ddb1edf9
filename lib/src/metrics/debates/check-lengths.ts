import { AgoraError } from '../../agora-error';
import { check, listOf, number, object, whole } from '../../check';
import type { Algorithm2Settings, DebateLengths } from './algorithm2';

const lengthShape = object('the lengths of a debate', {
  question: number(0),
  rounds: whole(1),
  intraRounds: whole(1),
  groups: listOf('groups', listOf('places', whole()), 1),
});

/** @throws AgoraError 'setting' naming what is missing, of another shape, or no length */
export function checkLengths(
  lengths: DebateLengths,
  { counting }: Pick<Algorithm2Settings, 'counting'>,
): void {
  check('algorithm2Tokens', lengthShape, lengths);
  const { groups, rounds, intraRounds } = lengths;
  const agents = [...groups.flat()].sort((a, b) => a - b);
  if (agents.length === 0 || agents.some((agent, place) => agent !== place))
    fail(`"groups" must hold every agent once, by place from 0, got ${JSON.stringify(groups)}`);
  const stages = Math.ceil(rounds / intraRounds);
  requireTable('outputs', lengths.outputs, rounds, agents.length);
  requireTable('participates', lengths.participates, rounds, agents.length);
  requireTable('summaries', lengths.summaries, stages - 1, groups.length);
  if (counting === 'what is sent') {
    requireTable('heard', lengths.heard, rounds, agents.length);
    requireTable('summarised', lengths.summarised, lengths.summaries.length, groups.length);
  }
  if (counting === 'equations') requireTable('differing', lengths.differing, rounds, agents.length);
  if (lengths.participates.flat().some((chance) => chance > 1))
    fail('"participates" must be chances from 0 to 1, got one above 1');
}

function requireTable(
  name: string,
  table: readonly (readonly number[])[] | undefined,
  rows: number,
  columns: number,
): void {
  if (table === undefined || table.length < rows)
    fail(`"${name}" needs at least ${rows} rows, got ${table === undefined ? 'none' : table.length}`);
  for (const [row, numbers] of table?.entries() ?? []) {
    if (numbers.length !== columns)
      fail(`"${name}" needs ${columns} numbers in row ${row}, got ${numbers.length}`);
    const wrong = numbers.find((value) => !(value >= 0 && Number.isFinite(value)));
    if (wrong !== undefined) fail(`"${name}" must hold numbers of at least 0, got ${wrong} in row ${row}`);
  }
}

function fail(what: string): never {
  throw new AgoraError('setting', `algorithm2Tokens: ${what}`);
}
