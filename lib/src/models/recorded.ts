import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgoraError } from '../agora-error';
import { check, flag, settings as shape, text as path } from '../check';
import type { JsonObject } from '../json';
import type { ChatModel, ModelEvidence } from './chat-model';
import { freeOfCharge, type PricedModel } from './prices';
import { RecordedReplies } from './recorded-replies';
import { describeCall, requestDigest } from './request-digest';

export interface RecordedSettings {
  /** Replay by the call's place alone, even when the question is no longer the recorded one. Default false. */
  readonly anyPrompt?: boolean;
}

/**
 * Replays the replies of an earlier run (of its `reply` events), each for the same call: collaboration, round, phase,
 * agent, repeat and attempt. Only the places of the replies are held in memory.
 * @param folder - the run's folder, with run.json and events.jsonl
 * @throws AgoraError 'setting' when the folder holds no run; AgoraError 'request-failed', from a call, when that call is not on
 * record or its question is not the recorded one
 */
export function recorded(folder: string, settings: RecordedSettings = {}): ChatModel {
  check('recorded', shape({ folder: path(4000), anyPrompt: flag.optional() }), { folder, ...settings });
  const source = readSource(folder);
  const anyPrompt = settings.anyPrompt ?? false;
  const replies = new RecordedReplies(join(folder, 'events.jsonl'));
  const model: PricedModel = {
    name: source.name.startsWith('recorded:') ? source.name : `recorded:${source.name}`,
    evidence: source.evidence,
    settings: { run: source.run, model: source.name, settings: source.settings, anyPrompt },
    pricesOf: () => freeOfCharge,
    async chat(request, options) {
      options?.signal?.throwIfAborted();
      const reply = await replies.get(request.call);
      const where = describeCall(request.call);
      if (reply === undefined)
        throw new AgoraError('request-failed', `The recorded run has no reply for ${where}`);
      const digest = requestDigest(request);
      if (!anyPrompt && reply.request !== digest) {
        throw new AgoraError(
          'request-failed',
          `The recorded run answered another question at ${where}: the digest of messages, sampling and answer ` +
            `format is ${digest} now and was ${reply.request} then. Pass { anyPrompt: true } to replay it all the same.`,
        );
      }
      const { text, finish, inputTokens, outputTokens, counted, latencyMs, intent } = reply;
      return {
        text,
        finish,
        usage: { inputTokens, outputTokens, counted },
        latencyMs,
        cached: true,
        ...(intent === undefined ? {} : { intent }),
      };
    },
  };
  return model;
}

interface Source {
  readonly run: string;
  readonly name: string;
  readonly evidence: ModelEvidence;
  readonly settings: JsonObject;
}

function readSource(folder: string): Source {
  const file = join(folder, 'run.json');
  let run: { id?: unknown; model?: { name?: unknown; evidence?: unknown; settings?: unknown } };
  try {
    run = JSON.parse(readFileSync(file, 'utf8')) as typeof run;
  } catch (error) {
    throw new AgoraError(
      'setting',
      `A recorded model needs the folder of a run, with run.json in it; reading ${file}: ${(error as Error).message}`,
    );
  }
  const real = run.model?.evidence === 'live' || run.model?.evidence === 'recorded';
  return {
    run: typeof run.id === 'string' ? run.id : 'unknown',
    name: typeof run.model?.name === 'string' ? run.model.name : 'unknown',
    evidence: real ? 'recorded' : 'simulated',
    settings: (run.model?.settings ?? {}) as JsonObject,
  };
}
