import { setTimeout as wait } from 'node:timers/promises';
import { majority } from 'agora-voting';
import { describe, expect, it } from 'vitest';
import { exchangeEconomy } from '../environments';
import { simulated, wrap } from '../models';
import { roundTable } from '../protocols';
import { describeRun } from './describe-run';
import type { ExperimentOptions } from './experiment-options';
import { play } from './play';
import { silentProgress } from './progress';
import { RunTally } from './run-tally';
import { type Claim, noJournal, type WorkSource } from './seam';

const model = wrap(simulated(), async (inner, request, settings) => {
  await wait(40);
  return inner.chat(request, settings);
});
const options: ExperimentOptions<never, never> = {
  environment: exchangeEconomy() as never,
  protocol: roundTable({ rule: majority, rounds: 4 }),
  name: 'claimed',
};

/** Plays one collaboration under a claim. @returns what became of the claim */
async function playUnder(claim: Pick<Claim, 'leaseMs' | 'renew'>): Promise<string[]> {
  const ended: string[] = [];
  const { leaseMs, renew } = claim;
  let claims = 0;
  const work: WorkSource = {
    claim: () =>
      Promise.resolve(
        claims++ > 0
          ? null
          : {
              index: 0,
              leaseMs,
              renew,
              finish: () => Promise.resolve(void ended.push('finished')),
              giveBack: (problem) =>
                Promise.resolve(void ended.push(`given back: ${problem?.message ?? 'no problem'}`)),
            },
      ),
    endsAll: () => true,
  };
  const description = describeRun(options, model, 7, 1);
  const tally = new RunTally('claimed', 1, null);
  const signal = new AbortController().signal;
  await play({
    options,
    description,
    work,
    journal: noJournal,
    model,
    prices: null,
    tally,
    listener: silentProgress,
    contextTokens: undefined,
    signal,
    abandon: undefined,
  });
  return ended;
}

describe('a claim', () => {
  it('known: it is finished with its collaboration while it can be renewed', async () => {
    let renewed = 0;
    const renew = () => Promise.resolve(++renewed > 0);
    // What is loaded first takes a while.
    await playUnder({ leaseMs: null, renew });
    expect(await playUnder({ leaseMs: 1200, renew })).toEqual(['finished']);
    expect(renewed).toBeGreaterThan(0);
  });

  it('known: it is given back when somebody else has it', async () => {
    const renew = () => Promise.resolve(false);
    expect(await playUnder({ leaseMs: 60, renew })).toEqual([
      'given back: The claim on collaboration 0 has ended.',
    ]);
  });

  it('law: one that cannot be renewed for as long as it lasts is lost', async () => {
    const silent = () => new Promise<never>(() => undefined);
    const failing = () => Promise.reject(new Error('The server is away'));
    for (const renew of [silent, failing])
      expect(await playUnder({ leaseMs: 60, renew })).toEqual([
        'given back: The claim on collaboration 0 has ended.',
      ]);
  });
});
