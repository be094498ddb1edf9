import { z } from 'zod';
import { check } from '../check';
import type { JsonObject } from '../json';
import { aModel, type ChatModel, type ModelEvidence } from './chat-model';
import { pricesOf, type Prices } from './prices';

/** Models by the agent that they answer for; `default` answers for everybody else. */
export type ModelsByAgent = Readonly<Record<string, ChatModel>> & { readonly default: ChatModel };

const weakestFirst: readonly ModelEvidence[] = ['simulated', 'recorded', 'live'];

const known = z.object({ default: aModel }, { error: 'models by agent' }).catchall(aModel);

/**
 * Lets different agents be different models.
 * The group's evidence is its weakest part: with one simulated agent in it, everything measured is simulated.
 * @throws AgoraError 'setting' when there is no default
 * @example
 * const model = models.byAgent({ default: models.simulated(), Ann: models.simulated({ seed: 2 }) });
 * model.evidence; // => 'simulated'
 */
export function byAgent(models: ModelsByAgent): ChatModel {
  check('byAgent', known, models);
  const agents = Object.keys(models);
  const modelOf = (agent: string): ChatModel =>
    Object.hasOwn(models, agent) ? (models[agent] as ChatModel) : models.default;
  const settings: JsonObject = Object.fromEntries(
    agents.map((agent) => [agent, { model: modelOf(agent).name, settings: modelOf(agent).settings }]),
  );
  return {
    name: `by agent (${agents.map((agent) => `${agent}: ${modelOf(agent).name}`).join(', ')})`,
    evidence: weakestFirst.find((kind) => agents.some((agent) => modelOf(agent).evidence === kind))!,
    settings,
    pricesOf: (call): Prices | undefined => {
      if (call !== undefined) return pricesOf(modelOf(call.agent), call);
      const prices = agents.map((agent) => pricesOf(modelOf(agent)));
      return prices.includes(undefined) ? undefined : prices.at(-1);
    },
    chat: (request, options) => modelOf(request.call.agent).chat(request, options),
  };
}
