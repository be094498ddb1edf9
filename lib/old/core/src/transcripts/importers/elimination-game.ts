import type { JsonObject } from 'agora-voting/internal';
import type { Collaboration } from '../collaboration';
import { ConversationEvents } from './conversation-events';
import { EliminationTable } from './elimination-table';
import { anyRecord, playerModel, playerName, voteTarget } from './elimination-records';
import { checked, parseLines } from './source-text';

const idFields = [
  'player_id',
  'speaker_id',
  'voter_id',
  'target_id',
  'eliminated_player',
  'proposer',
  'target',
];

/**
 * Imports one elimination game (Mazur) from its log, which has one JSON record on each line. Players are called P1, P2,
 * …; the instance names their models. All remaining players see public messages; two see a private one (`visibleTo`).
 * Every vote is against a player: a `vote` with its private reason. Each count is a `decision` whose selected candidate
 * leaves; if a second count is needed, the first selects nobody. The log has the jury's votes as reasons only. They too
 * are against a finalist: the winner is the other one. Tie breaks, pairings and memories are `note`s, and so are
 * records of an unknown type.
 * @param text - the file's content; @param file - its name, for messages; @param first - the collaboration's index
 * @returns one collaboration; unfinished (`finished` is null) if the log has no final results
 * @throws AgoraError 'conversation-import' naming file, line and field
 */
export function importEliminationGame(text: string, file: string, first = 0): Collaboration[] {
  const records = parseLines(text, file).map(({ line, value }) => ({
    line,
    record: checked(anyRecord, value, file, line),
  }));
  const players = new Map<string, string | null>();
  for (const { record } of records)
    for (const field of idFields) {
      const id = record[field];
      if (typeof id !== 'string' || voteTarget(id) === null) continue;
      players.set(playerName(id), playerModel(id) ?? players.get(playerName(id)) ?? null);
    }
  const agents = [...players.keys()].sort(
    (one, other) => number(one) - number(other) || one.localeCompare(other),
  );

  const events = new ConversationEvents(file, first);
  const models: JsonObject = Object.fromEntries(agents.map((agent) => [agent, players.get(agent) ?? null]));
  const game = String(records[0]?.record.game_id);
  events.add({ type: 'started', instance: { dataset: 'elimination-game', file, game, models }, agents });
  const table = new EliminationTable(events, agents);
  for (const { line, record } of records) table.read(record, line);
  table.end();
  return [events.collect()];
}

function number(player: string): number {
  const digits = /^P(\d+)$/.exec(player)?.[1];
  return digits === undefined ? Number.MAX_SAFE_INTEGER : Number(digits);
}
