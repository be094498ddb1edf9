import type { Row } from 'agora-core/metrics';
import type { Collaboration } from 'agora-core/transcripts';
import type { Condition } from './item';

/*
 * Why an item has no number of its own: no answer of a run could be used. The table would say nothing of it.
 */

/**
 * One sentence with the count of unusable answers by kind: "All 44 answers are unusable (40 unparsed, 4 refused): …".
 * @returns null if a row has a value, or no answer failed
 */
export async function unusableText(
  rows: readonly Row[],
  conditions: readonly Condition[],
): Promise<string | null> {
  if (rows.some(({ value }) => value !== null)) return null;
  const kinds = new Map<string, number>();
  let asked = 0;
  for (const { run } of conditions) {
    if (run.description === undefined) continue;
    for await (const collaboration of run) asked += countIn(collaboration, kinds);
  }
  const failed = [...kinds.values()].reduce((sum, count) => sum + count, 0);
  if (failed === 0) return null;
  const byKind = [...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ');
  const share = failed === asked ? `All ${failed}` : `${failed} of ${asked}`;
  return `${share} answers are unusable (${byKind}), so there is no number of ours: npx agora explore FOLDER shows them.`;
}

/** How many questions of a collaboration were asked; those without a usable answer are counted by kind. */
function countIn({ events }: Collaboration, kinds: Map<string, number>): number {
  const questions = new Set<string>();
  for (const event of events) {
    if (event.type !== 'reply' && event.type !== 'failure') continue;
    questions.add(
      JSON.stringify([event.round, event.phase.replace(/\/tools .*/, ''), event.agent, event.repeat]),
    );
    if (event.type === 'failure') kinds.set(event.kind, (kinds.get(event.kind) ?? 0) + 1);
  }
  return questions.size;
}
