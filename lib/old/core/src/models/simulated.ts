import { AgoraError, Random } from 'agora-voting';
import { check, type Json } from 'agora-voting/internal';
import {
  withAgents,
  type AnsweringAgent,
  type CallIdentity,
  type ChatModel,
  type ChatReply,
  type ChatRequest,
} from './chat-model';
import { countMessages, countTokens } from './count-tokens';
import { damage, type Damage } from './damage';
import { freeOfCharge } from './prices';
import {
  simulatedSettings,
  usualBehaviour,
  type SimulatedBehaviour,
  type SimulatedSettings,
} from './simulated-settings';

/**
 * A model without network and weights. A session gives it the agent that answers in its place (`answeringAs`: simulation/agent.ts). The model supplies the agent's random stream, writes its answer in the format that a
 * real model is asked for, and damages some answers.
 *
 * An answer depends on the seeds and on the call's identity, but not on the run's name: the same configuration gives
 * the same answers in any folder.
 * @throws AgoraError 'setting' when a setting is invalid, or when there is no agent to answer a question
 * @example
 * models.simulated({ malformedRate: 0.1 }).evidence; // => 'simulated'
 */
export function simulated(settings: SimulatedSettings = {}): ChatModel {
  check('simulated', simulatedSettings, settings);
  const { malformedRate = 0, seed = 0 } = settings;
  const behaviour: SimulatedBehaviour = {
    noise: settings.noise ?? usualBehaviour.noise,
    conformity: settings.conformity ?? usualBehaviour.conformity,
    loyalty: settings.loyalty ?? usualBehaviour.loyalty,
    stops: settings.stops ?? usualBehaviour.stops,
    words: settings.words ?? usualBehaviour.words,
  };
  const common: Omit<ChatModel, 'chat'> = {
    name: 'simulated',
    evidence: 'simulated',
    settings: { ...behaviour, malformedRate, seed },
    pricesOf: () => freeOfCharge,
  };
  const bare: ChatModel = {
    ...common,
    chat: (request) => Promise.reject(nobodyAnswers(request.call)),
  };
  return withAgents(bare, (agent) => ({
    ...common,
    // eslint-disable-next-line @typescript-eslint/require-await -- what it throws must reject
    chat: async (request, options) => {
      options?.signal?.throwIfAborted();
      if (request.situation === undefined) throw nobodyAnswers(request.call);
      const random = streamOf(seed, request.call);
      return replyOf(request, agent, random, behaviour, malformedRate);
    },
  }));
}

function replyOf(
  request: ChatRequest,
  agent: AnsweringAgent,
  random: Random,
  behaviour: SimulatedBehaviour,
  malformedRate: number,
): ChatReply {
  const { answer, intent, toolCalls = [] } = agent(request.situation, random, behaviour);
  if (request.scoring !== undefined) return scoredReply(request, request.scoring.options, answer);
  const plain: Damage = {
    text: typeof answer === 'string' ? answer : JSON.stringify(answer),
    finish: 'stop',
  };
  const chance = malformedRate > 0 && toolCalls.length === 0 ? random.split('damage') : undefined;
  const { text, finish } = chance?.chance(malformedRate) ? damage(answer, chance) : plain;
  return {
    text,
    finish,
    usage: {
      inputTokens: countMessages(request.messages),
      outputTokens: countTokens(text),
      counted: 'tokenizer',
    },
    latencyMs: 0,
    cached: false,
    ...(intent === undefined ? {} : { intent }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
  };
}

function nobodyAnswers({ agent, phase }: CallIdentity): AgoraError {
  return new AgoraError(
    'setting',
    `The simulated model does not know how to answer ${agent} in phase ${phase}: this environment has no simulated agent, or the ` +
      'protocol says nothing of the situation. Use a real or recorded model, or give it one. (A simulated model that you ' +
      'wrap yourself needs models.wrap.)',
  );
}

/**
 * The probability of each option for a simulated agent: proportional to exp(rating), a multinomial logit.
 * @throws AgoraError 'setting' when the rated options are not these
 */
function scoredReply(request: ChatRequest, options: readonly string[], answer: Json): ChatReply {
  const ratings = (answer as { decision?: Readonly<Record<string, number>> } | null)?.decision;
  const weights = options.map((option) => Math.exp(ratings?.[option] ?? Number.NaN));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  if (!Number.isFinite(all))
    throw new AgoraError(
      'setting',
      `The simulated model has no probabilities of ${options.join(', ')}: it can only rate the options of a ballot`,
    );
  const shares = weights.map((weight) => weight / all);
  return {
    text: options[shares.indexOf(Math.max(...shares))] ?? '',
    finish: 'stop',
    usage: { inputTokens: countMessages(request.messages), outputTokens: 0, counted: 'tokenizer' },
    latencyMs: 0,
    cached: false,
    probabilities: Object.fromEntries(options.map((option, place) => [option, shares[place] ?? 0])),
    probabilityOfOptions: 1,
  };
}

function streamOf(seed: number, call: CallIdentity): Random {
  const { collaboration, round, phase, agent, repeat, attempt } = call;
  return Random.from(seed, 'simulated', call.seed, collaboration, round, phase, agent, repeat, attempt);
}
