import { z } from 'zod';
import type { Json, JsonObject } from '../../json';
import type { Collaboration } from '../collaboration';
import { ConversationEvents } from './conversation-events';
import { importRecords, type RecordPlace } from './packed-records';
import { importError } from './source-text';

type Reader = (folder: string) => Generator<Collaboration, void, undefined>;

const excerpt = z.object({
  sampleId: z.string(),
  dataset: z.string(),
  instruction: z.string(),
  personas: z.string(),
  driftTurn: z.number(),
  driftStrength: z.union([z.number(), z.string()]),
  extractedMessages: z.record(z.string().regex(/^[1-6]$/), z.string()),
  solutionBefore: z.string(),
  solutionAfter: z.string().nullable(),
  errorTypes: z.array(z.string()),
  errorTypesExplanation: z.string().nullable(),
});
const speakers = 3;

/**
 * Excerpts of MALLM's debates around a turn after which the solution got worse: messages 1 to 3 and 4 to 6 are rounds 1
 * and 2 of three personas, in their order. A note "stance" has what a message says of the solution by its first words
 * ("agree", "disagree", null for a draft). The backslash and n of the source are line ends, as they were in the debate.
 * A note "drift" has what people found wrong.
 */
export const driftEval: Reader = (folder) =>
  importRecords(folder, ['excerpts.jsonl.gz'], excerpt, (record, { file, line, index }) => {
    const { sampleId, dataset: task, instruction, extractedMessages, solutionBefore, solutionAfter } = record;
    const personas = record.personas.split(', ');
    if (personas.length !== speakers)
      throw importError(file, line, `it has ${personas.length} personas, and ${speakers} are needed`);
    // Three experts can be of one kind.
    const agents = personas.map((one, at) =>
      personas.indexOf(one) === at
        ? one
        : `${one} ${personas.slice(0, at + 1).filter((other) => other === one).length}`,
    );
    const events = new ConversationEvents(`${file}, line ${line}`, index);
    const about = { dataset: 'drift-eval', id: sampleId, task, instruction };
    events.add({ type: 'started', instance: { ...about, solutionBefore, solutionAfter }, agents });
    for (let turn = 0; turn < 2 * speakers; turn++) {
      const [from, text] = [agents[turn % speakers] ?? '', extractedMessages[`${turn + 1}`]];
      const round = Math.floor(turn / speakers) + 1;
      if (text === undefined) throw importError(file, line, `message ${turn + 1} is missing`);
      const plain = text.replaceAll('\\n', '\n');
      events.message(round, 'debate', { from, to: agents.filter((other) => other !== from), text: plain });
      const stance = /^\W*(AGREE|DISAGREE)\b/.exec(plain)?.[1]?.toLowerCase() ?? null;
      events.note(round, 'debate', 'stance', { stance }, from);
    }
    const { driftTurn, driftStrength, errorTypes, errorTypesExplanation } = record;
    const found = { driftTurn, driftStrength, errorTypes, explanation: errorTypesExplanation };
    events.note(2, 'labels', 'drift', found);
    events.finish(2, 'the excerpt ends', null, {});
    return events.collect();
  });

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
 * Two people who share out three packages each of food, water and firewood (CaSiNo). A round ends when both have
 * spoken. What they write are messages; where people labelled them, a note "strategies" follows each. "Submit-Deal" is a
 * proposal, scored by both people's points; "Accept-Deal" a decision for it, "Reject-Deal" one for nothing; "Walk-Away"
 * ends the talk without a deal, which the study pays with 5 points each (so the score says).
 */
export const casino: Reader = (folder) =>
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
  const labels = labelsOf(record);
  let round = 1;
  let spoken = new Set<string>();
  let proposed: { readonly id: string; readonly by: string; readonly split: Split } | null = null;
  let offers = 0;
  let outcome: Json = null;
  let cause = 'the talk broke off';
  for (const [place, { text, id: by, task_data }] of record.turns.entries()) {
    const other = agents.find((agent) => agent !== by);
    if (other === undefined || !agents.includes(by))
      throw importError(file, line, `${by} is none of the two`);
    if (spoken.has(by) && spoken.size === agents.length) {
      round++;
      spoken = new Set();
    }
    spoken.add(by);
    if (text === 'Submit-Deal') {
      const shares = { [by]: task_data.issue2youget ?? {}, [other]: task_data.issue2theyget ?? {} } as Split;
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
        ...{ type: 'decision', round, phase: 'deal', by, tally: {} },
        candidates: [{ id: proposed.id, by: [proposed.by] }],
        ...{ winners: taken === null ? [] : [taken.id], selected: taken?.id ?? null },
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

/** The labels of each utterance by its place among the turns: annotations stand in their order, and some have no turn. */
function labelsOf({ turns, strategies }: Dialogue): ReadonlyMap<number, readonly string[]> {
  const labels = new Map<number, readonly string[]>();
  let next = 0;
  for (const [text, names] of strategies) {
    const place = turns.findIndex((turn, at) => at >= next && turn.text === text);
    if (place < 0) continue;
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
