import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { minimumDetectableEffect } from 'agora-core/statistics';
import { claimSpecs, evidenceKinds, readClaimSpecs, testOf, type ClaimSpecs } from './claim-spec';
import { loadPaper } from '../../report/src/published/load-paper';
import type { PublishedPaper } from '../../report/src/published/published-table';

const folders = {
  roundtable: 'roundtable',
  gedi: 'gedi',
  s2mad: 's2-mad',
  deliberation: 'deliberation',
  strategies: 'strategies',
} as const;
const papers = Object.keys(folders) as (keyof typeof folders)[];

/** A file of one claim that is right in all. */
function small() {
  const test = {
    population: 'coins',
    contrast: { outcome: 'heads', of: 'new coins', less: 'old coins' },
    statistic: 'Mean of heads of new coins minus that of old ones.',
    combine: 'one number',
    models: 'one model',
    side: 'above',
    bound: 0,
    boundIs: 'direction',
    why: 'No size is stated.',
    unit: 'percent points',
    reversed: 'Old coins showing more heads.',
    method: 'paired mean',
    computed: null,
    detectable: { spread: 50, from: 'assumed' },
    sensitivity: [],
  };
  const spec = {
    id: 'coins.newShowHeads',
    says: 'New coins show more heads.',
    where: 'section 1',
    strength: 'direction',
    published: { value: 3, unit: 'percent points', follows: 'Printed in the text.' },
    printed: { cannot: 'No cells are printed.' },
    recorded: test as Record<string, unknown>,
    live: { notTested: 'Nobody tosses.' } as Record<string, unknown>,
  };
  const population = {
    evidence: 'recorded',
    source: 'tosses',
    models: ['a coin'],
    selection: 'All tosses.',
    case: 'A toss.',
    cluster: 'A day.',
    sample: { cases: 20, clusters: 10 },
    reading: 'Heads is 1.',
    seen: null,
    plan: null as unknown,
  };
  return {
    paper: 'Coins',
    version: 1,
    date: '2026-01-31',
    policy: 'claims-policy.md, version 1',
    written: 'Before any toss.',
    changes: [] as Record<string, unknown>[],
    populations: { coins: population },
    claims: [spec],
  };
}

