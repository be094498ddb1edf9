import { gedi } from '../gedi';
import { cellValue, show, type Finding } from './finding';
import { accuracy, benchmarks, gain, points } from './gedi-cells';
import { less } from './cells';

/** What section 5.3 says of subjects (Figures 6 and 7): which benchmark it can be of, and on how many questions. */
export function gediSubjectClaims(): Finding[] {
  return [whichBenchmark(), hundredQuestions(), subjectAgainstAll()];
}

function whichBenchmark(): Finding {
  const { figure6 } = gedi;
  const fits = benchmarks.filter((benchmark) =>
    figure6.rows.every((row) => {
      const whole = gain({ benchmark, model: String(row.setting?.['model']) }, 'plurality');
      return whole >= cellValue(row, 'lowest') && whole <= cellValue(row, 'highest');
    }),
  );
  const ranges = figure6.rows.map(
    (row) => `${row.label} ${points(cellValue(row, 'lowest'))} to ${points(cellValue(row, 'highest'))}`,
  );
  const gains = (model: string): string =>
    benchmarks
      .map((benchmark) => `${points(gain({ benchmark, model }, 'plurality'))} on ${benchmark}`)
      .join(', ');
  return {
    claim: 'reading: Figures 6 and 7 are of MMLU',
    printed: `${ranges.join('; ')} (section 5.3, which names no benchmark)`,
    recomputed: `a gain over all subjects must lie among those of single ones; Table 2 has for gpt-3.5 ${gains('gpt-3.5-turbo')}; for gpt-4 ${gains('gpt-4')}: only ${fits.join(' and ')} fits`,
    agrees: fits.join() === 'MMLU',
    note: 'Professional accounting, which Figure 7 names, is a subject of MMLU too. "Over all subjects" is taken as the mean of equally large ones.',
  };
}

function hundredQuestions(): Finding {
  const { figure6, figure7 } = gedi;
  const printed = [
    ...figure6.rows.flatMap((row) => [cellValue(row, 'lowest'), cellValue(row, 'highest')]),
    ...figure7.rows.map((row) => cellValue(row, 'difference')),
  ];
  const off = printed.filter((value) => Math.abs(value / 0.2 - Math.round(value / 0.2)) > 1e-6);
  return {
    claim: 'reading: accuracy by subject is the mean of five runs over all 100 questions of a subject',
    printed: printed.map((value) => points(value)).join(', '),
    recomputed: `such a mean moves in steps of 0.2 points; ${off.length} of ${printed.length} values ${off.length === 1 ? 'is' : 'are'} no multiple: ${off.map(points).join(', ')}`,
    agrees: off.length === 0,
    note: 'Valid profiles of fewer than 100 questions would explain it.',
  };
}

function subjectAgainstAll(): Finding {
  const row = gedi.figure7.rows[0];
  const value = cellValue(row, 'difference');
  const pair = { benchmark: 'MMLU', model: 'gpt-4' } as const;
  const whole = less(accuracy(pair, 'ranked pairs'), accuracy(pair, 'plurality'));
  return {
    claim: 'ranked pairs is less accurate than plurality on professional accounting, with gpt-4',
    printed: `"${points(value)}% less accurate" (section 5.3)`,
    recomputed: `over all of MMLU the difference is ${points(whole)} (${show(accuracy(pair, 'ranked pairs'), 1)} less ${show(accuracy(pair, 'plurality'), 1)})`,
    agrees: null,
    note: 'Of the same sign. By its words, less by a negative amount, it would be more accurate; we read it as a difference of -3.7 points.',
  };
}
