import cdf from '@stdlib/stats-base-dists-t-cdf';
import { audited, cellValue, labelled, less, mean, quotedNumber, rowWhere } from '../finding';
import { same, show, signed, type Check, type Finding } from '../finding';
import type { PublishedRow } from 'agora-report/internal';
import { tables } from './tables';

const domains = ['menu-numeric', 'menu-semantic', 'task allocation'] as const;
const large = ['GPT-5.1', 'DeepSeek-V3.2', 'GLM-4.7'];
const instances = 60;
type Cell = { readonly value: number; readonly standardError: number };

/** A reward of Table 2 with its standard error. */
function reward(row: PublishedRow | Readonly<Record<string, string>>, domain: string): Cell {
  const found = 'cells' in row ? (row as PublishedRow) : rowWhere(tables.table2, row);
  const { value, standardError } = found.cells[`${domain} NR`] ?? { value: NaN, standardError: null };
  return { value, standardError: standardError ?? NaN };
}

/** Every condition of Table 2 in every domain, with its valid ratio and its NAR. */
const conditions = () =>
  tables.table2.rows.flatMap((row) =>
    domains.map((domain) => ({
      name: `${row.label}, ${domain}`,
      domain,
      setting: row.setting as Readonly<Record<string, string>>,
      ...reward(row, domain),
      valid: cellValue(row, `${domain} VR`),
      adjusted: labelled(tables.table5, row.label, `${domain} NAR`),
      validAdjusted: labelled(tables.table5, row.label, `${domain} VR`),
    })),
  );
type Condition = ReturnType<typeof conditions>[number];

const standardErrorsApart = (one: Cell, other: Cell): number =>
  (one.value - other.value) / Math.hypot(one.standardError, other.standardError);
const decisions = (ratio: number): number => Math.round((instances * ratio) / 100);
const exceptions = (names: readonly string[]): string =>
  names.length === 0 ? 'without exception' : `not ${names.join('; ')}`;

/** A statement about each of several things: how many, and of which it is not true. */
function ofEach<Item>(
  items: readonly Item[],
  isSo: (item: Item) => boolean,
  name: (item: Item) => string,
): Check {
  const odd = items.filter((item) => !isSo(item)).map(name);
  return {
    recomputed: `true of ${items.length - odd.length} of ${items.length}; ${exceptions(odd)}`,
    agrees: odd.length === 0,
  };
}

/** As `ofEach`, of what the paper says "tends" to be so or is so in most cases. */
function ofMost<Item>(...of: Parameters<typeof ofEach<Item>>): Check {
  const [items, isSo] = of;
  return { ...ofEach(...of), agrees: items.filter(isSo).length > items.length / 2 };
}

/** Each condition of Table 2 beside the one that differs from it in one part of its setting. */
function against(part: 'condition' | 'tools', own: string, other: string) {
  return conditions()
    .filter(({ setting }) => setting[part] === own)
    .map((one) => {
      const base = reward({ ...one.setting, [part]: other }, one.domain);
      return { ...one, gain: less(one.value, base.value), apart: standardErrorsApart(one, base) };
    });
}

