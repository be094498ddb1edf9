import type { Annotation } from 'agora-core/browser';
import { useEffect, useReducer, useState } from 'preact/hooks';
import { explored, runs } from './details';
import { TagTable } from './tag-table';
import type { View } from './view';

/*
 * What readers note of messages and collaborations. A served page keeps it beside the run, as it is written; a page that
 * is a file, or a notebook's cell, keeps it while it is open, and gives it out as lines of annotations.jsonl.
 */

const keyOf = (
  run: number,
  { collaboration, event, reader }: Pick<Annotation, 'collaboration' | 'event' | 'reader'>,
) => JSON.stringify([run, collaboration, event, reader]);

const held = new Map<string, Annotation>(
  runs.flatMap(({ annotations }, run) => annotations.map((one) => [keyOf(run, one), one] as const)),
);
const watching = new Set<() => void>();

const nameKept = 'agora-lab.reader';

/** Who reads here: a name that the browser keeps, where it may. */
let reader = (() => {
  try {
    return localStorage.getItem(nameKept) ?? 'reader';
  } catch {
    return 'reader'; // a notebook's frame has no storage
  }
})();

function rename(name: string): void {
  reader = name.trim().slice(0, 100) || 'reader';
  try {
    localStorage.setItem(nameKept, reader);
  } catch {
    // Kept while the page is open.
  }
  for (const draw of watching) draw();
}

/** Annotations as they are now; what shows them is drawn anew when they change. */
export function useNotes() {
  const [, draw] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const again = () => draw(undefined);
    watching.add(again);
    return () => void watching.delete(again);
  }, []);
  return { reader, of: notesOf, own: ownNote, all: allNotes, tagsIn };
}

const isKept = ({ star, tags, note }: Annotation) => star || tags.length > 0 || note !== '';

/** What all readers noted of an event, or of a whole collaboration. */
function notesOf(run: number, collaboration: number, event: number | null): Annotation[] {
  const start = `[${run},${collaboration},${event},`;
  return [...held].flatMap(([key, one]) => (key.startsWith(start) && isKept(one) ? [one] : []));
}

function ownNote(run: number, collaboration: number, event: number | null): Annotation {
  return (
    held.get(keyOf(run, { collaboration, event, reader })) ?? {
      collaboration,
      event,
      reader,
      star: false,
      tags: [],
      note: '',
      at: '',
    }
  );
}

const allNotes = (run: number): Annotation[] =>
  [...held].flatMap(([key, one]) => (key.startsWith(`[${run},`) && isKept(one) ? [one] : []));

/** The tags of a collaboration: its own and those of its events. */
function tagsIn(run: number, collaboration: number): string[] {
  const start = `[${run},${collaboration},`;
  const found = [...held].flatMap(([key, { tags, star }]) =>
    key.startsWith(start) ? [...tags, ...(star ? ['starred'] : [])] : [],
  );
  return [...new Set(found)].sort();
}

