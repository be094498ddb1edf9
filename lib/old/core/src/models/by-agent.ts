import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { check, type JsonObject } from 'agora-voting/internal';
import { largerContext } from './context-room';
import {
  aModel,
  answeringAs,
  withAgents,
  type ChatModel,
  type ChatOptions,
  type ModelEvidence,
  type ModelFacts,
} from './chat-model';
import { pricesOf, type Prices } from './prices';

/** Models by agent name; `default` answers for all other agents. */
export type ModelsByAgent = Readonly<Record<string, ChatModel>> & { readonly default: ChatModel };

const weakestFirst: readonly ModelEvidence[] = ['simulated', 'recorded', 'live'];

const known = z.object({ default: aModel }, { error: 'models by agent' }).catchall(aModel);

/**
 * Gives different agents different models. The group has the weakest evidence of its models: if one agent is
 * simulated, every measurement is simulated. Sampling that was set with a model takes precedence over the
 * experiment's `sampling`.
 * @throws AgoraError 'setting' when `default` is missing, or a model is batched
 * @example
 * const model = models.byAgent({ default: models.simulated(), Ann: models.simulated({ seed: 2 }) });
 * model.evidence; // => 'simulated'
 */
export function byAgent(models: ModelsByAgent): ChatModel {
  check('byAgent', known, models);
  const agents = Object.keys(models);
  const modelOf = (agent: string): ChatModel =>
    Object.hasOwn(models, agent) ? (models[agent] as ChatModel) : models.default;
  if (agents.some((agent) => modelOf(agent).batches !== undefined))
    throw new AgoraError(
      'setting',
      'byAgent takes no batched models: models.batched({ … }) answers for all agents of an experiment',
    );
  const settings: JsonObject = Object.fromEntries(
    agents.map((agent) => [agent, { model: modelOf(agent).name, settings: modelOf(agent).settings }]),
  );
  const [larger, ...others] = new Set(agents.map((agent) => largerContext(modelOf(agent))));
  const group: ChatModel = {
    name: `by agent (${agents.map((agent) => `${agent}: ${modelOf(agent).name}`).join(', ')})`,
    evidence: weakestFirst.find((kind) => agents.some((agent) => modelOf(agent).evidence === kind))!,
    settings,
    largerContext: larger === undefined || others.length > 0 ? 'Give each model a larger context' : larger,
    pricesOf: (call): Prices | undefined => {
      if (call !== undefined) return pricesOf(modelOf(call.agent), call);
      const prices = agents.map((agent) => pricesOf(modelOf(agent)));
      return prices.includes(undefined) ? undefined : prices.at(-1);
    },
    facts: (options) => factsOf([...new Set(agents.map(modelOf))], options),
    chat: (request, options) => {
      const model = modelOf(request.call.agent);
      const { sampling } = model;
      const own =
        sampling === undefined ? request : { ...request, sampling: { ...request.sampling, ...sampling } };
      return model.chat(own, options);
    },
  };
  const isSimulated = agents.some((agent) => modelOf(agent).answeringAs !== undefined);
  if (!isSimulated) return group;
  return withAgents(group, (simulatedAgent) => {
    const answering = agents.map((agent) => [agent, answeringAs(modelOf(agent), simulatedAgent)]);
    return byAgent(Object.fromEntries(answering) as ModelsByAgent);
  });
}

/**
 * The facts of several models together. The context is the smallest one, since a prompt must fit whichever model is
 * asked.
 */
async function factsOf(models: readonly ChatModel[], options: ChatOptions | undefined): Promise<ModelFacts> {
  const all = await Promise.all(models.map(async (model) => (await model.facts?.(options)) ?? {}));
  const contexts = all.flatMap(({ contextTokens }) => contextTokens ?? []);
  const isRepeatable = all.every(({ repeatable }) => repeatable === true);
  const isNot = all.some(({ repeatable }) => repeatable === false);
  const named = all.flatMap(({ details }, place) =>
    details === undefined ? [] : [[models[place]?.name ?? '', details] as const],
  );
  return {
    ...(contexts.length === 0 ? {} : { contextTokens: Math.min(...contexts) }),
    ...(isRepeatable || isNot ? { repeatable: isRepeatable } : {}),
    ...(named.length === 0 ? {} : { details: Object.fromEntries(named) }),
  };
}
