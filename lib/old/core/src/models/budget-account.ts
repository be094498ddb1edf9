import { AgoraError } from 'agora-voting';
import { check, number, settings } from 'agora-voting/internal';
import { onAnyAbort, throwIfAnyAborted } from './on-abort';

/**
 * The most that may be spent: input and output tokens together, and cost in US dollars. An omitted limit means no
 * limit.
 */
export interface Budget {
  readonly tokens?: number;
  readonly cost?: number;
}

/** An amount of tokens and of cost. */
export interface Spending {
  readonly tokens: number;
  readonly cost: number;
}

export const budgetSettings = settings({ tokens: number(0).optional(), cost: number(0).optional() });

/**
 * Keeps spending within a budget: what has been spent, and what calls in flight may still spend. A call that would
 * fit if the calls in flight cost less than reserved waits for them. A call that can no longer fit fails.
 */
export class BudgetAccount {
  private spentSoFar: Spending;
  private reserved: Spending = { tokens: 0, cost: 0 };
  private waiting: (() => void)[] = [];

  /**
   * @param spent - what an earlier part of the same run has spent
   * @throws AgoraError 'setting' when a limit is negative or not a number, or has another name
   */
  constructor(
    readonly budget: Budget,
    spent: Partial<Spending> = {},
  ) {
    check('budget', budgetSettings, budget);
    this.spentSoFar = { tokens: spent.tokens ?? 0, cost: spent.cost ?? 0 };
  }

  spent(): Spending {
    return this.spentSoFar;
  }

  /** Notes what all users of the budget have spent, if it is more than the known amount. */
  learn(all: Spending): void {
    this.spentSoFar = {
      tokens: Math.max(this.spentSoFar.tokens, all.tokens),
      cost: Math.max(this.spentSoFar.cost, all.cost),
    };
  }

  /**
   * Reserves an amount for a call, and waits for other calls to settle if necessary.
   * @param signals - any of them ends the wait
   * @throws AgoraError 'budget-exhausted' when the amount does not fit into what is left; a signal's reason
   */
  async reserve(amount: Spending, signals: readonly AbortSignal[] = []): Promise<void> {
    for (;;) {
      throwIfAnyAborted(signals);
      if (!this.fits(sum(this.spentSoFar, amount))) throw this.exhausted(amount);
      const reserved = sum(this.reserved, amount);
      if (this.fits(sum(this.spentSoFar, reserved))) {
        this.reserved = reserved;
        return;
      }
      await this.nextChange(signals);
    }
  }

  /** Replaces a call's reservation by its actual cost (nothing if it failed or was cached). */
  settle(amount: Spending, paid: Spending): void {
    this.reserved = sum(this.reserved, { tokens: -amount.tokens, cost: -amount.cost });
    this.spentSoFar = sum(this.spentSoFar, paid);
    const waiting = this.waiting;
    this.waiting = [];
    for (const resume of waiting) resume();
  }

  private fits(amount: Spending): boolean {
    const { tokens = Infinity, cost = Infinity } = this.budget;
    // Sums of dollars have rounding errors, so differences below a billionth of a dollar are ignored.
    return amount.tokens <= tokens && amount.cost <= cost + 1e-9;
  }

  private nextChange(signals: readonly AbortSignal[]): Promise<void> {
    return new Promise((resolve) => {
      const forget = onAnyAbort(signals, () => resolve());
      this.waiting.push(() => {
        forget();
        resolve();
      });
    });
  }

  private exhausted(amount: Spending): AgoraError {
    const parts = (['tokens', 'cost'] as const)
      .filter((unit) => this.budget[unit] !== undefined)
      .map((unit) => {
        const show = (value: number) => (unit === 'cost' ? `$${value.toFixed(6)}` : `${value} tokens`);
        return (
          `spent ${show(this.spentSoFar[unit])}, reserved for calls in flight ${show(this.reserved[unit])}, ` +
          `limit ${show(this.budget[unit] as number)}, the next call may take ${show(amount[unit])}`
        );
      });
    return new AgoraError(
      'budget-exhausted',
      `The budget is used up: ${parts.join('; ')}. Resume with a larger one.`,
    );
  }
}

function sum(a: Spending, b: Spending): Spending {
  return { tokens: a.tokens + b.tokens, cost: a.cost + b.cost };
}