/** What printed numbers say of each other. */
const numberChecks = {
  differences: (): Check =>
    ofEach(
      tables.table3.rows.flatMap((row) =>
        (['centralized', 'deliberation'] as const).flatMap((condition) =>
          (['NR', 'VR'] as const).map((metric) => {
            const base = rowWhere(tables.table2, {
              ...(row.setting as Readonly<Record<string, string>>),
              condition,
            });
            return {
              name: `${metric} of ${row.label} less ${condition}`,
              printed: cellValue(row, `oracle less ${condition} ${metric}`),
              recomputed: less(
                cellValue(row, `oracle ${metric}`),
                cellValue(base, `task allocation ${metric}`),
              ),
            };
          }),
        ),
      ),
      ({ printed, recomputed }) => same(printed, recomputed),
      ({ name, printed, recomputed }) => `${name}: ${signed(printed)}, recomputed ${signed(recomputed)}`,
    ),
  'shares of sixty': (): Check =>
    ofEach(
      [
        ...conditions().flatMap(({ name, valid, validAdjusted }) =>
          [valid, validAdjusted].map((ratio) => ({ name, ratio })),
        ),
        ...tables.table3.rows.map((row) => ({ name: row.label, ratio: cellValue(row, 'oracle VR') })),
      ],
      ({ ratio }) => same(ratio, Number(((100 * decisions(ratio)) / instances).toFixed(2))),
      ({ name, ratio }) => `${name} ${show(ratio)}`,
    ),
  'same ratios': (): Check =>
    ofEach(
      conditions(),
      ({ valid, validAdjusted }) => valid === validAdjusted,
      ({ name }) => name,
    ),
  'rewards of the valid': (): Check =>
    ofEach(
      conditions(),
      ({ value, valid }) => value <= valid,
      ({ name, value, valid }) => `${name}: ${show(value)} of ${show(valid)}`,
    ),
  'standard errors': (): Check =>
    ofEach(
      conditions(),
      ({ value, standardError, valid }) => {
        // Half a hundredth of rounding in each printed number; divided by n or n - 1.
        const variance = (squares: number): number => Math.max(0, squares - value ** 2);
        const least = Math.sqrt(variance((Math.max(0, value - 0.005) ** 2 * 100) / valid) / instances);
        const most = Math.sqrt(variance(100 * (value + 0.005)) / (instances - 1));
        return standardError >= least - 0.02 && standardError <= most + 0.02;
      },
      ({ name, standardError }) => `${name} ±${show(standardError)}`,
    ),
  'adjusted exceeds': (): Check =>
    ofEach(
      conditions(),
      ({ value, adjusted, valid }) => (valid === 100 ? same(adjusted, value) : adjusted >= value),
      ({ name, value, adjusted }) => `${name}: ${show(adjusted)} and ${show(value)}`,
    ),
  'one invalid menu': (): Check => {
    const own = ({ value, adjusted }: Condition): number => instances * less(adjusted, value);
    const single = conditions().filter(
      ({ valid, domain }) => instances - decisions(valid) === 1 && domain !== 'task allocation',
    );
    // Both numbers are rounded to 0.01, so 60 times their difference is known within 0.6; a menu has at most all dishes.
    const dishes = quotedNumber(tables, 'benchmark', 'dishes');
    const bound = (100 * (dishes - 1)) / dishes;
    return ofEach(
      single,
      (one) => own(one) - 0.6 <= bound,
      (one) => `${one.name}: ${show(own(one), 1)} of 100 (at least ${show(own(one) - 0.6, 1)})`,
    );
  },
  'quoted NAR': (): Check => {
    const label = 'Qwen3-32B, deliberation without tools';
    const [nar, nr] = [
      labelled(tables.table5, label, 'menu-numeric NAR'),
      labelled(tables.table2, label, 'menu-numeric NR'),
    ];
    const printed = (key: string): number => quotedNumber(tables, 'average NAR', `Qwen3-32B ${key}`);
    return {
      recomputed: `${show(nar)} NAR, ${show(nr)} NR, without tools`,
      agrees: nar === printed('NAR') && nr === printed('NR'),
    };
  },
  regressions: (): Check => {
    const rows = tables.table7.rows.map((row) => {
      const n = row.label === 'overall' ? 2520 : 840;
      const rSquared = cellValue(row, 'R squared');
      const p = (value: number): number => pOf(value, n);
      return { row, p: p(rSquared), least: p(rSquared + 0.00005), most: p(rSquared - 0.00005) };
    });
    return {
      recomputed: rows
        .map(
          ({ row, p, least, most }) =>
            `${row.label}: p ${p < 0.001 ? '< 0.001' : `${show(least, 3)} to ${show(most, 3)}`}`,
        )
        .join('; '),
      agrees: rows.every(({ row, least, most }) => {
        const printed = cellValue(row, 'p');
        return printed === 0.001 ? most < 0.001 : printed >= least - 0.0005 && printed <= most + 0.0005;
      }),
    };
  },
  correlation: (): Check => {
    const name = 'correlation of the error in public resources with reward';
    const from = (['Pearson', 'Spearman'] as const).map((of) => {
      const rSquared = quotedNumber(tables, name, of) ** 2;
      let n = 3;
      while (pOf(rSquared, n) >= 0.0001) n++;
      return { of, n };
    });
    return {
      recomputed: from.map(({ of, n }) => `${of}: p < 0.0001 from ${n} on`).join('; '),
      agrees: from.every(({ n }) => n <= 420),
    };
  },
};

/** With one regressor t² = R² (n - 2) / (1 - R²), by Student's t, two-sided. */
const pOf = (rSquared: number, n: number): number =>
  2 * cdf(-Math.sqrt((rSquared * (n - 2)) / (1 - rSquared)), n - 2);

