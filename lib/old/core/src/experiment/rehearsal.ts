import { simulated, wrap, type ChatModel, type ChatRequest } from '../models';
import { leastRoom } from '../models/context-room';
import { requestDigest } from '../models/request-digest';
import { AgoraError, hasCode, Random } from 'agora-voting';
import { onCase } from '../simulation/agent';
import type { ExperimentOptions } from './experiment-options';
import type { RunSampling } from './sampling';
import { noJournal } from './seam';
import { CollaborationSession } from './session';

/** How much is asked of a model. Tokens are counted with one encoding (o200k). */
export interface Asked {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The most tokens of all answers together, by the questions' limits; null if a question has no limit. */
  readonly mostOutputTokens: number | null;
  /** The longest prompt before any answer, in tokens. Real agents get exactly this prompt. */
  readonly longestFirstPrompt: number;
  /** The longest prompt of all, which contains answers of simulated agents. */
  readonly longestPrompt: { readonly tokens: number; readonly round: number; readonly phase: string };
  /** The fewest tokens that an answer needs after its prompt: 64, or less if its limit is lower. */
  readonly leastRoom: number;
}

/** What one collaboration asks of a model when simulated agents play it. */
export interface Rehearsal extends Asked {
  /** The first request, used for timing. */
  readonly first: ChatRequest;
  /** The model for this collaboration's case. */
  readonly onCase: (model: ChatModel) => ChatModel;
  /** Digests of the requests before any answer. */
  readonly firstDigests: readonly string[];
  /** How often all that was asked was answered together; 0 if answers were given one by one. */
  readonly waves: number;
}

/** Everything that determines a run's prompts. */
export interface Rehearsed<I, P> {
  readonly options: ExperimentOptions<I, P>;
  readonly name: string;
  readonly seed: number;
  readonly sampling: RunSampling;
  /** Whether questions are answered together when no further ones come, as in batches. */
  readonly inWaves: boolean;
}

/** Ends a rehearsal that only needs the first prompts. */
const enough = 'rehearsed';

/**
 * Plays one collaboration of a run with simulated agents, and records nothing.
 * @throws AgoraError 'setting' when simulated agents cannot play it
 */
export async function rehearse<I, P>(setting: Rehearsed<I, P>, index: number): Promise<Rehearsal> {
  const watched = watch(setting.inWaves);
  const instance = await playThrough(setting, index, watched.model);
  return watched.found((model) => onCase(model, setting.options.environment, instance));
}

/** Digests of one collaboration's requests before any answer. */
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
    journal: noJournal,
  });
  try {
    session.finish(await options.protocol.run(session));
  } finally {
    await session.settled();
  }
  return instance;
}

/** A simulated model that counts what it is asked. */
function watch(inWaves: boolean): {
  readonly model: ChatModel;
  readonly found: (onCase: Rehearsal['onCase']) => Rehearsal;
} {
  let [calls, answered, inputTokens, outputTokens, mostOutputTokens] = [0, 0, 0, 0, 0];
  let longestFirstPrompt = 0;
  let longestPrompt = { tokens: 0, round: 0, phase: '' };
  let room = Infinity;
  let first: ChatRequest | undefined;
  const firstDigests: string[] = [];
  const waves = new Waves();
  const model = wrap(simulated(), async (inner, request, options) => {
    const isFirst = answered === 0;
    calls++;
    room = Math.min(room, leastRoom(request));
    first ??= request;
    if (isFirst) firstDigests.push(requestDigest(request));
    mostOutputTokens += request.sampling?.maxTokens ?? Infinity;
    const reply = await inner.chat(request, options);
    if (inWaves) await waves.next();
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
        waves: waves.count,
      };
    },
  };
}

/** Delays answers until no further questions come. */
class Waves {
  count = 0;
  private held: (() => void)[] = [];

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.held.push(resolve);
      // All questions that follow from earlier answers are asked by then, since simulated agents need no time.
      if (this.held.length === 1) setImmediate(() => this.release());
    });
  }

  private release(): void {
    this.count++;
    const held = this.held;
    this.held = [];
    for (const resolve of held) resolve();
  }
}
