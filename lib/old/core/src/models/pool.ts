import { z } from 'zod';
import { AgoraError, hasCode } from 'agora-voting';
import { check, either, listOf, number, settings as shape, text } from 'agora-voting/internal';
import type { ChatModel, ChatOptions, ChatReply, ChatRequest, ModelFacts } from './chat-model';
import { endsWaiting, throwIfAnyAborted } from './on-abort';
import { openai, type OpenaiSettings, type Variables } from './openai';
import { withRetries } from './with-retries';

export interface PoolSettings extends Omit<OpenaiSettings, 'baseURL'> {
  /** The endpoints, each with its share of the calls. Default weight 1. */
  readonly baseURLs: readonly (string | { readonly baseURL: string; readonly weight?: number })[];
}

const known = shape({
  baseURLs: listOf(
    'addresses',
    either(
      'an address, or { baseURL, weight }',
      text(4000),
      shape({ baseURL: text(4000), weight: number(0.001, 1e6).optional() }),
    ),
    1,
  ),
});

/**
 * One model behind several endpoints. Each call goes to the endpoint with the fewest calls in flight for its weight.
 * One that fails is left alone for five seconds, then twice as long each time, up to five minutes; one that asks to
 * wait (status 429) is left alone for that long. Meanwhile the others take its calls.
 * @throws AgoraError 'setting'
 * @example
 * const baseURLs = ['http://127.0.0.1:8001/v1', { baseURL: 'http://127.0.0.1:8002/v1', weight: 2 }];
 * models.pool({ model: 'llama-3', baseURLs }).name; // => 'llama-3'
 */
export function pool(settings: PoolSettings, env: Variables = process.env): ChatModel {
  check('pool', z.looseObject({}, { error: 'an object of settings' }), settings);
  check('pool', known, { baseURLs: settings.baseURLs });
  const { baseURLs, retries, ...rest } = settings;
  const members = baseURLs.map((given) => {
    const { baseURL, weight = 1 } = typeof given === 'string' ? { baseURL: given } : given;
    return { model: openai({ ...rest, baseURL, retries: false }, env), weight };
  });
  const pooled = poolOf(members);
  return retries === false ? pooled : withRetries(pooled, retries);
}

/** An endpoint of a pool. */
interface Member {
  readonly model: ChatModel;
  readonly weight: number;
  inFlight: number;
  /** When its last rest began, and when it may be asked again. */
  restsSince: number;
  restsUntil: number;
  /** Failures since its last answer. */
  failures: number;
}

const firstRestMs = 5_000;
const longestRestMs = 300_000;

/**
 * The models as one. They should have no retries of their own.
 * @param now - milliseconds; tests pass their own clock
 */
export function poolOf(
  given: readonly { readonly model: ChatModel; readonly weight: number }[],
  now: () => number = () => performance.now(),
): ChatModel {
  const members: Member[] = given.map(({ model, weight }) => ({
    model,
    weight,
    inFlight: 0,
    restsSince: -Infinity,
    restsUntil: 0,
    failures: 0,
  }));
  const [first] = members;
  if (first === undefined) throw new AgoraError('setting', 'A pool needs at least one model.');
  const { baseURL: _, ...settings } = first.model.settings;
  return {
    ...first.model,
    settings: {
      ...settings,
      baseURLs: members.flatMap(({ model }) => addressOf(model)).sort(),
    },
    facts: (options) => factsOf(members, options),
    chat: (request, options) => ask(members, now, request, options),
  };
}

function addressOf({ settings }: ChatModel): string[] {
  const { baseURL } = settings;
  return typeof baseURL === 'string' ? [baseURL] : [];
}

async function ask(
  members: readonly Member[],
  now: () => number,
  request: ChatRequest,
  options: ChatOptions | undefined,
): Promise<ChatReply> {
  const tried = new Set<Member>();
  for (;;) {
    throwIfAnyAborted(endsWaiting(options));
    const member = choose(
      members.filter((one) => !tried.has(one)),
      now(),
    );
    tried.add(member);
    member.inFlight++;
    const begun = now();
    try {
      const reply = await member.model.chat(request, options);
      member.failures = 0;
      return reply;
    } catch (error) {
      if (!hasCode(error, 'no-answer') && !hasCode(error, 'model-unavailable')) throw error;
      const asked = error.details['retryAfterMs'] as number | undefined;
      rest(member, begun, now(), asked);
      const isFree = members.some((one) => !tried.has(one) && one.restsUntil <= now());
      if (tried.size === members.length || !isFree) throw withShortestWait(error, members, now());
      options?.watch?.({ kind: 'retry', text: `${error.message}; another endpoint of the pool is asked` });
    } finally {
      member.inFlight--;
    }
  }
}

/** The least busy of those that do not rest; if all rest, the one that rests no longer soonest. */
function choose(members: readonly Member[], now: number): Member {
  const awake = members.filter(({ restsUntil }) => restsUntil <= now);
  const load = ({ inFlight, weight }: Member): number => (inFlight + 1) / weight;
  const by = awake.length > 0 ? load : ({ restsUntil }: Member): number => restsUntil;
  return (awake.length > 0 ? awake : members).reduce((best, one) => (by(one) < by(best) ? one : best));
}

/** @param begun - when the call began that failed: calls that were in flight together fail together, which counts once */
function rest(member: Member, begun: number, now: number, askedMs: number | undefined): void {
  if (askedMs !== undefined) {
    member.restsUntil = Math.max(member.restsUntil, now + askedMs);
    return;
  }
  if (begun <= member.restsSince) return;
  const ownMs = Math.min(longestRestMs, firstRestMs * 2 ** member.failures);
  member.failures++;
  member.restsSince = now;
  member.restsUntil = Math.max(member.restsUntil, now + ownMs);
}

/** The last member's error; where it asks to wait, only for as long as all of them rest. */
function withShortestWait(error: AgoraError, members: readonly Member[], now: number): AgoraError {
  if (error.details['retryAfterMs'] === undefined) return error;
  const waitMs = Math.max(0, Math.min(...members.map(({ restsUntil }) => restsUntil)) - now);
  return new AgoraError(error.code, error.message, {
    details: { ...error.details, retryAfterMs: Math.ceil(waitMs) },
  });
}

/** The facts of the first endpoint, with the smallest context of all. */
async function factsOf(members: readonly Member[], options: ChatOptions | undefined): Promise<ModelFacts> {
  const all = await Promise.all(members.map(async ({ model }) => (await model.facts?.(options)) ?? {}));
  const contexts = all.flatMap(({ contextTokens }: ModelFacts) => contextTokens ?? []);
  return contexts.length === 0 ? all[0]! : { ...all[0], contextTokens: Math.min(...contexts) };
}
