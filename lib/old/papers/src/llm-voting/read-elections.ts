import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgoraError, type Ballot } from 'agora-voting';
import { check, text } from 'agora-voting/internal';
import { sources, type Source } from './sources';

const responses = 'outcome/lab_vote/responses.json';

/** One file of real ballots with the published tally. */
export interface Election extends Source {
  /** The ids of the 24 projects, "1" to "24". */
  readonly options: readonly string[];
  /** All recorded ballots, also invalid ones: `checkBallot` with `settings` finds them. */
  readonly ballots: readonly Ballot[];
  /** The published total of each project. */
  readonly publishedTally: Readonly<Record<string, number>>;
}

/**
 * Reads the eleven elections of the data set llm-voting.
 *
 * The humans' vote files contain only the sorted names of projects. Points and ranks come from responses.json
 * (`Inputs.voteD`, `Inputs.voteE`). There 5 means the favourite, not the fifth place: the same person gives it more of
 * the ten points (3.2 on average) than the project with 1 (0.8).
 * @param folder - the data set's own folder (`datasets.locateDataset('llm-voting')`)
 * @throws AgoraError 'llm-voting' naming a file that is missing or has another form
 */
export function readElections(folder: string): readonly Election[] {
  check('readElections', text(4096), folder);
  const persons = listIn(folder, responses);
  return sources.map((source) => readElection(folder, source, persons));
}

function readElection(folder: string, source: Source, persons: readonly Record<string, unknown>[]): Election {
  const publishedTally = readTally(folder, source.published);
  const options = Object.keys(publishedTally);
  const rows = listIn(folder, source.votes);
  const votes =
    source.field === undefined
      ? rows.map((row) => row['votes'])
      : persons.map((row) => inputOf(row, source.field as string, folder));
  return {
    ...source,
    options,
    publishedTally,
    ballots: votes.map((vote, place) =>
      ballotFrom(source, vote, `${join(folder, source.votes)}, ballot ${place + 1}`),
    ),
  };
}

/** A vote is a list of ids, an object from id to points, or a list of points by place. */
function ballotFrom({ kind, field }: Source, vote: unknown, where: string): Ballot {
  const points = pointsOf(vote, field !== undefined);
  if (points === null) throw new AgoraError('llm-voting', `${where} has votes of an unknown form`);
  const named = points.filter(([, number]) => number !== 0);
  switch (kind) {
    case 'approval':
      return { kind, approved: named.map(([id]) => id) };
    case 'points':
      return { kind, points: Object.fromEntries(named) };
    case 'ranking':
      return { kind, ranking: [...named].sort(([, a], [, b]) => b - a).map(([id]) => id) };
    case 'choice':
    case 'rating':
      throw new AgoraError('llm-voting', `${where}: there are no ${kind} ballots in this data set`);
  }
}

function pointsOf(vote: unknown, byPlace: boolean): [string, number][] | null {
  if (typeof vote !== 'object' || vote === null) return null;
  const entries: [string, unknown][] = !Array.isArray(vote)
    ? Object.entries(vote)
    : byPlace
      ? vote.map((number, place) => [String(place + 1), number])
      : vote.map((id) => [String(id), 1]);
  return entries.every((entry): entry is [string, number] => typeof entry[1] === 'number') ? entries : null;
}

function inputOf(row: Record<string, unknown>, field: string, folder: string): unknown {
  const inputs = row['Inputs'];
  if (typeof inputs === 'object' && inputs !== null && field in inputs)
    return (inputs as Record<string, unknown>)[field];
  throw new AgoraError('llm-voting', `${join(folder, responses)} lacks Inputs.${field}`);
}

/** The columns Votes and Id come before the names, which may hold anything. Ids in the order of their numbers. */
function readTally(folder: string, file: string): Record<string, number> {
  const [header = '', ...lines] = textOf(folder, file)
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/);
  if (!header.startsWith('Rank,Votes,Id,'))
    throw new AgoraError('llm-voting', `${join(folder, file)} must begin with the columns Rank, Votes, Id`);
  const totals = lines.map((line): [string, number] => {
    const [, votes, id = ''] = line.split(',');
    return [id.replace(/^#/, ''), Number(votes)];
  });
  return Object.fromEntries(totals.sort(([a], [b]) => Number(a) - Number(b)));
}

function listIn(folder: string, file: string): Record<string, unknown>[] {
  const value = parsed(textOf(folder, file));
  if (Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null))
    return value as Record<string, unknown>[];
  throw new AgoraError('llm-voting', `${join(folder, file)} must contain a list of objects in JSON`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function textOf(folder: string, file: string): string {
  try {
    return readFileSync(join(folder, file), 'utf8');
  } catch (cause) {
    throw new AgoraError(
      'llm-voting',
      `${join(folder, file)} cannot be read: it belongs to the data set llm-voting`,
      {
        cause,
      },
    );
  }
}
