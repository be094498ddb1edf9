import { check, oneOf, settings as settingsOf, text } from 'agora-voting/internal';
import type { Column, Measured } from '../../row';
import { readAnnotations, type Collaboration } from '../../transcripts';
import { actorOf } from '../../transcripts/actor-of';
import { totalOver } from '../over';

export interface TagColumnSettings {
  /** Only the tags of this reader. Default: those of all; an event that two tagged alike counts once. */
  readonly reader?: string;
  /** `agent`: separate rows for each agent whose message, ballot or proposal was tagged. */
  readonly by?: 'agent';
}

const schema = settingsOf({ reader: text(100).optional(), by: oneOf('agent').optional() });

/**
 * The tags that readers gave in the explorer, counted: a total for each `tag`, and with `{ by: 'agent' }` for each
 * `agent` too. A star counts as the tag "starred". Unfinished collaborations count.
 * @param read - the run, recorded set or folder whose annotations are counted
 * @throws AgoraError 'corrupt-record' when the annotations cannot be read
 * @example
 * Object.keys(columns.tags(transcripts.recorded('llm-deliberation'))); // => ['tagged']
 */
export function tags(
  read: Parameters<typeof readAnnotations>[0],
  settings: TagColumnSettings = {},
): Record<'tagged', Column> {
  check('columns.tags', schema, settings);
  const { reader, by } = settings;
  const all = readAnnotations(read).filter((one) => reader === undefined || one.reader === reader);
  const of = ({ index, events }: Collaboration): Measured[] => {
    const counted = new Set<string>();
    for (const { collaboration, event, tags: own, star } of all)
      if (collaboration === index)
        for (const tag of [...own, ...(star ? ['starred'] : [])]) counted.add(JSON.stringify([tag, event]));
    return [...counted].map((key) => {
      const [tag, event] = JSON.parse(key) as [string, number | null];
      if (by === undefined) return { tag, value: 1 };
      const tagged = event === null ? undefined : events[event];
      return { tag, agent: tagged === undefined ? null : actorOf(tagged), value: 1 };
    });
  };
  return { tagged: { of, over: totalOver, unfinished: true } };
}
