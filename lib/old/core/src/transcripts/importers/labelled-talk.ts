import { z } from 'zod';
import type { Collaboration } from '../collaboration';
import { ConversationEvents } from './conversation-events';
import { importRecords, packedRecords, type RecordReader } from './packed-records';
import { roundCounter } from './round-counter';
import { importError } from './source-text';

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
 * Excerpts of MALLM's debates around a turn after which the solution got worse. Messages 1 to 3 and 4 to 6 are rounds 1
 * and 2 of three personas, in their order (all 24 messages that name their own persona confirm it). A note "stance" has
 * the opinion in a message's first words ("agree", "disagree", null for a draft). The source writes line ends as
 * backslash and n; here they are line ends, as in the debate. A note "drift" has the faults that people found.
 */
export const driftEval: RecordReader = (folder) =>
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

const utterance = z.object({
  meeting: z.string(),
  speaker: z.string(),
  text: z.string(),
  basic: z.string(),
  general: z.string(),
  full: z.string(),
});
type Utterance = z.infer<typeof utterance>;

/**
 * Meetings of people (ICSI, MRDA), one collaboration each. Every utterance is a message, followed by a note "act" with
 * its basic, general and full tag. A round ends before a person speaks for a second time in it. The source's list swaps
 * the names of the tags arp and bsc: use the tag.
 */
export const mrda: RecordReader = function* (folder) {
  let index = 0;
  for (const split of ['train', 'val', 'test']) {
    const file = `${split}.jsonl.gz`;
    let meeting: { line: number; record: Utterance }[] = [];
    for (const one of packedRecords(folder, file, utterance)) {
      if (meeting.length > 0 && meeting[0]?.record.meeting !== one.record.meeting) {
        yield importMeeting(meeting, split, file, index++);
        meeting = [];
      }
      meeting.push(one);
    }
    yield importMeeting(meeting, split, file, index++);
  }
};

function importMeeting(
  said: readonly { readonly line: number; readonly record: Utterance }[],
  split: string,
  file: string,
  index: number,
): Collaboration {
  const agents = [...new Set(said.map(({ record }) => record.speaker))].sort();
  const events = new ConversationEvents(`${file}, from line ${said[0]?.line ?? 0}`, index);
  const instance = { dataset: 'mrda-dialogue-acts', id: said[0]?.record.meeting ?? '', split };
  events.add({ type: 'started', instance, agents });
  const roundOf = roundCounter();
  let round = 0;
  for (const { record } of said) {
    const { speaker: from, text, basic, general, full } = record;
    round = roundOf(from);
    events.message(round, 'talk', { from, to: agents.filter((other) => other !== from), text });
    events.note(round, 'talk', 'act', { basic, general, full }, from);
  }
  events.finish(round, 'the meeting ends', null, {});
  return events.collect();
}
