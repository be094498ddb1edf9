import { deliberations } from 'agora-core/internal';
import type { Column, MetricOf } from 'agora-core/metrics';
import { notesOf, type Collaboration } from 'agora-core/transcripts';
import { mean } from 'simple-statistics';
import type { ClaimCase, Measured } from '../../claims/evaluate';
import { sharedCases, type LiveRuns } from '../live-runs';
import { inGroups } from './in-groups';

/*
 * Deliberation's live tests, as deliberation/claims.json has them: an official instance is a cluster.
 */

const columns = deliberations();

function valueOf(name: string): (one: Collaboration) => number | null {
  const column = columns[name] as Column | MetricOf;
  const found = typeof column === 'function' ? column : column.of;
  return (one) => found(one) as number | null;
}

const reward = valueOf('NR');

/** By claim, after the paper's name. */
export function deliberationLiveMeasures(runs: LiveRuns): Readonly<Record<string, Measured>> {
  const difference = (
    entries: readonly string[],
    of: string,
    less: string,
    read: (one: Collaboration) => number | null = reward,
  ): Measured => {
    const cases = entries.flatMap((entry) => {
      const [own, base] = [runs.of(entry, of), runs.of(entry, less)];
      return sharedCases([own, base]).map((index) => ({
        cluster: clusterOf(own.get(index) as Collaboration),
        model: runs.model,
        numerator:
          (read(own.get(index) as Collaboration) ?? 0) - (read(base.get(index) as Collaboration) ?? 0),
      }));
    });
    return { cases: cases, alike: 'clusters', counted: [] };
  };
  /** One number a talk with tools told. Talks that nobody advised are left out, and counted. */
  const advised = (read: (one: Collaboration) => number | null): Measured => {
    const talks = both.flatMap((entry) => [...runs.of(entry, 'told').values()]);
    const cases = talks.flatMap((one) => {
      const value = read(one);
      return value === null ? [] : [{ cluster: clusterOf(one), model: runs.model, numerator: value }];
    });
    const missing = talks.length - cases.length;
    const counted = missing === 0 ? [] : [`${missing} talks in which no tool told a solution are left out.`];
    return { cases: cases, alike: 'clusters', counted: counted };
  };
  /** One number a talk of a condition. Talks for which it is null are left out, and counted. */
  const alone = (entry: string, condition: string, read: (one: Collaboration) => number | null): Measured => {
    const talks = [...runs.of(entry, condition).values()];
    const cases = talks.flatMap((one) => {
      const value = read(one);
      return value === null ? [] : [{ cluster: clusterOf(one), model: runs.model, numerator: value }];
    });
    return { cases: cases, alike: 'clusters', counted: withoutBelief(talks.length - cases.length) };
  };
  /** A case of a slope for each talk: each tool setting has an intercept of its own. */
  const slope = (
    settings: readonly (readonly [entry: string, condition: string])[],
    reads: (one: Collaboration, entry: string) => { response: number; regressor: number } | null,
  ): Measured => {
    const talks = settings.flatMap(([entry, condition]) =>
      [...runs.of(entry, condition).values()].map((one) => ({ one: one, entry: entry, set: condition })),
    );
    const cases = talks.flatMap(({ one, entry, set }): ClaimCase[] => {
      const point = reads(one, entry);
      if (point === null) return [];
      const { response, regressor } = point;
      return [
        {
          cluster: clusterOf(one),
          model: runs.model,
          set: set,
          regressor: regressor,
          numerator: response,
        },
      ];
    });
    const held = settings.map(([, condition]) => {
      const count = talks.filter(({ set }) => set === condition).length;
      return `${count} with tools "${condition}"`;
    });
    return {
      cases: cases,
      alike: 'clusters',
      counted: [`Talks: ${held.join(', ')}.`, ...withoutBelief(talks.length - cases.length)],
    };
  };
  const baseline = new Map(
    [...runs.of('menus', 'centralized').values()].map((one) => [clusterOf(one), reward(one) ?? 0]),
  );
  return {
    allocationIsHarder: inGroups(
      alone('menus', 'none', (one) => reward(one) ?? 0),
      alone('allocations', 'none', (one) => reward(one) ?? 0),
    ),
    beliefsErrMoreInMenus: inGroups(
      alone('menus', 'none', hallucinationRate),
      alone('allocations', 'none', hallucinationRate),
    ),
    wrongSumsCost: slope(
      [
        ['allocations', 'told'],
        ['allocations-called', 'called'],
      ],
      (one) => {
        const error = lastBeliefs(one, 'publicError');
        return error === null ? null : { response: reward(one) ?? 0, regressor: error };
      },
    ),
    falseBeliefsCost: slope(
      [
        ['menus', 'none'],
        ['menus', 'told'],
        ['menus-called', 'called'],
      ],
      (one) => {
        const [error, base] = [lastBeliefs(one, 'hallucination'), baseline.get(clusterOf(one))];
        if (error === null || base === undefined) return null;
        return { response: base - (reward(one) ?? 0), regressor: error };
      },
    ),
    talkHelpsTheInformed: difference(['allocations'], 'oracle', 'centralized'),
    oracleExceedsBoth: inParts({
      'centralised, without tools': difference(['allocations'], 'oracle', 'centralized'),
      'deliberation, without tools': difference(['allocations'], 'oracle', 'none'),
      'centralised, tools told': difference(['allocations'], 'oracle told', 'centralized told'),
      'deliberation, tools told': difference(['allocations'], 'oracle told', 'told'),
    }),
    partialViewsCost: difference(both, 'centralized', 'none'),
    toolsHelpInMost: inParts({
      menus: difference(['menus'], 'told', 'none'),
      allocations: difference(['allocations'], 'told', 'none'),
    }),
    solutionsAreNotFollowed: advised((one) => {
      const told = valueOf('toolNR')(one);
      return told === null ? null : told - (reward(one) ?? 0);
    }),
    toolsAreNotAdopted: advised(valueOf('compliance')),
  };
}

/** An error of the last belief that each agent stated, the mean over agents; null where nobody stated one. */
function lastBeliefs(one: Collaboration, error: 'hallucination' | 'publicError'): number | null {
  const byAgent = new Map<string, number>();
  for (const { by = '', data } of notesOf(one, 'belief')) {
    const value = data.errors[error];
    if (typeof value === 'number') byAgent.set(by, value);
  }
  return byAgent.size === 0 ? null : mean([...byAgent.values()]);
}

/** In percent. */
function hallucinationRate(one: Collaboration): number | null {
  const share = lastBeliefs(one, 'hallucination');
  return share === null ? null : 100 * share;
}

const withoutBelief = (count: number): string[] =>
  count === 0 ? [] : [`${count} talks without a stated belief (or without their baseline) are left out.`];

const both = ['menus', 'allocations'] as const;

/** Rewards without tools by instance: for a comparison of two models. */
export function rewardsAlone(runs: LiveRuns): ReadonlyMap<string, number> {
  const talks = both.flatMap((entry) => [...runs.of(entry, 'none').values()]);
  return new Map(talks.map((one) => [clusterOf(one), reward(one) ?? 0]));
}

/** One test of several differences, each a part under its name. */
function inParts(parts: Readonly<Record<string, Measured>>): Measured {
  const cases = Object.entries(parts).flatMap(([part, own]) =>
    own.cases.map((one) => ({ ...one, part: part })),
  );
  return { cases: cases, alike: 'clusters', counted: [] };
}

const clusterOf = ({ instance }: Collaboration): string => String((instance as { readonly id: string }).id);
