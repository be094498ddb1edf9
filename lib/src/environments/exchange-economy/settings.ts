import { AgoraError } from '../../agora-error';
import { defaultAgentNames, defaultGoodNames } from './names';
import { preferenceExponents } from './preferences';
import type { EconomyInstance, EconomySettings } from './types';

/** Room for rounding in exponents that are meant to sum to 1. */
const SUM_TOLERANCE = 1e-9;

/**
 * Settings as an economy, all of them checked.
 * @throws AgoraError 'setting' naming the setting, its value and what is needed
 */
export function resolveSettings(settings: EconomySettings): Omit<EconomyInstance, 'optimum'> {
  const { preferences = 'asymmetric', symmetricExponents = 'normalized' } = settings;
  const agentCount = count('agents', settings.agents ?? 3);
  const goodCount = count('goods', settings.goods ?? agentCount);
  const supply = settings.supply ?? 100;
  const economy = {
    agents: names('agentNames', settings.agentNames ?? defaultAgentNames(agentCount), agentCount),
    goods: names('goodNames', settings.goodNames ?? defaultGoodNames(goodCount), goodCount),
    supply: typeof supply === 'number' ? Array.from({ length: goodCount }, () => supply) : [...supply],
    exponents:
      typeof preferences === 'string'
        ? preferenceExponents(preferences, agentCount, goodCount, symmetricExponents)
        : preferences.map((row) => [...row]),
  };
  checkSupply(economy.supply, goodCount);
  checkExponents(economy.exponents, economy.agents, goodCount);
  return economy;
}

function count(setting: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 1) fail(`${setting}, a whole number of at least 1`, value);
  return value;
}

function names(setting: string, values: readonly string[], length: number): string[] {
  if (values.length !== length) fail(`${length} ${setting}`, values);
  if (new Set(values).size !== length || values.some((name) => name.trim() === ''))
    fail(`${setting} that differ and are not empty`, values);
  return [...values];
}

function checkSupply(supply: readonly number[], goods: number): void {
  if (supply.length !== goods) fail(`a supply for each of ${goods} goods`, supply);
  for (const units of supply)
    if (!Number.isFinite(units) || units <= 0) fail('a supply above 0 of every good', units);
}

function checkExponents(
  exponents: readonly (readonly number[])[],
  agents: readonly string[],
  goods: number,
): void {
  if (exponents.length !== agents.length)
    fail(`a row of exponents for each of ${agents.length} agents`, exponents);
  exponents.forEach((row, agent) => {
    const whose = agents[agent];
    if (row.length !== goods) fail(`${goods} exponents for ${whose}, one per good`, row);
    for (const exponent of row)
      if (!Number.isFinite(exponent) || exponent < 0)
        fail(`exponents of at least 0 for ${whose} (a good that harms would be best thrown away)`, exponent);
    const sum = row.reduce((total, exponent) => total + exponent, 0);
    if (sum > 1 + SUM_TOLERANCE)
      fail(
        `exponents for ${whose} that sum to at most 1 (with increasing returns the sum of utilities is not concave, and the optimum cannot be certified)`,
        sum,
      );
    if (sum === 0) fail(`at least one exponent above 0 for ${whose}, who wants nothing otherwise`, row);
  });
}

function fail(needed: string, got: unknown): never {
  throw new AgoraError(
    'setting',
    `exchangeEconomy needs ${needed}, got ${typeof got === 'number' ? got : JSON.stringify(got)}`,
  );
}
