import { readDebatePhase } from '../../transcripts/debate-phase';
import type { DebateLengths } from './algorithm2';
import type { DebateTables } from './debate-lengths';
import { notesOf, readDropped, readEdges } from './read-notes';
import { readSummaryAnswers } from './read-summary-answers';

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
  const edges = readEdges(collaboration);
  const dropped = droppedByTurn(tables);
  const summaryAnswers = readSummaryAnswers(collaboration);
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
      const kept = dropped.get(`${t + 1}/${name}`) ?? new Set<string>();
      let [read, differs] = [0, 0];
      const take = (from: string, tokens: number, views: readonly string[]): void => {
        if (!kept.has(from.toLowerCase())) read += tokens;
        if (views.some((view) => view !== own) || own === null) differs++;
      };
      if (t > 0 && exchange)
        groups.forEach((_, group) => {
          const tokens = at(tables.summaries, stage - 1, group);
          if (tokens > 0)
            take(`group ${group + 1}`, tokens, summaryAnswers.get(`${stage}/${group + 1}`) ?? []);
        });
      else if (t > 0) {
        const group = groups.find((members) => members.includes(agent)) ?? [];
        for (const other of group) {
          const from = agents[other] ?? '';
          if (other === agent || edges?.[name]?.includes(from) === false) continue;
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
  const summarised = tables.summaries.map((ofStage, stage) =>
    groups.map((members, group) => {
      if ((ofStage[group] ?? 0) === 0) return 0;
      const round = (stage + 1) * intraRounds - 1;
      const told = new Set<string | null>();
      return members.reduce((sum, agent) => {
        const view = candidates[round]?.[agent] ?? null;
        if (setUp.summarise === 'different answers' && told.has(view)) return sum;
        told.add(view);
        return sum + at(outputs, round, agent);
      }, 0);
    }),
  );
  return { heard, summarised, differing };
}

/** By round and agent, whose words were kept from it, in lower case. */
function droppedByTurn({ collaboration }: DebateTables): Map<string, Set<string>> {
  const turns = new Map<string, Set<string>>();
  for (const note of notesOf(collaboration, 'filtered')) {
    if (readDebatePhase(note.phase) === null) continue;
    const from = readDropped(note).map((one) => one.from.toLowerCase());
    turns.set(`${note.round}/${note.by ?? ''}`, new Set(from));
  }
  return turns;
}
