import { describe, expect, it } from 'vitest';
import type { Row } from 'agora-core/metrics';
import { clustersOf, describeErrors, withErrorsTold } from './configurations';

const row = (model: string, config: string | undefined, collaboration: number): Row => ({
  column: 'utility',
  value: 1,
  standardError: null,
  low: null,
  high: null,
  n: 1,
  evidence: 'recorded',
  model: model,
  collaboration: collaboration,
  ...(config === undefined ? {} : { config: config }),
});

const caseOf = ({ collaboration }: Row): string => `game ${collaboration}`;
const modelOf = ({ model }: Row): string => String(model);

const several = [row('a', 'x', 1), row('a', 'x', 2), row('a', 'y', 3)];
const alone = [row('b', 'z', 4), row('b', 'z', 5)];
const played = [row('c', undefined, 6), row('c', undefined, 7)];

describe('configurations of recorded games', () => {
  it('known: configurations are the clusters where there are several, else games', () => {
    expect(clustersOf(several, caseOf)).toEqual(['x', 'x', 'y']);
    expect(clustersOf(alone, caseOf)).toEqual(['game 4', 'game 5']);
    expect(clustersOf(played, caseOf)).toEqual(['game 6', 'game 7']);
    expect(clustersOf([], caseOf)).toEqual([]);
  });

  it('known: a caption names the labels whose games are of one configuration', () => {
    const table = { caption: 'A table' };
    const told = (rows: readonly Row[]): string => withErrorsTold(table, rows, modelOf).caption;
    expect(told(several)).toBe('A table. Our standard errors are over configurations of recorded games.');
    expect(told([...several, ...alone])).toContain('or over games where there is one (all of b)');
    expect(told(alone)).toContain('over recorded games, all of one configuration');
    expect(told(played)).toBe('A table');
    expect(table.caption).toBe('A table');
  });

  it('known: so does the subtitle of a figure, without names', () => {
    expect(describeErrors(several, modelOf)).toBe('bars: standard errors over configurations');
    expect(describeErrors([...several, ...alone], modelOf)).toContain('or over games of one');
    expect(describeErrors(alone, modelOf)).toBe('bars: standard errors over games');
    expect(describeErrors(played, modelOf)).toBe('bars: standard errors over collaborations');
  });
});
