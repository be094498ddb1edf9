import { roundtable } from '../roundtable';
import { course, environments, rowWhere, rules, same } from './cells';
import { show, type Finding } from './finding';
import { impliedUtilities } from './implied-utilities';
import { statistic, worth } from './stopping-cells';

/** In which way Table 11 counts the rounds of Validation Checkpoint, the rounded mean of the best rounds in training. */
export function validationCheckpoint(): Finding[] {
  return [counted(1), counted(0), recommendationErrors(), economyUtilities()];
}

/**
 * Each fold rounds a mean of best rounds to a whole one, at most 0.5 away; the mean of five folds is then at most 0.5
 * from the mean of all best rounds, which is the oracle's row (each collaboration is in four of the five training sets).
 */
function counted(from: 0 | 1): Finding {
  const cells = environments.flatMap((environment) => {
    const printed = statistic(environment, 'stopped-round', 'validation-checkpoint');
    const best = statistic(environment, 'stopped-round', 'oracle');
    return rules.map((_, place) => ({
      shifted: (printed[place] ?? NaN) + 1 - from,
      best: best[place] ?? NaN,
    }));
  });
  const near = cells.filter(({ shifted, best }) => same(shifted, best, 0.5));
  return {
    claim: `reading: Table 11 counts the rounds of Validation Checkpoint from ${from}`,
    printed: `stopped round: ${cells.map(({ shifted }) => show(shifted - 1 + from)).join(', ')} (Table 11)`,
    recomputed: `counted so, within 0.5 of the oracle's rounds in ${near.length} of 12 cells: ${cells.map(({ shifted, best }) => `${show(shifted)} for ${show(best)}`).join(', ')}`,
    agrees: near.length === cells.length,
    note:
      from === 0
        ? 'Multiples of 0.2, as means of whole rounds over five folds must be.'
        : 'Six rules of the exchange economy, then six of the recommendation system.',
  };
}

function recommendationErrors(): Finding {
  const rounds = statistic('recommendation', 'stopped-round', 'validation-checkpoint');
  const always = rules.filter((_, place) => rounds[place] === 1);
  const printed = always.map(
    (rule) => worth('recommendation', 'validation-checkpoint')[rules.indexOf(rule)] ?? NaN,
  );
  const errors = (round: number): number[] =>
    always.map((rule) => course(rowWhere(roundtable.table7, { rule }), 'mae')[round - 1] ?? NaN);
  const line = (values: readonly number[]): string =>
    always.map((rule, place) => `${rule} ${show(values[place] ?? NaN)}`).join(', ');
  const fits = (round: number): boolean =>
    printed.every((one, place) => same(one, errors(round)[place] ?? NaN, 0.01));
  return {
    claim:
      'reading: where it prints 1.00 (recommendation system), collaborations stopped in their second round',
    printed: `${line(printed)} (Table 10)`,
    recomputed: `MAE@1: ${line(errors(1))}; MAE@2: ${line(errors(2))} (Table 7)`,
    agrees: fits(2) && !fits(1),
    note: 'To 0.01: cumulative voting prints 0.82 where rounds 1 to 3 all have 0.83.',
  };
}

function economyUtilities(): Finding {
  const rounds = statistic('exchange-economy', 'stopped-round', 'validation-checkpoint');
  const always = rules.filter((_, place) => rounds[place] === 3);
  const printed = always.map(
    (rule) => worth('exchange-economy', 'validation-checkpoint')[rules.indexOf(rule)] ?? NaN,
  );
  const row = (rule: string) => rowWhere(roundtable.table1, { rule });
  const third = always.map((rule) => (row(rule).cells['utility@3']?.value ?? NaN) / 100);
  const fourth = always.map((rule) => impliedUtilities(row(rule)).round4 / 100);
  const line = (values: readonly number[], digits: number): string =>
    always.map((rule, place) => `${rule} ${show(values[place] ?? NaN, digits)}`).join(', ');
  const fits = (values: readonly number[]): boolean =>
    printed.every((one, place) => same(one, values[place] ?? NaN, 0.0055));
  return {
    claim: 'reading: where it prints 3.00 (exchange economy), collaborations stopped in their fourth round',
    printed: `${line(printed, 2)} (Table 10)`,
    recomputed: `round 3: ${line(third, 4)} (Table 1); round 4: ${line(fourth, 4)} (implied by Table 1)`,
    agrees: fits(fourth) && !fits(third),
    note: 'Round 4 follows from Table 1 to 0.0005: 5 AUC@5 - 3 AUC@3 - U@5.',
  };
}
