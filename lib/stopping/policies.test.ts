import { describe, expect, it } from 'vitest';
import type { DialogueAct, Labeller } from '../language/dialogue-acts';
import type { Embedder } from '../language/embedders';
import type { Collaboration, Event } from '../protocols/protocol';
import { Random } from '../random';
import { stopOf } from './cross-validate';
import { dialogueActPolicy } from './dialogue-act-policy';
import { randomTrajectories, trajectoryOf, withUtilities } from './testing/made-up-trajectories';
import {
  consecutiveAgreements,
  distanceBelow,
  firstAgreement,
  informationDistancePolicy,
  lastRound,
  stopAfter,
  validationCheckpoint,
} from './policies';
import { bestRound, trajectories, type Goal, type Trajectory } from './trajectory';

const up: Goal = { direction: 'maximize' };

describe('bestRound', () => {
  it('known: the first of several best rounds wins, in both directions; no decision is the worst', () => {
    expect(bestRound(withUtilities([null, 2, 5, 5, 1]), 'maximize')).toBe(3);
    expect(bestRound(withUtilities([null, 2, 1, 5, 1]), 'minimize')).toBe(3);
    expect(bestRound(withUtilities([null, null]), 'minimize')).toBe(1);
  });
});

describe('policies without parameters', () => {
  const quiet = { proposals: 0 };
  it.each([
    ['last round', lastRound(), [{ agreed: true }, {}], 2, false],
    ['first agreement', firstAgreement(), [{}, { agreed: true }, { agreed: true }], 2, true],
    ['first agreement', firstAgreement(), [{}, {}], 2, false],
    [
      'consecutive agreements',
      consecutiveAgreements(),
      [quiet, { selected: true }, { selected: true }, quiet],
      4,
      true,
    ],
    ['consecutive agreements', consecutiveAgreements(), [{ selected: true }, {}, quiet], 3, false],
    ['consecutive agreements', consecutiveAgreements(), [{ ...quiet, selected: true }], 1, false],
  ])('known: %s', (name, policy, rounds, round, fired) => {
    expect(policy.name).toBe(name);
    expect(stopOf(policy, trajectoryOf(rounds))).toEqual({ round, fired });
  });
});

describe('validationCheckpoint', () => {
  // The best rounds are 1, 3 and 4; their mean is 8/3.
  const training = [withUtilities([5, 0, 0, 0]), withUtilities([0, 0, 9, 0]), withUtilities([0, 0, 1, 2])];

  it('known: the policy stops at the rounded mean of the best rounds', () => {
    const policy = validationCheckpoint().fit(training, up);
    expect(policy.settings).toEqual({ round: 3 });
    expect(stopOf(policy, withUtilities([1, 1, 1, 1]))).toEqual({ round: 3, fired: true });
    expect(stopOf(policy, withUtilities([1, 1]))).toEqual({ round: 2, fired: false });
  });

  it('behaviour: fitting without collaborations is an error', () => {
    expect(() => validationCheckpoint().fit([], up)).toThrow(expect.objectContaining({ name: 'AgoraError' }));
    expect(() => stopAfter(0)).toThrow(expect.objectContaining({ name: 'AgoraError' }));
  });
});

describe('informationDistancePolicy', () => {
  const withBest = (best: number, distances: readonly (number | null)[]) =>
    trajectoryOf(distances.map((distance, place) => ({ distance, utility: place + 1 === best ? 1 : 0 })));
  const fit = (training: Trajectory[]) => informationDistancePolicy().fit(training, up);

  it('known: the threshold is the mean distance at the best rounds, excluding round 1', () => {
    const training = [
      withBest(2, [null, 0.2, 0.9]),
      withBest(3, [null, 0.9, 0.4]),
      withBest(1, [null, 0.01]),
    ];
    expect(fit(training).settings['threshold']).toBeCloseTo(0.3, 12);
    expect(stopOf(fit(training), withBest(1, [null, 0.3001, 0.29, 0.1]))).toEqual({ round: 3, fired: true });
    expect(stopOf(fit(training), withBest(1, [null, null, 0.5]))).toEqual({ round: 3, fired: false });
  });

  it('known: a distance that equals the threshold is not below it', () => {
    expect(stopOf(distanceBelow(0.25), withBest(2, [null, 0.25, 0.25])).fired).toBe(false);
  });

  it('known: without distances, the policy never stops', () => {
    const trajectory = withBest(1, [null, 0.2]);
    expect(fit([trajectory]).settings['threshold']).toBeNull();
    expect(stopOf(fit([trajectory]), trajectory).fired).toBe(false);
  });
});

