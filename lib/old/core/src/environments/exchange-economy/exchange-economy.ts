import type { GivenCases } from '../environment';
import { allocationKey, readAllocation, showAllocation } from './allocation';
import { groupOptimum } from './optimum';
import { presentAllocation } from './present-allocation';
import { backgroundText, formatSchema, formatText, taskText } from './prompts';
import { scoreAllocation } from './score';
import { resolveSettings } from './settings';
import { simulatedTrader, observeEconomy } from './simulated-agent';
import type { Allocation, EconomyInstance, EconomySettings } from './types';
import { asShipped } from '../../own-code';

/**
 * The exchange economy: agents divide a fixed supply of goods. Each has its own Cobb-Douglas utility, which the others
 * do not know. Source: RoundTable, section 4.1 and Appendices D.1 and D.2.
 *
 * As in the paper every collaboration of a run faces the same economy: `instance` draws nothing. An allocation may
 * leave goods undivided. The group's goal, the total utility, is scored; no agent is told it.
 * @throws AgoraError 'setting' for invalid settings
 * @example
 * const economy = environments.exchangeEconomy({ agents: 2, preferences: 'symmetric' });
 * economy.settings.goods; // => ['apples', 'bread']
 * economy.instance(0).agents; // => ['Agent A', 'Agent B']
 */
export function exchangeEconomy(settings: EconomySettings = {}): GivenCases<EconomyInstance, Allocation> {
  const economy = resolveSettings(settings);
  const { total: optimum } = groupOptimum(economy.exponents, economy.supply);
  const instance: EconomyInstance = { ...economy, optimum };
  const preferences = settings.preferences ?? 'asymmetric';
  return asShipped<GivenCases<EconomyInstance, Allocation>>({
    name: 'exchange-economy',
    settings: { ...economy, preferences: typeof preferences === 'string' ? preferences : 'own' },
    instance: () => structuredClone(instance),
    agents: (instance) =>
      instance.agents.map((name, place) => ({ name, background: backgroundText(instance, place) })),
    task: taskText,
    proposalFormat: (instance) => ({
      text: formatText(instance),
      schema: () => formatSchema(instance),
    }),
    readProposal: readAllocation,
    proposalKey: allocationKey,
    showProposal: showAllocation,
    present: presentAllocation,
    score: scoreAllocation,
    observe: observeEconomy,
    simulatedAgent: simulatedTrader,
  });
}
