import { roundtable } from '../roundtable';
import { byRule, course, less, rowWhere, rules, same, signed, steps } from './cells';
import { errorCounts } from './error-counts';
import { show, type Finding } from './finding';

const discrete = ['unanimous', 'majority', 'plurality'] as const;
const preference = ['rated', 'ranked', 'cumulative'] as const;
type Measure = 'mae' | 'rmse';

/** What section 5 says of the recommendation system, and what Table 7 must satisfy by itself. */
export function auditRecommendation(): readonly Finding[] {
  return [
    wholeErrors(),
    rmseAboveMae(),
    discreteWorsen(),
    preferenceImprove(),
    preferenceImproveSteadily(),
    vShaped(),
    lastRound(),
  ];
}

const errors = (rule: string, measure: Measure): number[] =>
  course(rowWhere(roundtable.table7, { rule }), measure);
const change = (rule: string, measure: Measure): number => {
  const values = errors(rule, measure);
  return less(values[9] ?? NaN, values[0] ?? NaN);
};
const changes = (which: readonly string[], measure: Measure): string =>
  which.map((rule) => `${rule} ${signed(change(rule, measure))}`).join(', ');

function wholeErrors(): Finding {
  const pairs = rules.flatMap((rule) =>
    errors(rule, 'mae').map((mae, place) => [mae, errors(rule, 'rmse')[place] ?? NaN] as const),
  );
  const possible = pairs.filter(([mae, rmse]) => errorCounts(mae, rmse, 100) !== null);
  return {
    claim: 'each pair of MAE and RMSE comes from whole-number errors on 100 examples',
    printed: 'Table 7; 100 examples by section 4',
    recomputed: `${possible.length} of ${pairs.length} pairs do`,
    agrees: possible.length === pairs.length,
    note: 'A necessary condition, and a weak one: it would show errors that are no whole numbers only by luck.',
  };
}

function rmseAboveMae(): Finding {
  const below = rules.flatMap((rule) =>
    errors(rule, 'mae').filter((mae, place) => (errors(rule, 'rmse')[place] ?? NaN) < mae),
  );
  return {
    claim: 'RMSE is never below MAE',
    printed: 'Table 7',
    recomputed: `it is below in ${below.length} of 60 pairs`,
    agrees: below.length === 0,
    note: 'True of any errors.',
  };
}

function discreteWorsen(): Finding {
  const better = discrete.filter((rule) => change(rule, 'mae') < 0);
  return {
    claim: 'discrete voting rules worsened or stayed level',
    printed: 'section 5, "generally"',
    recomputed: `from round 1 to 10, MAE: ${changes(discrete, 'mae')}; RMSE: ${changes(discrete, 'rmse')}`,
    agrees: better.length === 0,
    note: 'By MAE. By RMSE majority ends better than it began.',
  };
}

function preferenceImprove(): Finding {
  return {
    claim: 'preference voting rules end better than they begin',
    printed: 'section 5',
    recomputed: `from round 1 to 10, MAE: ${changes(preference, 'mae')}; RMSE: ${changes(preference, 'rmse')}`,
    agrees: preference.every((rule) => change(rule, 'mae') < 0 && change(rule, 'rmse') < 0),
    note: 'All the gain of ranked voting in MAE comes in round 2 (0.90 to 0.83); it ends at 0.84.',
  };
}

function preferenceImproveSteadily(): Finding {
  const worse = preference.map((rule) => steps(errors(rule, 'mae')).filter((step) => step > 0).length);
  return {
    claim: 'reading: "consistent improvement over time" means from each round to the next',
    printed: 'section 5, preference voting rules',
    recomputed: preference
      .map((rule, place) => `${rule}: MAE rises in ${worse[place]} of 9 steps`)
      .join('; '),
    agrees: worse.every((count) => count === 0),
    note: 'Rated voting is best in round 6 (0.75) and ends at 0.79.',
  };
}

/** Rules whose error is, somewhere between, lower than at both ends by at least 0.02. */
function dips(measure: Measure): string[] {
  return rules.filter((rule) => {
    const values = errors(rule, measure);
    const ends = Math.min(values[0] ?? NaN, values[9] ?? NaN);
    return less(ends, Math.min(...values.slice(1, 9))) >= 0.02;
  });
}

function vShaped(): Finding {
  const [mae, rmse] = [dips('mae'), dips('rmse')];
  const found = new Set([...mae, ...rmse]);
  return {
    claim: 'several results follow a V-shaped curve',
    printed: 'section 5',
    recomputed: `below both ends by 0.02 or more, MAE: ${mae.join(', ') || 'none'}; RMSE: ${rmse.join(', ') || 'none'}`,
    agrees: found.size >= 2,
    note: 'Shown mainly by RMSE; Table 7 has no standard errors to tell a dip from noise.',
  };
}

function lastRound(): Finding {
  const baseline = byRule(rowWhere(roundtable.table10, { environment: 'recommendation', method: '@10' }));
  const last = rules.map((rule) => errors(rule, 'mae')[9] ?? NaN);
  return {
    claim: 'Table 10 starts from the final errors of Table 7',
    printed: `${baseline.map((one) => show(one)).join(', ')} (Table 10, @10)`,
    recomputed: `${last.map((one) => show(one)).join(', ')} (Table 7, MAE@10)`,
    agrees: baseline.every((one, place) => same(one, last[place] ?? NaN)),
    note: '',
  };
}
