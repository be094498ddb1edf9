import { canonicalJson, jsonText, type Reading } from 'agora-voting/internal';
import { showAmount } from './prompts';
import type { Allocation, EconomyInstance } from './types';

/** How far the shares of a good may exceed its supply: room for rounding thirds, in units of the good. */
const SUPPLY_TOLERANCE = 1e-6;
/** More than this many faults at once help nobody. */
const FAULTS_SHOWN = 4;

/**
 * Reads an allocation: for every agent an object with a number of units for every good. Amounts must not be negative,
 * and the total of a good must not exceed its supply; it may be smaller. Numbers must be JSON numbers. The reading
 * lists agents and goods in the instance's order; the reasons name what to change.
 */
export function readAllocation(instance: EconomyInstance, value: unknown): Reading<Allocation> {
  if (!isObject(value))
    return {
      ok: false,
      reason: `an allocation must be an object with one entry per agent (${instance.agents.join(', ')}), not ${quote(value)}`,
    };
  const faults = [
    ...unknownNames('agent', Object.keys(value), instance.agents),
    ...instance.agents.flatMap((agent) => bundleFaults(instance, agent, own(value, agent))),
  ];
  if (faults.length > 0) return { ok: false, reason: list(faults) };
  const allocation = Object.fromEntries(
    instance.agents.map((agent) => [
      agent,
      Object.fromEntries(instance.goods.map((good) => [good, amount(value, agent, good)])),
    ]),
  );
  const excess = instance.goods.flatMap((good, place) => excessFault(instance, allocation, good, place));
  return excess.length > 0 ? { ok: false, reason: list(excess) } : { ok: true, value: allocation };
}

/** A key that is equal for allocations with the same amounts (to 1e-9), in any order of entries. */
export function allocationKey(allocation: Allocation): string {
  return canonicalJson(
    Object.fromEntries(
      Object.entries(allocation).map(([agent, bundle]) => [
        agent,
        Object.fromEntries(
          Object.entries(bundle).map(([good, units]) => [good, Number(units.toFixed(9)) + 0]),
        ),
      ]),
    ),
  );
}

/** A line per agent: "Agent A: 80 apples, 10 bread, 10 cheese". */
export function showAllocation(instance: EconomyInstance, allocation: Allocation): string {
  return instance.agents
    .map((agent) => {
      const bundle = instance.goods.map((good) => `${showAmount(allocation[agent]?.[good] ?? 0)} ${good}`);
      return `${agent} gets ${bundle.join(', ')}`;
    })
    .join('\n');
}

function bundleFaults(instance: EconomyInstance, agent: string, bundle: unknown): string[] {
  if (bundle === undefined) return [`${agent} is missing`];
  if (!isObject(bundle))
    return [`the entry of ${agent} must be an object with an amount for every good, not ${quote(bundle)}`];
  return [
    ...unknownNames('good', Object.keys(bundle), instance.goods).map((fault) => `${agent}: ${fault}`),
    ...instance.goods.flatMap((good) => {
      const units = own(bundle, good);
      if (units === undefined) return [`${agent} has no amount of ${good} (write 0 for none)`];
      if (typeof units !== 'number' || !Number.isFinite(units))
        return [`the amount of ${good} for ${agent} must be a number, not ${quote(units)}`];
      return units < 0 ? [`the amount of ${good} for ${agent} is ${units}: it must not be negative`] : [];
    }),
  ];
}

function excessFault(
  instance: EconomyInstance,
  allocation: Allocation,
  good: string,
  place: number,
): string[] {
  const amounts = instance.agents.map((agent) => allocation[agent]?.[good] ?? 0);
  const given = amounts.reduce((sum, units) => sum + units, 0);
  const supply = instance.supply[place] ?? 0;
  return given <= supply + SUPPLY_TOLERANCE
    ? []
    : [
        `${good}: ${amounts.map(showAmount).join(' + ')} = ${showAmount(given)} is more than the ${showAmount(supply)} there are`,
      ];
}

function unknownNames(what: string, named: readonly string[], known: readonly string[]): string[] {
  return named
    .filter((name) => !known.includes(name))
    .map((name) => `there is no ${what} ${JSON.stringify(name)}: the ${what}s are ${known.join(', ')}`);
}

/** Checked before: there, and a number. Adding 0 turns -0 into 0. */
function amount(allocation: Record<string, unknown>, agent: string, good: string): number {
  return Number(own(own(allocation, agent) as Record<string, unknown>, good)) + 0;
}

function own(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function list(faults: readonly string[]): string {
  const more = faults.length - FAULTS_SHOWN;
  return faults.slice(0, FAULTS_SHOWN).join('; ') + (more > 0 ? `; and ${more} more` : '');
}

function quote(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : jsonText(value);
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}
