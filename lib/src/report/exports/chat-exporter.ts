import { join } from 'node:path';
import type { Event, PromptMessage, ReplyEvent } from '../../transcripts';
import { entryOf } from '../entries';
import { plainJson, TextFile, type About, type Exporter } from './exporter';

/** A message as chat formats have it. */
interface ChatLine {
  readonly role: PromptMessage['role'];
  readonly content: string;
  readonly [field: string]: unknown;
}

/**
 * Chat JSONL. `chats.jsonl` has a line a collaboration: all that was said, proposed, voted and decided as messages with
 * `role`, `name` and `content`, for viewers. `calls.jsonl` has a line a call whose prompt is on record: what was sent and
 * what came back, for training; `failure` says of a reply why it could not be used.
 */
export function chatExporter(folder: string, { name: run, evidence }: About): Exporter {
  const chats = new TextFile(join(folder, 'chats.jsonl'));
  const calls = new TextFile(join(folder, 'calls.jsonl'));
  return {
    add({ index, instance, agents, events, finished }, prompts) {
      const messages = events.flatMap((event) => chatLine(event) ?? []);
      const { rounds, cause, outcome, score } = finished ?? {};
      const own = { run, evidence, collaboration: index };
      const whole = { ...own, agents, instance, rounds, cause, outcome, score, messages };
      chats.write(`${plainJson(whole)}\n`);
      const failureOf = failuresOf(events);
      for (const event of events) {
        const prompt = event.type === 'reply' ? prompts.get(event.request) : undefined;
        if (event.type !== 'reply' || prompt === undefined) continue;
        const { agent, round, phase, repeat, attempt, finish, inputTokens, outputTokens, cached } = event;
        const answer = {
          role: 'assistant',
          content: event.text,
          toolCalls: event.toolCalls,
        } as PromptMessage;
        const line = {
          ...{ ...own, agent, round, phase, repeat, attempt, failure: failureOf(event) },
          ...{ finish, inputTokens, outputTokens, cached, messages: [...prompt, answer].map(sent) },
        };
        calls.write(`${plainJson(line)}\n`);
      }
    },
    close() {
      chats.close();
      calls.close();
    },
  };
}

/** An event as a message of the chat; null for replies, whose messages and ballots are events themselves, and incidents. */
function chatLine(event: Event): ChatLine | null {
  const entry = entryOf(event);
  if (entry === null || event.type === 'incident') return null;
  const { kind: type, round, phase, agent, head, text, aside } = entry;
  const role = agent === null ? 'system' : event.type === 'tool' ? 'tool' : 'assistant';
  const place = { type, round, phase };
  if (event.type === 'message') {
    const { from: name, to, visibleTo, text: content } = event;
    return { role, name, content, ...place, to, visibleTo };
  }
  const about =
    event.type === 'failure' ? { failure: event.kind, reason: text } : aside !== '' && { reason: aside };
  const content = event.type === 'failure' ? aside : text === '' ? head : `${head}: ${text}`;
  return { role, ...(agent !== null && { name: agent }), content, ...place, ...about };
}

/** A message in the form that chat-completions endpoints take. */
function sent({ role, content, toolCalls, toolCallId }: PromptMessage): ChatLine {
  const tool_calls = toolCalls?.map(({ id, name, arguments: given }) => ({
    ...{ id, type: 'function', function: { name, arguments: given } },
  }));
  return { role, content, tool_calls, tool_call_id: toolCallId };
}

/** Why a reply could not be used: `repaired` where it was asked for again, else how that ended; null where it was used. */
function failuresOf(events: readonly Event[]): (reply: ReplyEvent) => string | null {
  const keyOf = ({ round, phase, agent, repeat }: Pick<ReplyEvent, 'round' | 'phase' | 'agent' | 'repeat'>) =>
    JSON.stringify([round, phase.split('/tools')[0], agent, repeat]);
  const again = new Set<string>();
  const failed = new Map<string, string>();
  for (const event of events) {
    if (event.type === 'reply' && event.attempt > 0) again.add(keyOf(event));
    if (event.type === 'failure') failed.set(keyOf(event), event.kind);
  }
  return (reply) => {
    const key = keyOf(reply);
    return reply.attempt === 0 && again.has(key) ? 'repaired' : (failed.get(key) ?? null);
  };
}
