import { z } from 'zod';
import type { Json, JsonObject } from 'agora-voting/internal';
import type { Collaboration } from '../collaboration';
import { ConversationEvents } from './conversation-events';
import { importRecords, type RecordPlace, type RecordReader } from './packed-records';
import { roundCounter } from './round-counter';
import { importError } from './source-text';

const items = ['Food', 'Water', 'Firewood'] as const;
const packages = 3;
const counts = z.record(z.enum(items), z.coerce.number().int().min(0).max(packages));
const dialogue = z.object({
  split: z.string(),
  id: z.int(),
  turns: z.array(
    z.object({
      text: z.string(),
      id: z.string(),
      task_data: z.object({ issue2youget: counts.optional(), issue2theyget: counts.optional() }),
    }),
  ),
  values: z.record(z.string(), z.record(z.enum(['High', 'Medium', 'Low']), z.enum(items))),
  points: z.record(z.string(), z.number()),
  strategies: z.array(z.tuple([z.string(), z.string()])),
});
type Dialogue = z.infer<typeof dialogue>;
type Split = Readonly<Record<string, z.infer<typeof counts>>>;
const pointsOf = { High: 5, Medium: 4, Low: 3 } as const;

/**
 * Negotiations of two people over three packages each of food, water and firewood (CaSiNo). A round ends before a
 * person speaks for a second time in it. Texts are messages; a note "strategies" follows a message that people
 * labelled. "Submit-Deal" is a proposal with a score: both people's points. "Accept-Deal" is a decision for it,
 * "Reject-Deal" a decision for nothing. "Walk-Away" ends the talk without a deal, for which the study pays 5 points
 * each (see the score).
 */
export const casino: RecordReader = (folder) =>
  importRecords(folder, ['dialogues.jsonl.gz'], dialogue, importDialogue);

function importDialogue(record: Dialogue, { file, line, index }: RecordPlace): Collaboration {
  const agents = Object.keys(record.values).sort();
  if (agents.length !== 2)
    throw importError(file, line, `it has ${agents.length} people, and two are needed`);
  const events = new ConversationEvents(`${file}, line ${line}`, index);
  const { split, id, values, points } = record;
  events.add({
    type: 'started',
    instance: { dataset: 'casino-negotiations', id, split, values, points },
    agents,
  });
  const labels = labelsOf(record, file, line);
  const roundOf = roundCounter();
  let proposed: { readonly id: string; readonly by: string; readonly split: Split } | null = null;
  let round = 0;
  let offers = 0;
  let outcome: Json = null;
  let cause = 'the talk broke off';
  for (const [place, { text, id: by, task_data }] of record.turns.entries()) {
    const other = agents.find((agent) => agent !== by);
    if (other === undefined || !agents.includes(by))
      throw importError(file, line, `${by} is none of the two`);
    round = roundOf(by);
    if (text === 'Submit-Deal') {
      const { issue2youget: own, issue2theyget: theirs } = task_data;
      if (own === undefined || theirs === undefined)
        throw importError(file, line, `turn ${place + 1} is ${text}, and says not who gets what`);
      const shares = { [by]: own, [other]: theirs };
      proposed = { id: `${++offers}`, by, split: shares };
      const score = scoreOf(record, shares);
      events.add({
        type: 'proposal',
        round,
        phase: 'deal',
        by,
        candidate: proposed.id,
        proposal: shares,
        score,
      });
    } else if (text === 'Accept-Deal' || text === 'Reject-Deal') {
      if (proposed === null)
        throw importError(file, line, `turn ${place + 1} is ${text}, and there is no deal`);
      const taken = text === 'Accept-Deal' ? proposed : null;
      events.add({
        type: 'decision',
        round,
        phase: 'deal',
        by,
        tally: {},
        candidates: [{ id: proposed.id, by: [proposed.by] }],
        winners: taken === null ? [] : [taken.id],
        selected: taken?.id ?? null,
        standing: taken === null ? null : { candidate: taken.id, proposal: taken.split },
        score: scoreOf(record, taken?.split ?? null),
      });
      if (taken !== null) [outcome, cause] = [taken.split, 'both agreed'];
    } else if (text === 'Walk-Away') cause = `${by} walked away`;
    else {
      events.message(round, 'talk', { from: by, to: [other], text });
      const label = labels.get(place);
      if (label !== undefined) events.note(round, 'talk', 'strategies', { strategies: label }, by);
    }
  }
  events.finish(round, cause, outcome, scoreOf(record, outcome as Split | null));
  return events.collect();
}

/** The labels of each utterance, by its place among the turns. Annotations have the order of the turns. */
function labelsOf(
  { turns, strategies }: Dialogue,
  file: string,
  line: number,
): ReadonlyMap<number, readonly string[]> {
  const labels = new Map<number, readonly string[]>();
  let next = 0;
  for (const [text, names] of strategies) {
    const place = turns.findIndex((turn, at) => at >= next && turn.text === text);
    if (place < 0) throw importError(file, line, `strategies of no turn: ${JSON.stringify(text)}`);
    labels.set(
      place,
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    );
    next = place + 1;
  }
  return labels;
}

/** Both people's points; 5 each without a deal. */
function scoreOf({ values }: Dialogue, split: Split | null): JsonObject {
  const worth = (agent: string, item: (typeof items)[number]): number => {
    const [rank] = Object.entries(values[agent] ?? {}).find(([, wanted]) => wanted === item) ?? [];
    return rank === undefined ? 0 : pointsOf[rank as keyof typeof pointsOf];
  };
  const agents = Object.keys(values).sort();
  const own = (agent: string): number =>
    split === null
      ? 5
      : items.reduce((sum, item) => sum + worth(agent, item) * (split[agent]?.[item] ?? 0), 0);
  const utilities = Object.fromEntries(agents.map((agent) => [agent, own(agent)]));
  const total = Object.values(utilities).reduce((sum, one) => sum + one, 0);
  const optimum = items.reduce(
    (sum, item) => sum + packages * Math.max(...agents.map((agent) => worth(agent, item))),
    0,
  );
  return { utilities, total, optimum, share: total / optimum };
}
