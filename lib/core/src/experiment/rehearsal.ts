import { simulated, wrap, type ChatModel, type ChatRequest } from '../models';
import { leastRoom } from '../models/context-room';
import { requestDigest } from '../models/request-digest';
import { AgoraError, hasCode, Random } from 'agora-voting';
import { onCase } from '../simulation/member';
import type { ExperimentOptions } from './experiment-options';
import type { RunSampling } from './sampling';
import { CollaborationSession } from './session';

/** How much is asked of a model. Tokens are counted by one encoding (o200k). */
export interface Asked {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The most that answers may have together, by the limits of the questions; null where one has none. */
  readonly mostOutputTokens: number | null;
  /** The longest prompt that is asked before any answer, in tokens: real agents get the very same. */
  readonly longestFirstPrompt: number;
  /** The longest prompt of all, which holds answers of simulated agents. */
  readonly longestPrompt: { readonly tokens: number; readonly round: number; readonly phase: string };
  /** The least room that one of the answers needs behind its prompt, in tokens: 64, or less where a limit is. */
  readonly leastRoom: number;
}

/** What one collaboration asks of a model, as simulated agents play it. */
export interface Rehearsal extends Asked {
  /** The first request, to be timed. */
  readonly first: ChatRequest;
  /** A model as it is asked in this collaboration. */
  readonly onCase: (model: ChatModel) => ChatModel;
  /** Digests of what is asked before any answer. */
  readonly firstDigests: readonly string[];
}

/** What a rehearsal is played with: all that shapes a run's prompts. */
export interface Rehearsed<I, P> {
  readonly options: ExperimentOptions<I, P>;
  readonly name: string;
  readonly seed: number;
  readonly sampling: RunSampling;
}

/** What ends a rehearsal of first prompts only. */
const enough = 'rehearsed';

/**
 * Plays one collaboration of a run by simulated agents, and records nothing.
 * @throws AgoraError 'setting' where simulated agents cannot play it
 */
export async function rehearse<I, P>(setting: Rehearsed<I, P>, index: number): Promise<Rehearsal> {
  const watched = watch();
  const instance = await playThrough(setting, index, watched.model);
  return watched.found((model) => onCase(model, setting.options.environment, instance));
}

/** Digests of what one collaboration asks before any answer. */
export async function firstDigestsOf<I, P>(
  setting: Rehearsed<I, P>,
  index: number,
): Promise<readonly string[]> {
  const digests: string[] = [];
  const model = wrap(simulated(), (_, request) => {
    digests.push(requestDigest(request));
    return Promise.reject(new AgoraError(enough, 'The first prompts are known.'));
  });
  try {
    await playThrough(setting, index, model);
  } catch (error) {
    if (!hasCode(error, enough)) throw error;
  }
  return digests;
}

/** @returns the collaboration's case */
async function playThrough<I, P>(
  { options, name, seed, sampling }: Rehearsed<I, P>,
  index: number,
  model: ChatModel,
): Promise<I> {
  const random = Random.from(seed, 'collaboration', index);
  const instance = await options.environment.instance(index, random.split('instance'));
  const session = new CollaborationSession<I, P>({
    environment: options.environment,
    instance,
    index,
    run: name,
    seed,
    random: random.split('protocol'),
    model,
    sampling,
    stop: options.stop ?? null,
    signal: new AbortController().signal,
    recorded: [],
    append: () => undefined,
    appendPrompt: () => undefined,
  });
  try {
    session.finish(await options.protocol.run(session));
  } finally {
    await session.settled();
  }
  return instance;
}

/** A simulated model that keeps count of what it is asked. */
function watch(): {
  readonly model: ChatModel;
  readonly found: (onCase: Rehearsal['onCase']) => Rehearsal;
} {
  let [calls, answered, inputTokens, outputTokens, mostOutputTokens] = [0, 0, 0, 0, 0];
  let longestFirstPrompt = 0;
  let longestPrompt = { tokens: 0, round: 0, phase: '' };
  let room = Infinity;
  let first: ChatRequest | undefined;
  const firstDigests: string[] = [];
  const model = wrap(simulated(), async (inner, request, options) => {
    const isFirst = answered === 0;
    calls++;
    room = Math.min(room, leastRoom(request));
    first ??= request;
    if (isFirst) firstDigests.push(requestDigest(request));
    mostOutputTokens += request.sampling?.maxTokens ?? Infinity;
    const reply = await inner.chat(request, options);
    answered++;
    const { inputTokens: tokens } = reply.usage;
    inputTokens += tokens;
    outputTokens += reply.usage.outputTokens;
    if (isFirst) longestFirstPrompt = Math.max(longestFirstPrompt, tokens);
    const { round, phase } = request.call;
    if (tokens > longestPrompt.tokens) longestPrompt = { tokens, round, phase };
    return reply;
  });
  return {
    model,
    found(onCase) {
      if (first === undefined) throw new AgoraError('setting', 'The protocol asks no agent anything.');
      const most = Number.isFinite(mostOutputTokens) ? mostOutputTokens : null;
      return {
        calls,
        inputTokens,
        outputTokens,
        mostOutputTokens: most,
        longestFirstPrompt,
        longestPrompt,
        leastRoom: room,
        first,
        onCase,
        firstDigests,
      };
    },
  };
}
