import { show, type Check } from '../finding';
import { quoted } from './cells';
import { tables } from './tables';

/** How a table prints the models' names, by the name that all tables share here. */
function printedNames(table: 'table2' | 'table3' | 'table5'): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>();
  for (const row of tables[table].rows) {
    const [model, printed] =
      'model' in row
        ? [row.model, row.label]
        : [String(row.setting?.['model']), String(row.setting?.['printedAs'])];
    all.set(model, [...new Set([...(all.get(model) ?? []), printed])]);
  }
  return all;
}

/** Which criteria Table 1 says that a rule breaks. */
function broken(rule: string): string[] {
  const meets = tables.table1.rows.find((row) => row.rule === rule)?.meets ?? {};
  return Object.keys(meets).filter((criterion) => meets[criterion] === false);
}

const edition = (source: string): string =>
  (source.split('/').at(-1) ?? '').replace(/^Meta-/, '').toLowerCase();

/** Checks whether parts of the paper agree, and how it names models, tables and figures. */
export const documentChecks = {
  methods: (): Check => {
    const { stated, listed } = quoted('assessed methods');
    const columns = tables.table2.columns.filter((column) => column !== 'random').length;
    return {
      recomputed: `Table 2 has ${columns} columns besides the random baseline`,
      agrees: stated === listed,
    };
  },
  survey: (): Check => {
    const { rows } = tables.table4;
    const { systems } = quoted('surveyed systems');
    const counts = tables.figure1.rows.map(
      ({ label, cells }) =>
        `${label} ${cells['systems']?.value} (${show(cells['share']?.value ?? Number.NaN, 1)}%)`,
    );
    return {
      recomputed: `${rows.length}: ${counts.join(', ')}`,
      agrees: rows.length === systems && new Set(rows.map(({ work }) => work)).size === systems,
    };
  },
  'survey in the text': (): Check => {
    const { rows } = tables.table4;
    const missing = rows.filter(({ section22 }) => !section22);
    return {
      recomputed: `${missing.length} of ${rows.length} rows are not named in section 2.2: ${missing.map(({ work }) => work).join(', ')}; Wei et al. (2024) is a social simulation there and a linear workflow here`,
      agrees: missing.length === 0,
    };
  },
  criteria: (): Check => ({
    recomputed: tables.table1.rows
      .map(({ label, rule }) => `${label} breaks ${broken(rule).join(' and ')}`)
      .join('; '),
    agrees:
      broken('plurality').join() === 'independence of irrelevant alternatives,condorcet' &&
      broken('range').join() === 'majority,condorcet' &&
      tables.table1.rows.every(({ rule }) => broken(rule).length > 0),
  }),
  names: (): Check => {
    const [second, third, fifth] = [printedNames('table2'), printedNames('table3'), printedNames('table5')];
    const of = (names: ReadonlyMap<string, readonly string[]>, model: string) => names.get(model) ?? [];
    const odd = [...third.keys()].filter(
      (model) => new Set([second, third, fifth].flatMap((names) => of(names, model))).size > 1,
    );
    const told = odd.map(
      (model) =>
        `${of(second, model).join(' and ')} (Table 2), ${of(third, model).join()} (3), ${of(fifth, model).join(' and ')} (5)`,
    );
    return { recomputed: told.join('; '), agrees: odd.length === 0 };
  },
  editions: (): Check => {
    const odd = tables.table3.rows.filter(
      ({ source, appendixA }) =>
        source.startsWith('https://huggingface.co/') && edition(source) !== appendixA.toLowerCase(),
    );
    return {
      recomputed: odd
        .map(({ source, appendixA }) => `${appendixA} links to ${source.split('/').at(-1)}`)
        .join('; '),
      agrees: odd.length === 0,
    };
  },
};