/** What is said of a file after a change. */
function said(change: (file: ReturnType<typeof small>) => void): string {
  const file = small();
  change(file);
  try {
    readClaimSpecs(file);
    return 'nothing';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('readClaimSpecs', () => {
  it('known: a file that is right is read and frozen', () => {
    expect(said(() => {})).toBe('nothing');
    expect(Object.isFrozen(readClaimSpecs(small()).claims[0])).toBe(true);
  });

  it('known: the frozen "percent points" is read as the word of the field, in units and in sentences', () => {
    const file = small();
    file.claims[0]!.recorded['why'] = 'At least 2 percent points.';
    const [claim] = readClaimSpecs(file).claims;
    expect(claim?.published.unit).toBe('percentage points');
    expect(claim?.recorded).toMatchObject({
      unit: 'percentage points',
      why: 'At least 2 percentage points.',
    });
    expect(file.claims[0]?.recorded['unit']).toBe('percent points');
    for (const specs of Object.values(claimSpecs()))
      expect(JSON.stringify(specs)).not.toContain('percent points');
  });

  it('contract: a claim without a bound is refused by its name', () => {
    expect(said(({ claims: [one] }) => delete one?.recorded['bound'])).toBe(
      'coins.newShowHeads, recorded, needs a number as bound, got nothing',
    );
  });

  it('contract: so is one with an unknown unit, of its test or of its printed effect', () => {
    const unknown = said(({ claims: [one] }) => (one!.recorded['unit'] = 'percents'));
    expect(unknown).toMatch(
      /^coins\.newShowHeads, recorded, needs "percentage points" or .* as unit, got "percents"/,
    );
    expect(said(({ claims: [one] }) => (one!.published.unit = 'furlongs'))).toMatch(
      /^coins\.newShowHeads needs .* as published\.unit, got "furlongs"/,
    );
  });

  it('contract: so is a test on an empty sample, on one cluster, or on a population that is not there', () => {
    const sample = (cases: number, clusters: number) =>
      said(({ populations }) => (populations.coins.sample = { cases: cases, clusters: clusters }));
    expect(sample(0, 0)).toBe('coins.newShowHeads, recorded, draws on "coins", whose sample is empty');
    expect(sample(20, 1)).toBe(
      'coins.newShowHeads, recorded, draws on "coins", which has 1 clusters: at least 2 are needed',
    );
    expect(said(({ claims: [one] }) => (one!.recorded['population'] = 'dice'))).toBe(
      'coins.newShowHeads, recorded, draws on an unknown population "dice"',
    );
    expect(said(({ populations }) => (populations.coins.evidence = 'live'))).toBe(
      'coins.newShowHeads, recorded, draws on "coins", which is live evidence',
    );
  });

  it('contract: two claims with one and the same test are refused, whatever their bounds and signs', () => {
    const twice = said(({ claims }) => {
      const other = structuredClone(claims[0]!);
      other.id = 'coins.oldShowTails';
      other.recorded['bound'] = 5;
      other.recorded['contrast'] = { outcome: ' Heads', of: 'old coins', less: 'new  coins' };
      claims.push(other);
    });
    expect(twice).toBe(
      'coins.newShowHeads and coins.oldShowTails have one and the same recorded test: coins | heads | new coins | old coins',
    );
    expect(said(({ claims }) => claims.push(structuredClone(claims[0]!)))).toBe(
      'there are two claims coins.newShowHeads',
    );
  });

  it('contract: parts, models and margins must fit', () => {
    const changed = (name: string, value: unknown) =>
      said(({ claims: [one] }) => (one!.recorded[name] = value));
    expect(changed('combine', 'every part')).toBe(
      'coins.newShowHeads, recorded, needs at least 2 parts, got 0',
    );
    expect(changed('parts', ['round 1', 'round 2'])).toMatch(/has parts and does not say how/);
    expect(changed('side', 'within')).toMatch(/needs a margin above 0, got 0/);
    expect(said(({ populations }) => populations.coins.models.push('another coin'))).toMatch(
      /is of one model, and "coins" has 2/,
    );
  });
});

describe('changes of claims', () => {
  const change = {
    version: 2,
    date: '2026-02-28',
    claim: 'coins.newShowHeads',
    of: 'recorded',
    was: 'Above 0.',
    now: 'Above 1.',
    why: 'The sentence says so.',
    verdictBefore: 'holds',
    seen: 'Nothing.',
  };
  const saidOf = (version: number, ...changes: object[]) =>
    said((file) => {
      file.version = version;
      file.changes = changes as Record<string, unknown>[];
    });

  it('known: a second version says what it changed, of which claim, and why', () => {
    expect(saidOf(2, change)).toBe('nothing');
    expect(saidOf(2)).toBe('version 2 does not say what it changed and why');
    expect(saidOf(3, change)).toBe('version 3 does not say what it changed and why');
    expect(saidOf(1, change)).toBe(
      'coins.newShowHeads was changed in version 2, and the file is at version 1',
    );
  });

  it('contract: a change of no claim, or without a reason, is refused', () => {
    expect(saidOf(2, { ...change, claim: 'coins.old' })).toBe('a change of an unknown claim "coins.old"');
    expect(saidOf(2, { ...change, why: '' })).toMatch(/^claims\.json needs .*why/);
  });
});

describe('claims.json', () => {
  /** Each paper's digest. A change of a claim needs a new version, its date, and what changed and why in the file. */
  const frozen = {
    roundtable: [4, 'a7ae2335937973c40d8a81f58fe5d004cfb3a6a141eff5bff345611879a6466c'],
    gedi: [3, 'c7f07a63461680b90bf6e768e7180b67114876186172f372698a4109f0a2515c'],
    s2mad: [2, '22d301b299b0fa899dfec9c058c56d99c19a6a070a41814c9720fcd8e925adc5'],
    deliberation: [2, '85e062af523333301c19f729dcf382b04f9f2852a7938690e51859bc4f363978'],
    strategies: [2, '2736d213534fc7cd42b8599df32ad1b918fae62b950e97f617884e514069699b'],
  } as const;

  it.each(papers)('contract: %s is as it was frozen', (paper) => {
    const content = readFileSync(join(__dirname, folders[paper], 'claims.json'), 'utf8');
    const { version } = claimSpecs()[paper];
    const digest = createHash('sha256')
      .update(JSON.stringify(JSON.parse(content)))
      .digest('hex');
    expect([version, digest]).toEqual(frozen[paper]);
  });

  it.each(papers)("contract: the name of every claim of %s begins with the paper's", (paper) => {
    const ids = claimSpecs()[paper].claims.map(({ id }) => id);
    expect(ids.filter((id) => !id.startsWith(`${paper}.`))).toEqual([]);
  });

  it('known: how many tests there are, by hand from the five files', () => {
    const counted = papers.map((paper) => {
      const { claims } = claimSpecs()[paper];
      const [recorded, live] = evidenceKinds.map((kind) => claims.filter((one) => testOf(one, kind)).length);
      return [paper, claims.length, recorded, live];
    });
    expect(counted).toEqual([
      ['roundtable', 45, 10, 30],
      ['gedi', 29, 14, 13],
      ['s2mad', 28, 6, 10],
      ['deliberation', 17, 0, 12],
      ['strategies', 28, 0, 12],
    ]);
  });

  it('contract: what rests on rankings that were made from probabilities is marked as computed', () => {
    const { claims, populations } = claimSpecs().gedi;
    const unmarked = claims.filter((one) => {
      const test = testOf(one, 'recorded');
      const source = populations[test?.population ?? '']?.source;
      return source === 'mmlu-rater-probabilities' && test?.computed === null;
    });
    expect(unmarked.map(({ id }) => id)).toEqual([]);
  });

  it.each(papers)('contract: every population of %s is drawn on', (paper) => {
    const { claims, populations } = claimSpecs()[paper];
    const used = claims.flatMap((one) => evidenceKinds.map((kind) => testOf(one, kind)?.population));
    expect(Object.keys(populations).filter((name) => !used.includes(name))).toEqual([]);
  });

  it.each(papers)('contract: what %s names of printed numbers is in data/published', (paper) => {
    const published = loadPaper(folders[paper]);
    const missing = selectionsOf(claimSpecs()[paper]).filter((one) => !isFound(published, one));
    expect(missing).toEqual([]);
  });

  it.each(papers)('contract: what each sample of %s could show is a number', (paper) => {
    const { claims, populations } = claimSpecs()[paper];
    for (const spec of claims)
      for (const kind of evidenceKinds) {
        const test = testOf(spec, kind);
        if (test === null) continue;
        const clusters = populations[test.population]?.sample.clusters ?? 0;
        const { spread, groups } = test.detectable;
        expect(groups === undefined, spec.id).toBe(test.method !== 'two groups');
        const error =
          groups === undefined
            ? spread / Math.sqrt(clusters)
            : spread * Math.sqrt(groups.reduce((sum, size) => sum + 1 / size, 0));
        expect(minimumDetectableEffect(error, clusters), spec.id).toBeGreaterThan(0);
      }
  });
});

type Selection = { table: string; rows: string; columns: string } | { quoted: string; key: string };

function selectionsOf({ claims }: ClaimSpecs): Selection[] {
  return claims.flatMap(({ published, printed }) => {
    const conditions = 'conditions' in printed ? printed.conditions : [];
    const named = conditions.flatMap((one) => ('let' in one ? Object.values(one.let) : []));
    const { follows } = published;
    return typeof follows === 'string' ? named : [...named, ...Object.values(follows.let)];
  });
}

function isFound({ tables, quoted }: PublishedPaper, one: Selection): boolean {
  if ('quoted' in one) return quoted.some(({ name, values }) => name === one.quoted && one.key in values);
  const table = tables.find(({ item }) => item === one.table);
  const rows = table?.rows.filter(({ label }) => new RegExp(one.rows).test(label)) ?? [];
  return rows.some(({ cells }) => Object.keys(cells).some((column) => new RegExp(one.columns).test(column)));
}
