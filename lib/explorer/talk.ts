import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonLines } from '../experiment/json-lines';
import type { Collaboration, Event } from '../protocols/protocol';
import { utilitiesIn, participantsOf, dominanceOf, type Participant } from './participants';
import { heardBefore, positionsOf, type Move, type Positions } from './positions';
import { rowOf, type TalkRow } from './rows';
import type { Talks } from './talk-file';
import { troubleOf } from './troubles';

/** A collaboration in the page's format. */
export interface Talk {
  readonly row: TalkRow;
  readonly task: string;
  readonly events: readonly (Event & { readonly trouble: string | null })[];
  readonly positions: Positions;
  /** Each change of mind, with the events that the agent had heard before the change. */
  readonly moves: readonly (Move & { readonly heard: ReturnType<typeof heardBefore> })[];
  readonly participants: readonly Participant[];
  readonly dominance: number | null;
  /** The utility that each agent gets from the current decision, by round. Empty if the scores have no utilities. */
  readonly utilities: readonly {
    readonly agent: string;
    readonly points: readonly { round: number; value: number }[];
  }[];
  /** How the collaboration ended, in one or two sentences. */
  readonly end: string;
  readonly score: Readonly<Record<string, unknown>>;
  readonly hasPrompts: boolean;
}

export function talkOf(talks: Talks, place: number): Talk {
  const one = talks.read(place);
  const positions = positionsOf(one);
  const participants = participantsOf(one, positions);
  const condition = talks.rows[place]?.['condition'];
  return {
    row: rowOf(one, place, typeof condition === 'string' ? condition : null),
    task: one.task,
    events: one.events.map((event) => ({ ...event, trouble: troubleOf(event) })),
    positions,
    moves: positions.moves.map((move) => ({ ...move, heard: heardBefore(one, move) })),
    participants,
    dominance: dominanceOf(participants),
    utilities: utilityCurves(one),
    end: endOf(one, positions),
    score: one.score,
    hasPrompts: repliesFile(talks.origins[place]!.folder) !== undefined,
  };
}

function utilityCurves({ events }: Collaboration): Talk['utilities'] {
  const curves = new Map<string, { round: number; value: number }[]>();
  for (const event of events)
    if (event.type === 'decision')
      for (const [agent, value] of Object.entries(utilitiesIn(event.score))) {
        const points = curves.get(agent) ?? [];
        curves.set(agent, points);
        if (points.at(-1)?.round !== event.round) points.push({ round: event.round, value });
      }
  return [...curves].map(([agent, points]) => ({ agent, points }));
}

/**
 * Describes how a collaboration ended. If a selected proposal did not become the final decision, mentions that
 * proposal.
 */
function endOf({ rounds, cause, outcome }: Collaboration, { standing }: Positions): string {
  const when = `after ${rounds} ${rounds === 1 ? 'round' : 'rounds'}: ${cause || 'no recorded cause'}.`;
  if (outcome !== null) return `Decided ${when}`;
  const last = standing.at(-1) ?? null;
  if (last === null) return `No decision ${when}`;
  return `No final decision ${when} Proposal ${last} was the last to be selected, but it did not become final.`;
}

/** A prompt with its reply. */
export interface PromptAndReply {
  readonly round: number;
  readonly phase: string;
  readonly agent: string;
  readonly attempt: number;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly text: string;
  readonly reasoning?: string;
  readonly finish: string;
}

/**
 * Returns all prompts and raw replies in a collaboration. The list is empty if the run does not store prompts and
 * replies.
 */
export const promptsOf = (talks: Talks, place: number): PromptAndReply[] =>
  [...allPrompts(talks, talks.origins[place]!.folder)].flatMap((found) =>
    found.place === place ? [found.reply] : [],
  );

/** Yields prompts and replies in file order, from all runs or from only the run in the folder `only`. */
export function* allPrompts(
  talks: Talks,
  only?: string,
): Generator<{ place: number; reply: PromptAndReply }> {
  const places = new Map(talks.origins.map(({ folder, index }, place) => [`${index} ${folder}`, place]));
  for (const folder of new Set(talks.origins.map((origin) => origin.folder))) {
    const path = repliesFile(folder);
    if (path === undefined || (only !== undefined && folder !== only)) continue;
    for (const { value } of readJsonLines(path)) {
      const reply = value as PromptAndReply & { collaboration: number };
      const place = places.get(`${reply.collaboration} ${folder}`);
      if (place !== undefined) yield { place, reply };
    }
  }
}

const repliesFile = (folder: string): string | undefined =>
  ['replies.jsonl', 'replies.jsonl.gz'].map((name) => join(folder, name)).find((path) => existsSync(path));
