import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DialogueAct } from '../language/dialogue-act';
import { exchangeEconomy } from '../environments';
import { experiment } from '../experiment';
import { simulated } from '../models';
import type { Protocol, StoppingPolicy } from '../protocols';
import type { Collaboration } from '../transcripts';
import {
  consecutiveAgreements,
  trajectoryOf,
  dialogueAct,
  firstAgreement,
  informationDistancePolicy,
  livePolicy,
  roundObserver,
  stoppedRound,
  validationCheckpoint,
  type RoundFeatures,
} from './index';

const rounds = 6;

/** Talks, proposes and decides by the throw of a die; no model is asked. Messages are the names of acts. */
const scripted: Protocol = {
  name: 'scripted',
  settings: {},
  async run(session) {
    const names = session.agents.map(({ name }) => name);
    let standing: { candidate: string; proposal: null } | null = null;
    const score = () => ({ value: standing === null ? null : Number(standing.candidate) });
    for (let round = 1; round <= rounds; round++) {
      const random = session.random.split('round', round);
      for (const from of names) {
        const text = random.pick(['Inform', 'Request', 'Propose', 'Accept']);
        session.record({ type: 'message', round, phase: 'talk', from, to: [], text });
      }
      for (const by of names) {
        const proposal = random.chance(0.4) ? 'something' : null;
        session.record({ type: 'proposal', round, phase: 'propose', by, candidate: null, proposal });
      }
      const selected = random.chance(0.6) ? String(random.below(9)) : null;
      if (selected !== null) standing = { candidate: selected, proposal: null };
      const decision = {
        by: 'die',
        candidates: [],
        tally: {},
        winners: [],
        selected,
        standing,
        score: score(),
      };
      session.record({ type: 'decision', round, phase: 'vote', ...decision });
      if (round < rounds && (await session.shouldStop()))
        return { rounds: round, cause: 'policy', outcome: null, score: score() };
    }
    return { rounds, cause: 'rounds', outcome: null, score: score() };
  },
};

/** Counts how often it is asked, so that a test can see that nothing is computed twice. */
function countingFeatures() {
  const calls = { distance: 0, acts: 0 };
  const features: RoundFeatures = {
    distance: async (previous, current) => {
      calls.distance++;
      return Promise.resolve(current.filter((text) => !previous.includes(text)).length / current.length);
    },
    acts: (_, { text }) => {
      calls.acts++;
      return [text as DialogueAct];
    },
  };
  return { calls, features };
}

