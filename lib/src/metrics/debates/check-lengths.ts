import { AgoraError } from '../../agora-error';
import type { Algorithm2Settings, DebateLengths } from './algorithm2';

const known = {
  firstStage: ['always', 'selective'],
  counting: ['as printed', 'equations', 'what is sent'],
} as const;

/** @throws AgoraError 'setting' naming what is missing, of another shape, or no length */
export function checkLengths(lengths: DebateLengths, settings: Required<Algorithm2Settings>): void {
  for (const name of ['firstStage', 'counting'] as const)
    if (!(known[name] as readonly string[]).includes(settings[name]))
      fail(`"${name}" must be ${known[name].join(' or ')}, got ${JSON.stringify(settings[name])}`);
  const { question, groups, rounds, intraRounds } = lengths;
  if (!(question >= 0 && Number.isFinite(question)))
    fail(`"question" must be a number of tokens, got ${question}`);
  for (const [name, value] of Object.entries({ rounds, intraRounds }))
    if (!(Number.isSafeInteger(value) && value >= 1))
      fail(`"${name}" must be a whole number of at least 1, got ${value}`);
  const agents = [...groups.flat()].sort((a, b) => a - b);
  if (agents.length === 0 || agents.some((agent, place) => agent !== place))
    fail(`"groups" must hold every agent once, by place from 0, got ${JSON.stringify(groups)}`);
  const stages = Math.ceil(rounds / intraRounds);
  requireTable('outputs', lengths.outputs, rounds, agents.length);
  requireTable('participates', lengths.participates, rounds, agents.length);
  requireTable('summaries', lengths.summaries, stages - 1, groups.length);
  if (settings.counting === 'what is sent') {
    requireTable('heard', lengths.heard, rounds, agents.length);
    requireTable('summarised', lengths.summarised, lengths.summaries.length, groups.length);
  }
  if (settings.counting === 'equations') requireTable('differing', lengths.differing, rounds, agents.length);
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
