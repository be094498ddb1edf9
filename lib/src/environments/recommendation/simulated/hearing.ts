import type { SeenMessage } from '../../situation';
import type { Fact, FactName, Person } from './facts';
import type { Topic } from './phrases';
import { understand } from './reading';

/** A number that was stated: by whom, how often it came up (summaries included), and every value given for it. */
export interface Report {
  readonly from: string;
  readonly values: readonly number[];
  readonly count: number;
  readonly mentions: number;
}

/** What all messages together say, as far as it is understood. */
export interface Heard {
  readonly reports: ReadonlyMap<FactName, Report>;
  readonly genres: readonly string[] | null;
  readonly person: Person | null;
  /** The latest round in which somebody asked for it. */
  readonly asked: ReadonlyMap<Topic, number>;
  /** The latest round in which somebody said something about it. */
  readonly told: ReadonlyMap<Topic, number>;
  /** The rating each writer wants, by the latest message that says so. */
  readonly ratings: ReadonlyMap<string, number>;
}

let last: {
  readonly messages: readonly SeenMessage[];
  readonly length: number;
  readonly heard: Heard;
} | null = null;

/** Agents that act at once read the same messages: the first of them reads for all. */
export function hear(messages: readonly SeenMessage[]): Heard {
  if (last?.messages === messages && last.length === messages.length) return last.heard;
  const reports = new Map<FactName, Report>();
  const asked = new Map<Topic, number>();
  const told = new Map<Topic, number>();
  const ratings = new Map<string, number>();
  let genres: readonly string[] | null = null;
  let person: Person | null = null;
  for (const { round, from, text } of messages) {
    const said = understand(text);
    for (const fact of said.stated) {
      reports.set(fact.name, stated(reports.get(fact.name), fact, from));
      told.set(fact.name, round);
    }
    for (const { name } of said.repeated) {
      const known = reports.get(name);
      if (known !== undefined) reports.set(name, { ...known, mentions: known.mentions + 1 });
    }
    for (const topic of said.asked) asked.set(topic, round);
    if (said.rating !== null) ratings.set(from, said.rating);
    if (said.genres !== null) told.set('movie', round);
    if (said.person !== null) told.set('person', round);
    genres = said.genres ?? genres;
    person = said.person ?? person;
  }
  const heard = { reports, genres, person, asked, told, ratings };
  last = { messages, length: messages.length, heard };
  return heard;
}

function stated(known: Report | undefined, { value, count }: Fact, from: string): Report {
  return {
    from,
    values: [...(known?.values ?? []), value],
    count,
    mentions: (known?.mentions ?? 0) + 1,
  };
}