describe('recorded and live collaborations', () => {
  /** Returns a random collaboration. Its messages are names of acts. */
  function played(index: number, rounds = 6): Collaboration {
    const random = Random.from(5, index);
    const events: Event[] = [];
    let standing: { candidate: string; proposal: number } | null = null;
    for (let round = 1; round <= rounds; round++) {
      for (const agent of ['A', 'B', 'C']) {
        const text = random.pick(['Inform', 'Request', 'Propose', 'Accept']);
        events.push({ type: 'message', round, agent, to: [], text });
      }
      for (const agent of ['A', 'B', 'C']) {
        const proposal = random.chance(0.4) ? 1 : null;
        events.push({ type: 'proposal', round, agent, candidate: null, proposal });
      }
      const selected = random.chance(0.6) ? String(random.below(9)) : null;
      if (selected !== null) standing = { candidate: selected, proposal: Number(selected) };
      events.push({
        type: 'decision',
        round,
        by: 'die',
        candidates: [],
        totals: {},
        winners: [],
        selected,
        standing,
        score: { value: standing?.proposal ?? null },
      });
    }
    const agents = ['A', 'B', 'C'].map((name) => ({ name, background: '' }));
    return {
      index,
      case: `case ${index}`,
      task: '',
      agents,
      events,
      calls: [],
      rounds,
      cause: '',
      outcome: null,
      score: {},
    };
  }

  const labeller: Labeller = ({ text }) => Promise.resolve([text as DialogueAct]);
  const embedder: Embedder = (texts) =>
    Promise.resolve(texts.map((text) => [text.length, text.charCodeAt(0) - 64, 1]));
  const utility = ({ events }: Collaboration, round: number) => {
    const decision = events.find((event) => event.type === 'decision' && event.round === round);
    return decision?.type === 'decision' ? (decision.score['value'] as number | null) : null;
  };
  const full = Array.from({ length: 20 }, (_, index) => played(index));

  it('law: every policy stops a live collaboration where it stops the recorded one', async () => {
    const recorded = await trajectories(full, { utility, labeller, embedder });
    const rounds = new Set<number>();
    for (const policy of [
      lastRound(),
      firstAgreement(),
      consecutiveAgreements(),
      validationCheckpoint(),
      informationDistancePolicy({ embedder }),
      dialogueActPolicy({ labeller }),
    ]) {
      const fitted = policy.fit(recorded, up);
      for (const [place, { agents, events }] of full.entries()) {
        const expected = stopOf(fitted, recorded[place] as Trajectory);
        let round = 1;
        const soFar = () => ({ agents, events: events.filter((event) => event.round <= round) });
        while (round < 6 && !(await fitted.shouldStop(soFar()))) round++;
        expect([policy.name, round]).toEqual([policy.name, expected.round]);
        rounds.add(round);
      }
    }
    expect(rounds.size).toBeGreaterThan(3);
  });

  it("known: policies see a round's features; trajectories have the utility after each round", async () => {
    const say = (round: number, agent: string, text: string): Event => ({
      type: 'message',
      round,
      agent,
      to: [],
      text,
    });
    const propose = (round: number, agent: string, proposal: number | null): Event => {
      return { type: 'proposal', round, agent, candidate: null, proposal };
    };
    const events = [
      say(1, 'A', 'Inform'),
      propose(1, 'A', 3),
      propose(1, 'A', 4),
      propose(1, 'B', null),
      say(2, 'A', 'Accept'),
      say(2, 'A', 'Accept'),
    ];
    const one: Collaboration = { ...played(0), events, rounds: 3 };
    const [trajectory] = await trajectories([one], { utility: (_, round) => round, labeller });
    expect(trajectory?.utilities).toEqual([1, 2, 3]);
    expect(
      trajectory?.rounds.map(({ proposals, agreed, distance }) => [proposals, agreed, distance]),
    ).toEqual([
      [1, false, null],
      [0, false, null],
      [0, false, null],
    ]);
    expect(trajectory?.rounds[1]?.acts.get('A')).toEqual(['Accept']);
  });

  it('behaviour: a utility that is not a number causes an error that names the case', async () => {
    await expect(trajectories(full, { utility: () => NaN })).rejects.toThrow('case 0');
  });

  it('behaviour: an empty collaboration is not stopped', async () => {
    expect(await firstAgreement().shouldStop({ agents: [], events: [] })).toBe(false);
  });
});

