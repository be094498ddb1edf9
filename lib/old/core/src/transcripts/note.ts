import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { check, type Json, jsonText, object, text as givenText } from 'agora-voting/internal';
import { collaborationGiven, eventsOf } from './collaboration';
import type { Event, NoteEvent, Unplaced } from './event';

/*
 * What notes hold, by their kind: who writes a note of such a kind and who reads it have these types. A protocol may write
 * notes of kinds of its own, which hold any JSON.
 */

const text = z.string();
const count = z.int().nonnegative();
const names = z.array(text).readonly();
const someNames = z.array(text).min(1).readonly();
const json = z.custom<Json>((value) => value !== undefined);

/** How an election was set up. */
const election = z.object({
  options: someNames,
  ballots: z.array(
    z.object({
      kind: z.enum(['choice', 'rating', 'ranking', 'points', 'approval']),
      truncated: z.boolean().exactOptional(),
      scale: z.object({ lowest: z.int(), highest: z.int() }).exactOptional(),
      approvals: z
        .object({ least: z.number().exactOptional(), most: z.number().exactOptional() })
        .exactOptional(),
      points: z.number().exactOptional(),
    }),
  ),
  dictators: z.array(z.enum(['informed', 'mis-informed'])).readonly(),
  validity: text.exactOptional(),
  ties: text.exactOptional(),
  dictatorNeeds: text.exactOptional(),
  /** The raters whose ballots are random. */
  unreliable: names.exactOptional(),
});

/** Generated ballots, and their purpose. */
const invented = z.object({
  why: text.exactOptional(),
  ballots: z.array(z.object({ by: text, ballot: json })),
});

/**
 * How a debate was set up, with all its settings. Older records lack some: their agents remembered one round, spoke at
 * the same time, and summaries covered all answers.
 */
const debate = z.looseObject({
  method: text,
  rounds: z.int().positive(),
  intraRounds: z.int().positive(),
  /** The groups' members by name. */
  groups: z.array(someNames).min(1).readonly(),
  memory: z.enum(['last round', 'own answers', 'whole debate']).default('last round'),
  order: z.enum(['simultaneous', 'in turn']).default('simultaneous'),
  summarise: z.enum(['all answers', 'different answers']).default('all answers'),
});

/**
 * The agents that each agent reads, if not all read all. It is read as a Map, since an object cannot have a key
 * "__proto__".
 */
const edges = z.object({
  reads: z
    .custom<Readonly<Record<string, readonly string[]>>>(
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    )
    .transform((reads): [string, unknown][] => Object.entries(reads))
    .pipe(z.array(z.tuple([text, names])))
    .transform((reads): ReadonlyMap<string, readonly string[]> => new Map(reads)),
});

/**
 * Views that were withheld from an agent: their authors (an agent, or "Group 2" for a summary), and the reason ("own
 * view", "already seen").
 */
const filtered = z.object({ dropped: z.array(z.object({ from: text, why: text })) });

/** An agent had nothing new to read, and was not asked. */
const silent = z.object({ why: text });

/** A summary of a group: the candidates that it states, the members whose answers it is made from, and its text. */
const summary = z.object({
  text: text.exactOptional(),
  answers: names.exactOptional(),
  of: names.exactOptional(),
  words: count.exactOptional(),
});

/** How much of an imported answer repeats its prompt. */
const echo = z.object({ extent: z.enum(['whole', 'part']) });

/** The belief that an agent stated, its faults, and its distance from the truth. */
const belief = z.object({
  belief: json,
  unknown: names,
  missing: names,
  negative: names,
  errors: z.record(text, json),
});

/** A solver's solution for an agent's belief: the expected reward, and the true score. */
const advice = z.object({ candidate: text, proposal: json, reward: z.number(), score: z.record(text, json) });

/** Agents had tools: only an agent that called the solver saw its solution. It is the last note. */
const toolsOnCall = z.object({});

/** A message was longer than allowed. */
const cut = z.object({ characters: count });

/** Unknown agent names were given and dropped. */
const unknownAgents = z.object({ named: someNames });

const noteData = {
  election,
  'invented ballots': invented,
  debate,
  edges,
  filtered,
  silent,
  summary,
  echo,
  belief,
  advice,
  'tools on call': toolsOnCall,
  cut,
  'unknown agents': unknownAgents,
};

type NoteData = typeof noteData;
/** The kinds of notes that the library writes. */
export type NoteKind = keyof NoteData;
/** The data of a note of a kind. A kind of your own may have any JSON. */
export type Written<Kind extends string> = Kind extends NoteKind ? z.input<NoteData[Kind]> : Json;
/** A note that was read. */
export type Note<Kind extends string> = Omit<NoteEvent, 'kind' | 'data'> & {
  readonly kind: Kind;
  readonly data: Kind extends NoteKind ? z.output<NoteData[Kind]> : Json;
};

/** Makes a note to record. */
export function note<Kind extends string>(
  kind: Kind,
  place: { readonly round: number; readonly phase: string; readonly by?: string },
  data: Written<Kind>,
): Unplaced<'note'> {
  return { type: 'note', ...place, kind, data: data as Json };
}

const notesArguments = object('arguments', { collaboration: collaborationGiven, kind: givenText() });

/**
 * The notes of one kind, in order, with their data.
 * @throws AgoraError 'note' when a note of one of the library's kinds ("debate", "summary", ...) has other data
 * @example
 * const collaboration = { index: 0, instance: null, agents: ['Ann'], events: [], finished: null };
 * transcripts.notesOf(collaboration, 'summary').map(({ data }) => data.text); // => []
 */
export function notesOf<Kind extends string>(
  collaboration: { readonly agents: readonly string[]; readonly events: readonly Event[] },
  kind: Kind,
): Note<Kind>[] {
  check('notesOf', notesArguments, { collaboration, kind });
  const shape: z.ZodType = Object.hasOwn(noteData, kind) ? noteData[kind as NoteKind] : json;
  return eventsOf(collaboration, 'note')
    .filter((event) => event.kind === kind)
    .map((event) => {
      const reading = shape.safeParse(event.data);
      if (reading.success) return { ...event, kind, data: reading.data } as Note<Kind>;
      const [issue] = reading.error.issues;
      throw new AgoraError(
        'note',
        `the note of kind "${kind}" of collaboration ${event.collaboration}, round ${event.round}, is invalid: ` +
          `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''} in ${jsonText(event.data)}`,
      );
    });
}
