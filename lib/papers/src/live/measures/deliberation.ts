import { deliberations } from 'agora-core/internal';
import type { Collaboration } from 'agora-core/transcripts';
import type { Measured } from '../../claims/evaluate';
import { sharedCases, type LiveRuns } from '../live-runs';

/*
 * Deliberation's live tests, as deliberation/claims.json has them: an official instance is a cluster. Tests of slopes and of
 * two groups of clusters are not programmed yet.
 */

const columns = deliberations() as Readonly<Record<string, (one: Collaboration) => number | null>>;
const valueOf = (name: string) => (one: Collaboration) => columns[name]?.(one) ?? null;
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
  return {
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
