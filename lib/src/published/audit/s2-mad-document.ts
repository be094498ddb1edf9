import type { S2MadPaper } from '../s2-mad';
import { allConditions, cellIn, conditionsOf, quotedIn } from '../s2-mad-conditions';
import { show, type Finding } from './finding';
import { s2MadMarks } from './s2-mad-marks';

/** How S2-MAD names, marks and explains its numbers. */
export function s2MadDocument(paper: S2MadPaper): Finding[] {
  return [names(paper), dashes(paper), noDash(paper), spreads(paper), ...s2MadMarks(paper)];
}

function names({ table1, table2, table4, table7 }: S2MadPaper): Finding {
  const printed = [table1, table2, table4, table7].map(({ item, rows }) => {
    const own = [...new Set(rows.map(({ setting }) => String(setting?.['printedAs'])))];
    return { item, own };
  });
  const gpt35 = printed.flatMap(({ item, own }) =>
    own.filter((name) => name.startsWith('GPT-3.5')).map((name) => `${name} in ${item}`),
  );
  return {
    claim: 'text and tables name a model alike',
    printed: 'GPT-3.5-turbo-0301 (section 4.1)',
    recomputed: gpt35.join(', '),
    agrees: gpt35.every((name) => name.startsWith('GPT-3.5-turbo-0301')),
    note: '0301 and 0125 are different models. Which was used is not known.',
  };
}

const dashed = (table: S2MadPaper['table1']): string[] =>
  table.rows.flatMap(({ label, cells }) =>
    table.columns.filter((column) => !(column in cells)).map((column) => `${label}: ${column}`),
  );

function dashes({ table1 }: S2MadPaper): Finding {
  const cells = dashed(table1);
  const models = [...new Set(cells.map((cell) => cell.split(',')[0]))];
  return {
    claim: 'a dash of Table 1 says that all methods answered everything right',
    printed: 'caption of Table 1',
    recomputed: `${cells.length} dashes, all of ${models.join(' and ')} on Arithmetic; section 4.1: a single GPT-4 reached 100%, so "no further comparison was conducted"`,
    agrees: false,
    note: 'The text says that the other methods were not run.',
  };
}

function noDash({ table7 }: S2MadPaper): Finding {
  const cells = dashed(table7);
  return {
    claim: 'Table 7 has dashes for data sets that all methods answered right',
    printed: 'caption of Table 7',
    recomputed: `it has ${cells.length} dashes in ${table7.rows.length * table7.columns.length} cells`,
    agrees: cells.length > 0,
    note: 'The caption is that of Table 1, word for word. Table 7 has no CoT either, which the caption excepts.',
  };
}

/** A run over n questions has a standard error of 50 / sqrt(n) points where half of them are answered right. */
function spreads(paper: S2MadPaper): Finding {
  const questions = quotedIn(paper, 'questions')['gpqa'] ?? Number.NaN;
  const methods = ['CoT', 'CoT-SC(40)', 'MAD(5,4)', 'S-MAD(5,4)', 'GD(5,4)', 'S2-MAD(5,4)', 'MS2-MAD(5,4)'];
  const of = (dataset: string): number[] =>
    allConditions(paper)
      .filter((condition) => condition.dataset === dataset)
      .flatMap((condition) =>
        methods.flatMap((method) => cellIn(condition, method, 'accuracy')?.standardError ?? []),
      );
  const own = of('gpqa');
  const run = 50 / Math.sqrt(questions);
  const largest = Math.max(...own);
  const all = [...new Set(conditionsOf(paper.table1).map(({ dataset }) => dataset))].flatMap(of);
  return {
    claim: 'reading: what stands behind ± at accuracies is a fraction of one, not percentage points',
    printed: 'Tables 1 to 4 and 7',
    recomputed: `0 to ${show(largest)} on GPQA, whose ${questions} questions give one run a standard error of up to ${show(run, 1)} points: ${show(largest)} points would take a mean of some ${Math.round((run / largest) ** 2).toLocaleString('en')} runs`,
    agrees: null,
    note: `The paper explains no ±. As fractions, the ${all.length} of Tables 1 and 7 go up to ${show(100 * Math.max(...all), 0)} points, and ${all.filter((one) => one === 0).length} are below half a point.`,
  };
}