async function play(stop?: StoppingPolicy): Promise<Collaboration[]> {
  const folder = mkdtempSync(join(tmpdir(), 'agora-stopping-'));
  try {
    const run = await experiment({
      environment: exchangeEconomy(),
      protocol: scripted,
      model: simulated(),
      collaborations: 12,
      seed: 5,
      folder,
      progress: 'none',
      ...(stop === undefined ? {} : { stop }),
    });
    return [...run];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const performance = ({ value }: { readonly [name: string]: unknown }) =>
  typeof value === 'number' ? value : null;

describe('a policy inside a running protocol', () => {
  it('law: it stops where the offline evaluation says it would', async () => {
    const { features } = countingFeatures();
    const full = await play();
    const trajectories = await Promise.all(
      full.map((one) => trajectoryOf(one, { performance, ...features })),
    );
    const stops = new Set<number>();
    for (const policy of [
      firstAgreement(),
      consecutiveAgreements(),
      validationCheckpoint(),
      informationDistancePolicy(),
      dialogueAct(),
    ]) {
      const fitted = policy.fit(trajectories, { direction: 'maximize' });
      const live = await play(livePolicy(fitted, { observe: roundObserver(features) }));
      const offline = trajectories.map((trajectory) => stoppedRound(fitted, trajectory).round);
      expect(
        live.map(({ finished }) => finished?.rounds),
        policy.name,
      ).toEqual(offline);
      offline.forEach((round) => stops.add(round));
    }
    expect(stops.size).toBeGreaterThan(3);
  });

  it('contract: only the newest round is read', async () => {
    const { calls, features } = countingFeatures();
    const agents = 3;
    const never = validationCheckpoint().fit(
      await Promise.all((await play()).map((one) => trajectoryOf(one, { performance }))),
      { direction: 'maximize' },
    );
    const patient = { ...never, stopsAt: () => false };
    await play(livePolicy(patient, { observe: roundObserver(features) }));
    // Asked after rounds 1 to 5 of 12 collaborations: every message labelled once, every pair of rounds compared once.
    expect(calls).toEqual({ distance: 12 * (rounds - 2), acts: 12 * (rounds - 1) * agents });
  });

  it('contract: what it learnt is on record in its settings', () => {
    const fitted = firstAgreement().fit([], { direction: 'maximize' });
    const live = livePolicy(fitted, { observe: roundObserver() });
    expect([live.name, live.settings]).toEqual(['first-agreement', {}]);
  });
});

describe('trajectoryOf', () => {
  const at = (round: number) => ({ collaboration: 3, round, phase: 'p' });
  const reply = (round: number, tokens: number, agent = 'A', attempt = 0) =>
    ({
      ...at(round),
      type: 'reply',
      agent,
      repeat: 0,
      attempt,
      request: '',
      text: '',
      finish: 'stop',
      inputTokens: tokens,
      outputTokens: 1,
      counted: 'reported',
      latencyMs: 0,
      cached: false,
    }) as const;
  const decision = (round: number, selected: string | null, standing: string | null, value: number) =>
    ({
      ...at(round),
      type: 'decision',
      by: 'rule',
      candidates: [],
      tally: {},
      winners: [],
      selected,
      standing: standing === null ? null : { candidate: standing, proposal: 1 },
      score: { value },
    }) as const;
  const message = (round: number, from: string, text: string) =>
    ({ ...at(round), type: 'message', from, to: [], text }) as const;
  const proposal = (round: number, by: string, value: number | null) =>
    ({ ...at(round), type: 'proposal', by, candidate: null, proposal: value }) as const;

  const collaboration: Collaboration = {
    index: 3,
    instance: null,
    agents: ['A', 'B'],
    finished: { type: 'finished', collaboration: 3, rounds: 4, cause: 'policy', outcome: null, score: {} },
    events: [
      { type: 'started', collaboration: 3, instance: null, agents: ['A', 'B'] },
      reply(1, 10),
      reply(1, 20, 'B'),
      reply(1, 5, 'B', 1),
      message(1, 'A', 'Inform'),
      message(1, 'A', 'Request'),
      message(1, 'A', 'Inform'),
      proposal(1, 'A', 1),
      proposal(1, 'A', 2),
      proposal(1, 'B', null),
      decision(1, null, null, 99),
      message(2, 'B', 'Accept'),
      proposal(2, 'A', 0),
      decision(2, '1', '1', 7),
      message(4, 'A', 'Accept'),
      decision(4, null, '1', 8),
    ],
  };

  it('known: a small transcript, round by round', async () => {
    const { features, calls } = countingFeatures();
    const trajectory = await trajectoryOf(collaboration, { performance, ...features });
    expect(trajectory).toEqual({
      collaboration: 3,
      agents: ['A', 'B'],
      rounds: [
        // Two proposals of one agent are one agent that proposed; a score while nothing stands is not a performance.
        {
          round: 1,
          selected: false,
          agreed: false,
          proposals: 1,
          performance: null,
          distance: null,
          acts: { A: ['Inform', 'Request'] },
          tokens: 38,
        },
        {
          round: 2,
          selected: true,
          agreed: true,
          proposals: 1,
          performance: 7,
          distance: 1,
          acts: { B: ['Accept'] },
          tokens: 0,
        },
        // Nobody spoke and nothing was decided: the decision of round 2 stands.
        {
          round: 3,
          selected: false,
          agreed: true,
          proposals: 0,
          performance: 7,
          distance: null,
          acts: {},
          tokens: 0,
        },
        {
          round: 4,
          selected: false,
          agreed: true,
          proposals: 0,
          performance: 8,
          distance: null,
          acts: { A: ['Accept'] },
          tokens: 0,
        },
      ],
    });
    expect(calls.distance).toBe(1);
  });

  it('known: without language features there are neither distances nor acts', async () => {
    const { rounds: read } = await trajectoryOf(collaboration, { performance });
    expect(read.every(({ distance, acts }) => distance === null && Object.keys(acts).length === 0)).toBe(
      true,
    );
  });

  it('law: an observer gives the same rounds whether it watches from the start or comes late', async () => {
    const early = roundObserver(countingFeatures().features);
    const growing = (events: number) => ({
      ...collaboration,
      finished: null,
      events: collaboration.events.slice(0, events),
    });
    for (let events = 0; events < collaboration.events.length; events++) await early(growing(events));
    const whole = growing(collaboration.events.length);
    expect(await early(whole)).toEqual(await roundObserver(countingFeatures().features)(whole));
    expect(await early(whole)).toHaveLength(4);
  });

  it('contract: an observer keeps collaborations apart', async () => {
    const observe = roundObserver();
    const other = {
      ...collaboration,
      events: [
        { ...collaboration.events[0] } as (typeof collaboration.events)[number],
        decision(1, '1', '1', 1),
      ],
      finished: null,
    };
    expect(await observe(collaboration)).toHaveLength(4);
    expect(await observe(other)).toHaveLength(1);
  });
});