/** Keeps a note: in the page at once, and beside the run where the page is served. */
async function keep(run: number, annotation: Annotation): Promise<void> {
  held.set(keyOf(run, annotation), annotation);
  for (const draw of watching) draw();
  if (explored.inside) return;
  const answer = await fetch(`annotate?run=${run}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(annotation),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

/** The tag that this reader gave last. */
let lastTag: string | null = null;

/** The last tag of this reader: of this visit, else the newest that is kept. */
function tagToRepeat(): string | null {
  if (lastTag !== null) return lastTag;
  const own = [...held.values()].filter((one) => one.reader === reader && one.tags.length > 0);
  const newest = own.sort((a, b) => (a.at < b.at ? -1 : 1)).at(-1);
  return newest?.tags.at(-1) ?? null;
}

/** Tags a message as this reader tagged last. Returns what came of it, in words. */
export async function repeatTag(run: number, collaboration: number, event: number | null): Promise<string> {
  const tag = tagToRepeat();
  if (event === null) return 'Choose a message first: it is tagged as the last one was.';
  if (tag === null) return 'There is no tag to repeat yet.';
  const own = ownNote(run, collaboration, event);
  if (own.tags.includes(tag)) return `It is tagged "${tag}" already.`;
  try {
    await keep(run, { ...own, tags: [...own.tags, tag], at: new Date().toISOString() });
    return `It is tagged "${tag}".`;
  } catch (error) {
    return `This could not be kept: ${String(error)}`;
  }
}

/** The field in which the chosen message is tagged. */
export const tagFieldId = 'own-tags';

/** A star, tags and a note on what is chosen. */
export function NoteEditor({
  run,
  collaboration,
  event,
}: {
  readonly run: number;
  readonly collaboration: number;
  readonly event: number | null;
}) {
  const notes = useNotes();
  const own = notes.own(run, collaboration, event);
  const others = notes.of(run, collaboration, event).filter((one) => one.reader !== notes.reader);
  const [fault, setFault] = useState('');
  const write = (parts: Partial<Annotation>) =>
    void keep(run, { ...own, ...parts, at: new Date().toISOString() }).then(
      () => setFault(''),
      (error: unknown) => setFault(`This could not be kept: ${String(error)}`),
    );
  const known = [...new Set(notes.all(run).flatMap(({ tags }) => tags))].sort();
  const place = `${run}-${collaboration}-${event ?? 'all'}`;
  const tagged = (text: string) => [
    ...new Set(
      text
        .split(',')
        .map((tag) => tag.trim().slice(0, 100))
        .filter((tag) => tag !== ''),
    ),
  ];
  return (
    <section class="noted" aria-label={event === null ? 'Your note on the collaboration' : 'Your note'}>
      <button
        type="button"
        class="star"
        aria-pressed={own.star}
        title="Star it"
        aria-label="Star"
        onClick={() => write({ star: !own.star })}
      >
        {own.star ? '★' : '☆'}
      </button>
      <input
        key={`tags ${place} ${own.tags.join()}`}
        id={event === null ? undefined : tagFieldId}
        aria-label="Tags"
        placeholder="tags: a, b"
        list={`tags-${place}`}
        defaultValue={own.tags.join(', ')}
        onChange={({ currentTarget: { value } }) => {
          const tags = tagged(value);
          lastTag = tags.findLast((tag) => !own.tags.includes(tag)) ?? lastTag;
          write({ tags: tags });
        }}
      />
      <datalist id={`tags-${place}`}>
        {known.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <input
        key={`note ${place} ${own.note}`}
        class="words"
        aria-label="Note"
        placeholder="note"
        maxLength={20_000}
        defaultValue={own.note}
        onChange={({ currentTarget: { value } }) => write({ note: value })}
      />
      {others.map(({ reader: name, star, tags, note }) => (
        <p key={name} class="quiet">
          <bdi>{name}</bdi>:{' '}
          {[star ? '★' : '', tags.join(', '), note].filter((part) => part !== '').join(' · ')}
        </p>
      ))}
      {fault !== '' && (
        <p role="alert" class="failed">
          {fault}
        </p>
      )}
    </section>
  );
}

/** The notes of a run: who reads, how many there are by agent, what is tagged, and all as lines to keep. */
export function NotesBar({
  run,
  change,
}: {
  readonly run: number;
  readonly change: (parts: Partial<View>) => void;
}) {
  const notes = useNotes();
  const all = notes.all(run);
  const [isOut, setOut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const counts = new Map<string, number>();
  for (const { tags } of all) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const told = [...counts].map(([tag, count]) => `${tag} ${count}`).join(', ');
  return (
    <details class="notes" onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary>
        <b>Notes</b>{' '}
        <span class="quiet">
          {all.length}
          {told === '' ? '' : `: ${told}`}
        </span>
      </summary>
      <div class="noted">
        <label>
          Reader{' '}
          <input
            aria-label="Reader"
            defaultValue={notes.reader}
            onChange={({ currentTarget: { value } }) => rename(value)}
          />
        </label>
        <button
          type="button"
          aria-expanded={isOut}
          disabled={all.length === 0}
          onClick={() => setOut(!isOut)}
        >
          Export
        </button>
        <span class="quiet">
          {explored.inside
            ? 'Kept while this page is open: export them, and put the lines into annotations.jsonl beside the run.'
            : 'Kept in annotations.jsonl beside the run; columns.tags(run) counts them.'}
        </span>
        {isOut && (
          <textarea
            readOnly
            rows={6}
            aria-label="All notes as lines of annotations.jsonl"
            value={all.map((one) => JSON.stringify(one)).join('\n')}
          />
        )}
      </div>
      {isOpen && <TagTable run={run} all={all} change={change} />}
    </details>
  );
}
