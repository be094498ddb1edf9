import type { Json } from '../../json';
import type { Answer, Session } from '../protocol';
import type { Viewpoints } from './viewpoints';

/** Puts a usable answer on record, as what was said and what it comes to. @returns the answer's id */
export function recordAnswer<I, P>(
  session: Session<I, P>,
  views: Viewpoints<I, P>,
  place: { readonly round: number; readonly phase: string },
  {
    by,
    to,
    answer,
  }: {
    readonly by: string;
    readonly to: readonly string[];
    readonly answer: Extract<Answer<P>, { kind: 'answered' }>;
  },
): string {
  const { environment, instance } = session;
  const { text, value } = answer;
  const candidate = views.idOf(value);
  const score = environment.score(instance, value);
  session.record({ type: 'message', ...place, from: by, to, text });
  session.record({ type: 'proposal', ...place, by, candidate, proposal: value as Json, score });
  return candidate;
}
