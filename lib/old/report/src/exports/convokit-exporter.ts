import { join } from 'node:path';
import { AgoraError } from 'agora-voting';
import { plainJson, TextFile, type About, type Exporter } from './exporter';

/** The fields that ConvoKit finds beside its own, each of any type. */
const index = {
  'utterances-index': { round: [], phase: [], to: [], visible_to: [] },
  'speakers-index': {},
  'conversations-index': {
    agents: [],
    instance: [],
    rounds: [],
    cause: [],
    outcome: [],
    score: [],
    failures: [],
  },
  'overall-index': { name: [], evidence: [], model: [], details: [], without_messages: [] },
  version: 1,
  vectors: [],
};

/**
 * Exports a ConvoKit corpus: an utterance for each message, a conversation for each collaboration with messages, a
 * speaker for each name. The record has no times, so `timestamp` counts the events of the conversation, and each
 * utterance replies to the previous one. Unusable answers are metadata of their conversation (`failures`), or of the
 * corpus for collaborations without messages (`without_messages`).
 */
export function convokitExporter(folder: string, about: About): Exporter {
  const utterances = new TextFile(join(folder, 'utterances.jsonl'));
  const conversations = new TextFile(join(folder, 'conversations.json'));
  const speakers = new Set<string>();
  const without_messages: unknown[] = [];
  let separator = '{';
  return {
    add({ index: number, agents, instance, events, finished }) {
      const conversation_id = String(number);
      let before: string | null = null;
      for (const [timestamp, event] of events.entries()) {
        if (event.type !== 'message') continue;
        const { from: speaker, text, round, phase, to, visibleTo: visible_to = null } = event;
        const id: string = before === null ? conversation_id : `${conversation_id}/${timestamp}`;
        const meta = { round, phase, to, visible_to };
        const utterance = {
          id,
          conversation_id,
          text,
          speaker,
          meta,
          'reply-to': before,
          timestamp,
          vectors: [],
        };
        utterances.write(`${plainJson(utterance)}\n`);
        speakers.add(speaker);
        before = id;
      }
      const failures = events.filter(({ type }) => type === 'failure');
      if (before === null) {
        without_messages.push({ index: number, failures });
        return;
      }
      const { rounds = null, cause = null, outcome = null, score = null } = finished ?? {};
      const meta = { agents, instance, rounds, cause, outcome, score, failures };
      conversations.write(`${separator}\n${plainJson(conversation_id)}:${plainJson({ meta, vectors: [] })}`);
      separator = ',';
    },
    close() {
      if (separator === '{')
        throw new AgoraError(
          'export',
          `${about.name} has no messages, so no corpus can be made of it: the other forms have its ballots`,
        );
      utterances.close();
      conversations.write('\n}\n');
      conversations.close();
      const { name, evidence, model, details } = about;
      const own = [...speakers].map((speaker) => `${plainJson(speaker)}:{"meta":{},"vectors":[]}`);
      write(folder, 'speakers.json', `{${own.join(',')}}`);
      write(folder, 'corpus.json', plainJson({ name, evidence, model, details, without_messages }));
      write(folder, 'index.json', plainJson(index));
    },
  };
}

function write(folder: string, name: string, text: string): void {
  const file = new TextFile(join(folder, name));
  file.write(text);
  file.close();
}
