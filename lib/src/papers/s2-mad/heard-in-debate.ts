import { AgoraError } from '../../agora-error';
import { readDebatePhase } from '../../transcripts/debate-phase';
import { notesOf } from '../../transcripts/note';
import type { DebateLengths } from './algorithm2';
import type { DebateTables } from './debate-lengths';

/**
 * What the prompts of a debate held, in output tokens of what they quote: `heard` by round and agent, `summarised` by stage
 * and group, and how many views differed from the agent's own. What an earlier prompt showed counts again where the
 * debate's memory repeats it.
 */
export function heardInDebate(
  tables: DebateTables,
  groups: DebateLengths['groups'],
): Required<Pick<DebateLengths, 'heard' | 'summarised' | 'differing'>> {
  const { collaboration, setUp, rounds, intraRounds, outputs, candidates, participates, answered } = tables;
  const { agents } = collaboration;
  const edges = notesOf(collaboration, 'edges')[0]?.data.reads;
  const dropped = droppedByTurn(tables);
  const at = (table: readonly (readonly number[])[], row: number, column: number): number =>
    table[row]?.[column] ?? 0;
  /** [agent]: what its prompts showed so far, and what it wrote itself. */
  const past = agents.map(() => ({ read: 0, own: 0 }));
  const heard: number[][] = [];
  const differing: number[][] = [];
  for (let t = 0; t < rounds; t++) {
    const stage = Math.floor(t / intraRounds);
    const exchange = stage > 0 && t === stage * intraRounds;
    const turns = agents.map((name, agent) => {
      const own = candidates[t - 1]?.[agent] ?? null;
      const keptBack = dropped.get(`${t + 1}/${name}`);
      let [read, differs] = [0, 0];
      const take = (from: string, tokens: number, views: readonly string[]): void => {
        if (keptBack?.has(from) !== true) read += tokens;
        if (views.some((view) => view !== own) || own === null) differs++;
      };
      if (t > 0 && exchange)
        groups.forEach((_, group) => {
          const summary = tables.recordedSummaries.get(`${stage}/${group + 1}`);
          if (summary !== undefined)
            take(`group ${group + 1}`, at(tables.summaries, stage - 1, group), summary.answers);
        });
      else if (t > 0) {
        const group = groups.find((members) => members.includes(agent)) ?? [];
        for (const other of group) {
          const from = agents[other] ?? '';
          if (other === agent || edges?.get(name)?.includes(from) === false) continue;
          // One after the other: who spoke before is read in this round's words.
          const spoken = setUp.order === 'in turn' && other < agent ? t : t - 1;
          const view = candidates[spoken]?.[other] ?? null;
          if (view !== null) take(from, at(outputs, spoken, other), [view]);
        }
      }
      const { memory } = setUp;
      const remembered =
        memory === 'last round'
          ? at(outputs, t - 1, agent)
          : (past[agent]?.own ?? 0) + (memory === 'whole debate' ? (past[agent]?.read ?? 0) : 0);
      return { read, differs, heard: at(participates, t, agent) > 0 ? remembered + read : 0 };
    });
    heard.push(turns.map((turn) => turn.heard));
    differing.push(turns.map(({ differs }) => differs));
    turns.forEach(({ read }, agent) => {
      const before = past[agent];
      if (before === undefined || at(answered, t, agent) === 0) return;
      before.own += at(outputs, t, agent);
      before.read += read;
    });
  }
  return { heard, summarised: summarisedInDebate(tables, groups), differing };
}

/** By round and agent, whose words were kept from it: members by name, and in an exchange "group 1", "group 2", ... */
function droppedByTurn({ collaboration }: DebateTables): Map<string, ReadonlySet<string>> {
  const turns = new Map<string, ReadonlySet<string>>();
  for (const note of notesOf(collaboration, 'filtered')) {
    const place = readDebatePhase(note.phase);
    if (place === null) continue;
    const from = note.data.dropped.map((one) =>
      // "Group 2" on record, "group 2" in older ones; members' names are told apart by case.
      place.step === 'exchange' ? one.from.toLowerCase() : one.from,
    );
    turns.set(`${note.round}/${note.by ?? ''}`, new Set(from));
  }
  return turns;
}

/**
 * What summarisers' prompts quoted, by stage and group: the answers of the members that the summary names (`of`). Where it
 * names none, as older records do: the answers of the whole group, or with `different answers` the first of each.
 * @throws AgoraError 'debate-record' when a summary names somebody outside its group
 */
function summarisedInDebate(
  tables: DebateTables,
  groups: DebateLengths['groups'],
): Required<DebateLengths>['summarised'] {
  const { collaboration, setUp, intraRounds, outputs, candidates } = tables;
  const { agents, index } = collaboration;
  return tables.summaries.map((ofStage, stage) =>
    ofStage.map((_, group) => {
      const summary = tables.recordedSummaries.get(`${stage + 1}/${group + 1}`);
      if (summary === undefined) return 0;
      const round = (stage + 1) * intraRounds - 1;
      const members = groups[group] ?? [];
      const stranger = summary.of?.find((name) => !members.includes(agents.indexOf(name)));
      if (stranger !== undefined)
        throw new AgoraError(
          'debate-record',
          `collaboration ${index}: the summary of group ${group + 1} in stage ${stage + 1} must be "of" its members, got ${JSON.stringify(stranger)}`,
        );
      const told = new Set<string | null>();
      const quoted = members.filter((agent) => {
        if (summary.of !== null) return summary.of.includes(agents[agent] ?? '');
        const view = candidates[round]?.[agent] ?? null;
        const repeated = setUp.summarise === 'different answers' && told.has(view);
        told.add(view);
        return !repeated;
      });
      return quoted.reduce((sum, agent) => sum + (outputs[round]?.[agent] ?? 0), 0);
    }),
  );
}
