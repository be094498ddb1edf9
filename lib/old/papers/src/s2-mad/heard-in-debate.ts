import { readDebatePhase } from 'agora-core/browser';
import { notesOf } from 'agora-core/transcripts';
import type { DebateLengths } from './algorithm2';
import type { DebateTables } from './debate-lengths';

/**
 * The contents of a debate's prompts, in output tokens of quoted texts: `heard` by round and agent, `summarised` by
 * stage and group. The content of an earlier prompt counts again if the debate's memory repeats it.
 */
export function heardInDebate(
  tables: DebateTables,
  groups: DebateLengths['groups'],
): Pick<DebateLengths, 'heard' | 'summarised'> {
  const { collaboration, setUp, rounds, intraRounds, outputs, participates, answered } = tables;
  const { agents } = collaboration;
  const edges = notesOf(collaboration, 'edges')[0]?.data.reads;
  const dropped = droppedByTurn(tables);
  const at = (table: readonly (readonly number[])[], row: number, column: number): number =>
    table[row]?.[column] ?? 0;
  /** [agent]: what its prompts showed so far, and what it wrote itself. */
  const past = agents.map(() => ({ read: 0, own: 0 }));
  const heard: number[][] = [];
  for (let t = 0; t < rounds; t++) {
    const stage = Math.floor(t / intraRounds);
    const exchange = stage > 0 && t === stage * intraRounds;
    const turns = agents.map((name, agent) => {
      const keptBack = dropped.get(`${t + 1}/${name}`);
      let read = 0;
      const take = (from: string, tokens: number): void => {
        if (keptBack?.has(from) !== true) read += tokens;
      };
      if (t > 0 && exchange)
        groups.forEach((_, group) => {
          take(`Group ${group + 1}`, at(tables.summaries, stage - 1, group));
        });
      else if (t > 0) {
        const group = groups.find((members) => members.includes(agent)) ?? [];
        for (const other of group) {
          const from = agents[other] ?? '';
          if (other === agent || edges?.get(name)?.includes(from) === false) continue;
          // One after the other: who spoke before is read in this round's words.
          const spoken = setUp.order === 'in turn' && other < agent ? t : t - 1;
          take(from, at(outputs, spoken, other));
        }
      }
      const { memory } = setUp;
      const remembered =
        memory === 'last round'
          ? at(outputs, t - 1, agent)
          : (past[agent]?.own ?? 0) + (memory === 'whole debate' ? (past[agent]?.read ?? 0) : 0);
      return { read, heard: at(participates, t, agent) > 0 ? remembered + read : 0 };
    });
    heard.push(turns.map((turn) => turn.heard));
    turns.forEach(({ read }, agent) => {
      const before = past[agent];
      if (before === undefined || at(answered, t, agent) === 0) return;
      before.own += at(outputs, t, agent);
      before.read += read;
    });
  }
  return { heard, summarised: summarisedInDebate(tables, groups) };
}

/** By round and agent, whose words were kept from it: members by name, and in an exchange "Group 1", "Group 2", ... */
function droppedByTurn({ collaboration }: DebateTables): Map<string, ReadonlySet<string>> {
  const turns = new Map<string, ReadonlySet<string>>();
  for (const note of notesOf(collaboration, 'filtered')) {
    if (readDebatePhase(note.phase) === null) continue;
    turns.set(`${note.round}/${note.by ?? ''}`, new Set(note.data.dropped.map(({ from }) => from)));
  }
  return turns;
}

/** What summarisers' prompts quoted, by stage and group: the answers of the members that the summary names. */
function summarisedInDebate(
  { collaboration: { agents }, summaries, recordedSummaries, intraRounds, outputs }: DebateTables,
  groups: DebateLengths['groups'],
): DebateLengths['summarised'] {
  return summaries.map((ofStage, stage) =>
    ofStage.map((_, group) => {
      const of = recordedSummaries.get(`${stage + 1}/${group + 1}`) ?? [];
      const quoted = (groups[group] ?? []).filter((agent) => of.includes(agents[agent] ?? ''));
      const round = (stage + 1) * intraRounds - 1;
      return quoted.reduce((sum, agent) => sum + (outputs[round]?.[agent] ?? 0), 0);
    }),
  );
}
