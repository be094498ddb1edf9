import type { CallIdentity, Usage } from './chat-model';

/** Running totals. Tokens and money are those of calls that were made; cached calls stand apart. */
export interface UsageTotals {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars, over the calls whose price is known. */
  readonly money: number;
  /** Calls among `calls` whose price is not known. */
  readonly unpricedCalls: number;
  readonly cachedCalls: number;
  /** Input and output tokens of the cached calls: what the cache saved. */
  readonly cachedTokens: number;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
export type UsageDimension = 'run' | 'round' | 'phase' | 'agent';
const dimensions: readonly UsageDimension[] = ['run', 'round', 'phase', 'agent'];

/** What was used, in all and by run, round, phase and agent. */
export class UsageLedger {
  private readonly all = nothing();
  private readonly parts = new Map(
    dimensions.map((dimension) => [dimension, new Map<string, Mutable<UsageTotals>>()] as const),
  );

  /** @param money - what the call cost in US dollars; left out when its price is not known */
  add(call: Pick<CallIdentity, UsageDimension>, usage: Usage, cached: boolean, money?: number): void {
    addTo(this.all, usage, cached, money);
    for (const [dimension, parts] of this.parts) {
      const name = String(call[dimension]);
      let totals = parts.get(name);
      if (totals === undefined) parts.set(name, (totals = nothing()));
      addTo(totals, usage, cached, money);
    }
  }

  total(): UsageTotals {
    return { ...this.all };
  }

  /** Totals by the run's id, the round's number (as text), the phase or the agent, in order of appearance. */
  by(dimension: UsageDimension): Map<string, UsageTotals> {
    return new Map([...this.parts.get(dimension)!].map(([name, totals]) => [name, { ...totals }]));
  }
}

function nothing(): Mutable<UsageTotals> {
  return {
    calls: 0,
    inputTokens: 0,
    outputTokens: 0,
    money: 0,
    unpricedCalls: 0,
    cachedCalls: 0,
    cachedTokens: 0,
  };
}

function addTo(totals: Mutable<UsageTotals>, usage: Usage, cached: boolean, money: number | undefined): void {
  if (cached) {
    totals.cachedCalls++;
    totals.cachedTokens += usage.inputTokens + usage.outputTokens;
    return;
  }
  totals.calls++;
  totals.inputTokens += usage.inputTokens;
  totals.outputTokens += usage.outputTokens;
  if (money === undefined) totals.unpricedCalls++;
  else totals.money += money;
}
