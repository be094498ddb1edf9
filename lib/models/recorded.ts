import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AgoraError } from '../error';
import { readJsonLines } from '../experiment/json-lines';
import { readAbout } from '../experiment/run';
import { isRejection } from './attempts';
import type { Model, Reply } from './model';

const stored = z.looseObject({
  messages: z.array(z.looseObject({ role: z.string(), content: z.string() })),
  text: z.string(),
  finish: z.enum(['stop', 'tools', 'length', 'refused']),
  usage: z.looseObject({ input: z.number(), output: z.number() }),
});

/**
 * Creates a model that answers each prompt with the reply that the prompt received in a stored run. The model makes no
 * calls. Use it to repeat a run without access to the endpoint. Settings may differ if the prompts are the same. If a
 * prompt has several replies, they are returned in their recorded order.
 *
 * @throws AgoraError if a prompt is not in the stored run
 */
export function recordedModel(folder: string): Model {
  const about = readAbout(folder);
  const path = ['replies.jsonl', 'replies.jsonl.gz'].map((name) => join(folder, name)).find(existsSync);
  if (path === undefined) throw new AgoraError(`${folder} has no replies.jsonl.`, 'data');
  const replies = new Map<string, Reply[]>();
  for (const { value, line } of readJsonLines(path)) {
    const read = stored.safeParse(value);
    if (!read.success) throw new AgoraError(`Line ${line} of ${path} is not a reply.`, 'data');
    const { messages, text, finish, usage } = read.data;
    const key = JSON.stringify(messages);
    const known = replies.get(key) ?? [];
    const reply = { text, finish, usage };
    // A rejected question may have been asked again. The rejection is used only if there is no other reply.
    if (known.length === 0 || !isRejection(reply))
      replies.set(key, [...known.filter((one) => !isRejection(one)), reply]);
  }
  return {
    name: about.model,
    evidence: about.evidence,
    chat({ messages }) {
      const known = replies.get(JSON.stringify(messages)) ?? [];
      const reply = known.length > 1 ? known.shift() : known[0];
      if (reply === undefined)
        throw new AgoraError(
          `${folder} has no reply to this prompt: the protocol, the case or the prompts differ from those of ` +
            'the stored run. Use a real model.',
          'data',
        );
      return Promise.resolve(reply);
    },
  };
}