describe('dialogueActPolicy', () => {
  const said = (A: readonly DialogueAct[], B: readonly DialogueAct[], utility: number | null = 0) => ({
    acts: { A, B },
    utility,
  });
  // Inform -> Accept occurs in rounds worth 4 and 6, Inform -> Decline in rounds worth 1 and 3.
  const training = [4, 6, 1, 3].map((utility, place) =>
    trajectoryOf([said(['Inform'], []), said([], [place < 2 ? 'Accept' : 'Decline'], utility)]),
  );
  const down: Goal = { direction: 'minimize' };

  it("known: an act forms pairs with other agents' acts in the next round", () => {
    const trajectory = trajectoryOf([
      said(['Inform'], ['Request']),
      said(['Accept'], ['Accept', 'Decline'], 1),
    ]);
    const { signals } = dialogueActPolicy().fit([trajectory], up);
    expect(Object.fromEntries(signals.map(({ pair, occurrences }) => [pair, occurrences]))).toEqual({
      'Inform -> Accept': 1,
      'Inform -> Decline': 1,
      'Request -> Accept': 1,
    });
  });

  it('known: coefficients equal those computed by hand; the best pair comes first in either direction', () => {
    // The means are 5 and 2. The shortest solution to b0 + b1 = 5, b0 + b2 = 2 has b0 = b1 + b2.
    const { signals, training: fit } = dialogueActPolicy().fit(training, up);
    expect(signals.map(({ pair }) => pair)).toEqual(['Inform -> Accept', 'Inform -> Decline']);
    expect(signals[0]?.coefficient).toBeCloseTo(8 / 3, 12);
    expect(signals[1]?.coefficient).toBeCloseTo(-1 / 3, 12);
    expect(fit.observations).toBe(4);
    expect(dialogueActPolicy().fit(training, down).signals[0]?.pair).toBe('Inform -> Decline');
  });

  it('known: rounds without a decision are not regression rows', () => {
    const open = [...training, trajectoryOf([said(['Inform'], []), said([], ['Defend'], null)])];
    expect(dialogueActPolicy().fit(open, { ...up, undecided: 0 }).training.observations).toBe(4);
  });

  it('known: the policy finds a planted signal and stops where it occurs', () => {
    const made = randomTrajectories(80, 3);
    const { chosen } = dialogueActPolicy().fit(made, up);
    expect(chosen[0]?.pair).toBe('Propose -> Accept');
    expect(chosen[0]?.pValue).toBeLessThan(0.001);
    const policy = dialogueActPolicy({ grid: { top: [1] } }).fit(made, up);
    const trajectory = trajectoryOf([
      said(['Inform'], ['Inform']),
      said(['Propose'], ['Inform']),
      said([], ['Accept']),
      said([], []),
    ]);
    expect(stopOf(policy, trajectory)).toEqual({ round: 3, fired: true });
  });

  it.each([
    ['acts', withUtilities([1, 2, 3])],
    ['decisions', trajectoryOf([said(['Inform'], []), said([], ['Accept'], null)])],
    [
      'other agents',
      trajectoryOf([
        { acts: { A: ['Inform'] }, utility: 1 },
        { acts: { A: ['Accept'] }, utility: 2 },
      ]),
    ],
  ])('known: without %s, the policy learns nothing and never stops', (_, trajectory) => {
    const policy = dialogueActPolicy().fit([trajectory], up);
    expect([policy.signals, policy.chosen]).toEqual([[], []]);
    expect(stopOf(policy, trajectory).fired).toBe(false);
  });

  it('known: ties go to fewer rounds, then to the earlier setting', () => {
    const flat = [1, 2, 3].map(() =>
      trajectoryOf([said(['Inform'], []), said([], ['Accept'], 1), said([], ['Accept'], 1)]),
    );
    // All rounds are worth 1, and an exact fit has no p-values.
    expect(dialogueActPolicy().fit(flat, up).setting).toEqual({
      top: 1,
      pValue: null,
      countPerRound: 1,
      score: 1,
    });
  });

  it.each([
    { top: [] },
    { top: [0] },
    { pValue: [0] },
    { pValue: [2] },
    { countPerRound: [1.5] },
    { tops: [1] },
  ])('behaviour: the grid %j is an error', (grid) => {
    expect(() => dialogueActPolicy({ grid })).toThrow(expect.objectContaining({ name: 'AgoraError' }));
  });
});
