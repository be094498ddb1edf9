import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { AgoraError } from 'agora-voting';
import {
  check,
  flag,
  type Json,
  type JsonObject,
  settings as shape,
  text as path,
} from 'agora-voting/internal';
import { readLines } from '../read-lines';
import type { CallIdentity, ChatModel, ChatReply, ModelEvidence, Usage } from './chat-model';
import { freeOfCharge } from './prices';
import { describeCall, requestDigest } from './request-digest';

export interface RecordedSettings {
  /**
   * Whether to replay by the call's identity alone, even if the question differs from the recorded one. Default
   * false.
   */
  readonly anyPrompt?: boolean;
}

/**
 * Replays the replies of an earlier run (its `reply` events), each for the same call: collaboration, round, phase,
 * agent, repeat and attempt. Only the file positions of the replies are in memory.
 * @param folder - the run's folder, with run.json and events.jsonl
 * @throws AgoraError 'setting' when the folder contains no run; AgoraError 'request-failed', from a call, when that
 * call is not recorded or its question differs from the recorded one
 * @example
 * const again = (folder) => models.recorded(folder);
 */
export function recorded(folder: string, settings: RecordedSettings = {}): ChatModel {
  check('recorded', shape({ folder: path(4000), anyPrompt: flag.optional() }), { folder, ...settings });
  const source = readSource(folder);
  const anyPrompt = settings.anyPrompt ?? false;
  const file = join(folder, 'events.jsonl');
  let places: Map<string, Place> | undefined;
  const model: ChatModel = {
    name: source.name.startsWith('recorded:') ? source.name : `recorded:${source.name}`,
    evidence: source.evidence,
    settings: { run: source.run, model: source.name, settings: source.settings, anyPrompt },
    pricesOf: () => freeOfCharge,
    // eslint-disable-next-line @typescript-eslint/require-await -- what it throws must reject
    async chat(request, options) {
      options?.signal?.throwIfAborted();
      const where = describeCall(request.call);
      const place = (places ??= findReplies(file)).get(keyOf(request.call));
      if (place === undefined)
        throw new AgoraError('request-failed', `The recorded run has no reply for ${where}`);
      const reply = readReply(file, place);
      const digest = requestDigest(request);
      if (!anyPrompt && reply.request !== digest) {
        throw new AgoraError(
          'request-failed',
          `The recorded run answered another question at ${where}: the digest of messages, sampling and answer ` +
            `format is ${digest} now and was ${reply.request} then. Pass { anyPrompt: true } to replay it all the same.`,
        );
      }
      const { text, finish, inputTokens, outputTokens, counted, latencyMs, intent, toolCalls } = reply;
      return {
        text,
        finish,
        usage: { inputTokens, outputTokens, counted },
        latencyMs,
        cached: true,
        ...(intent === undefined ? {} : { intent }),
        ...(toolCalls === undefined ? {} : { toolCalls }),
        ...(reply.probabilities === undefined ? {} : { probabilities: reply.probabilities }),
        ...(reply.probabilityOfOptions === undefined
          ? {}
          : { probabilityOfOptions: reply.probabilityOfOptions }),
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

/** The fields of a `reply` event that are used here. */
interface RecordedReply
  extends
    Call,
    Pick<ChatReply, 'text' | 'finish' | 'latencyMs' | 'toolCalls' | 'probabilities' | 'probabilityOfOptions'>,
    Usage {
  readonly type: string;
  readonly request: string;
  readonly intent?: Json;
}
/** Identifies the call of a reply within its run. */
type Call = Pick<CallIdentity, 'collaboration' | 'round' | 'phase' | 'agent' | 'repeat' | 'attempt'>;

/** The position of a line in the events file, in bytes. */
interface Place {
  readonly byte: number;
  readonly length: number;
}

function keyOf({ collaboration, round, phase, agent, repeat, attempt }: Call): string {
  return JSON.stringify([collaboration, round, phase, agent, repeat, attempt]);
}

/** Reads the file once. A last line without a line feed is unfinished and is ignored. */
function findReplies(file: string): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const { text, byte, complete } of readLines(file)) {
    const event = complete && text.includes('"reply"') ? parseReply(file, byte, text) : null;
    if (event?.type === 'reply') places.set(keyOf(event), { byte, length: Buffer.byteLength(text) });
  }
  return places;
}

function readReply(file: string, { byte, length }: Place): RecordedReply {
  const descriptor = openSync(file, 'r');
  try {
    const line = Buffer.alloc(length);
    readSync(descriptor, line, 0, length, byte);
    return parseReply(file, byte, line.toString('utf8'));
  } finally {
    closeSync(descriptor);
  }
}

function parseReply(file: string, byte: number, line: string): RecordedReply {
  try {
    return JSON.parse(line) as RecordedReply;
  } catch (error) {
    const { message } = error as Error;
    throw new AgoraError('setting', `${file} is damaged: the line at byte ${byte} is not JSON (${message})`);
  }
}
