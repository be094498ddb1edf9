import { presentRecorded } from 'agora-core/internal';
import type { Presented } from 'agora-core/environments';
import type { Collaboration } from 'agora-core/transcripts';
import type { Detail } from './data';

type Json = Collaboration['instance'];

/** How an environment of a user shows a proposal. */
export type PresentProposal = (instance: Json, proposal: Json) => Presented;

/** What a solver advises. */
const adviceIn = (data: Json): Json =>
  typeof data === 'object' && data !== null && 'proposal' in data ? (data['proposal'] ?? null) : null;

/** The proposals of a collaboration as tables: each once, and which events show which. */
export function presentedIn(
  { instance, events }: Pick<Collaboration, 'instance' | 'events'>,
  environment: string | null,
  present?: PresentProposal,
): Pick<Detail, 'presented' | 'presents'> {
  const presented: Presented[] = [];
  const presents: Record<number, number> = {};
  const known = new Map<string, number | null>();
  for (const [place, event] of events.entries()) {
    const proposal =
      event.type === 'proposal'
        ? event.proposal
        : event.type === 'decision'
          ? (event.standing?.proposal ?? null)
          : event.type === 'note' && event.kind === 'advice'
            ? adviceIn(event.data)
            : null;
    if (proposal === null) continue;
    const key = JSON.stringify(proposal);
    let shown = known.get(key);
    if (shown === undefined) {
      const table = present?.(instance, proposal) ?? presentRecorded(environment, instance, proposal);
      shown = table === null ? null : presented.push(table) - 1;
      known.set(key, shown);
    }
    if (shown !== null) presents[place] = shown;
  }
  return { presented, presents };
}
