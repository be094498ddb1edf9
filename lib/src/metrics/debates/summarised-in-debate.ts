import { AgoraError } from '../../agora-error';
import type { DebateLengths } from './algorithm2';
import type { DebateTables } from './debate-lengths';

/**
 * What summarisers' prompts quoted, by stage and group: the answers of the members that the summary names (`of`). Where it
 * names none, as older records do: the answers of the whole group, or with `different answers` the first of each.
 * @throws AgoraError 'debate-record' when a summary names somebody outside its group
 */
export function summarisedInDebate(
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