/** What Table 4 says of decisions with tools. */
const toolCells = () =>
  tables.table4.rows.flatMap((row) =>
    (['menu-numeric', 'task allocation'] as const).map((domain) => {
      const compliance = cellValue(row, `${domain} compliance`);
      // Every number of cases up to 60 that the printed share can be of.
      const cases = Array.from({ length: instances }, (_, n) => n + 1).filter((n) =>
        same(Number(((100 * Math.round((compliance * n) / 100)) / n).toFixed(2)), compliance),
      );
      return {
        name: `${row.label}, ${domain}`,
        compliance,
        cases,
        overall: reward({ model: row.label, condition: 'deliberation', tools: 'with' }, domain).value,
        actual: cellValue(row, `${domain} actual NR`),
      };
    }),
  );

const toolClaims = {
  'table 4 and 2': (): Check =>
    ofEach(
      toolCells(),
      ({ actual, overall }) => actual === overall,
      ({ name, actual, overall }) => `${name}: ${show(actual)} and ${show(overall)}`,
    ),
  'cases of table 4': (): Check =>
    ofEach(
      toolCells().filter(({ compliance }) => compliance > 0),
      ({ cases, actual, overall }) =>
        cases.some((n) => n * (actual - 0.005) <= instances * (overall + 0.005)),
      ({ name, cases, actual, overall }) =>
        `${name}: only ${cases.join(', ')} cases fit, and their rewards sum to ${cases.map((n) => show(n * actual, 1)).join(', ')}, which exceeds the ${show(instances * overall, 1)} of all ${instances}`,
    ),
  'tools are not followed': (): Check =>
    ofMost(
      toolCells(),
      ({ compliance }) => compliance < 50,
      ({ name, compliance }) => `${name}: followed in ${show(compliance)}%`,
    ),
};

/** What sections 4.2 to 4.4 say of Tables 2 and 3. */
const resultChecks = {
  'over 90': (): Check =>
    ofEach(
      conditions().filter(
        ({ domain, setting }) =>
          domain === 'menu-numeric' &&
          setting['condition'] === 'deliberation' &&
          large.includes(String(setting['model'])),
      ),
      ({ value }) => value > 90,
      ({ name, value }) => `${name} ${show(value)}`,
    ),
  easiest: (): Check =>
    ofMost(
      tables.table2.rows,
      (row) => {
        const [numeric = NaN, ...others] = domains.map((domain) => reward(row, domain).value);
        return others.every((value) => value < numeric);
      },
      ({ label }) => label,
    ),
  'centralized gains': (): Check =>
    ofMost(
      against('condition', 'centralized', 'deliberation'),
      ({ gain }) => gain > 0,
      ({ name, gain }) => `${name.replace(', centralized', '')} ${signed(gain)}`,
    ),
  'oracle gains': (): Check => {
    const columns = tables.table3.columns.filter((column) => /less .* NR$/.test(column));
    return ofEach(
      tables.table3.rows.flatMap((row) => columns.map((column) => ({ row, column }))),
      ({ row, column }) => cellValue(row, column) > 0,
      ({ row, column }) => `${row.label}, ${column}`,
    );
  },
  'significant oracle': (): Check => {
    const cells = tables.table3.rows.map((row) => {
      const oracle = row.cells['oracle NR'] as Cell;
      const setting = row.setting as Readonly<Record<string, string>>;
      const base = reward({ ...setting, condition: 'centralized' }, 'task allocation');
      const isNamed = ['GLM-4.7', 'GPT-4.1-mini'].includes(String(setting['model']));
      const apart = standardErrorsApart(oracle, base);
      return { name: row.label, isNamed, gain: less(oracle.value, base.value), apart };
    });
    const named = cells.filter(({ isNamed }) => isNamed);
    const least = Math.min(...named.map(({ gain }) => gain));
    return {
      recomputed: cells
        .map(({ name, gain, apart }) => `${name} ${signed(gain)}: ${show(apart, 1)} standard errors`)
        .join('; '),
      agrees:
        named.every(({ apart }) => apart > 2) && cells.every(({ isNamed, gain }) => isNamed || gain < least),
    };
  },
  'tools gain': (): Check => {
    const cells = against('tools', 'with', 'without');
    const clear = cells.filter(({ apart }) => apart > 2).length;
    return {
      recomputed: `${cells.filter(({ gain }) => gain > 0).length} of ${cells.length} cells are higher with tools, by ${show(mean(cells.map(({ gain }) => gain)), 1)} points on average; ${clear} clearly so, ${cells.filter(({ apart }) => apart < -2).length} clearly lower`,
      agrees: clear > cells.length / 2,
    };
  },
};

/** Every statement of the paper that its own printed numbers can check. */
export function audit(): readonly Finding[] {
  return audited('deliberation', 'audit', { ...numberChecks, ...toolClaims, ...resultChecks });
}
