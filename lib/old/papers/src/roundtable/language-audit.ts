import { audited, mean, same, show, steps, sum, type Check, type Finding } from '../finding';
import {
  acts,
  bothEnvironments as both,
  called,
  trajectory,
  trajectories,
  environments,
  meanTrajectory,
  quotedOne,
  ratios,
  rules,
  type Environment,
} from './cells';
import { tables } from './tables';

const list = (values: readonly number[]): string => values.map((one) => show(one)).join(' ');
const growth = (values: readonly number[]): number => 100 * ((values.at(-1) ?? NaN) / (values[0] ?? NaN) - 1);
/** By round, the six rules weighing alike. */
const average = (environment: Environment, act: string): number[] => meanTrajectory(ratios(environment, act));

function harder(measure: 'length' | 'grade'): Check {
  const easy = trajectories('exchange-economy', measure).flat();
  const hard = trajectories('recommendation', measure).flat();
  const above = hard.filter((value, place) => value > (easy[place] ?? NaN)).length;
  const below = hard.filter((value, place) => value < (easy[place] ?? NaN)).length;
  return {
    recomputed: `higher in ${above} of ${easy.length} rules and rounds, lower in ${below}`,
    agrees: above > below && mean(hard) > mean(easy),
  };
}

function rare(which: readonly string[], where: readonly Environment[] = environments): Check {
  const highest = which.map((act) =>
    Math.max(...where.flatMap((environment) => ratios(environment, act).flat())),
  );
  return {
    recomputed: `highest ratios: ${which.map((act, place) => `${act} ${show(highest[place] ?? NaN)}`).join(', ')}`,
    agrees: highest.every((one) => one <= 0.1),
  };
}

function growthByRow(): Check {
  const recomputed = mean(both('length').map(growth));
  return {
    recomputed: `${show(recomputed)}%`,
    agrees: Math.round(recomputed) === quotedOne('growth of message length'),
  };
}

function growthPooled(): Check {
  const pooled = growth(meanTrajectory(both('length')));
  const each = environments.map(
    (environment) =>
      `${show(growth(meanTrajectory(trajectories(environment, 'length'))))}% in the ${called[environment]}`,
  );
  return {
    recomputed: `${each.join(', ')}, ${show(pooled)}% of both together`,
    agrees: Math.round(pooled) === quotedOne('growth of message length'),
  };
}

function lengthRises(): Check {
  const last = both('length').map((values) => steps(values)[8] ?? NaN);
  return {
    recomputed: `in round 10 it falls in ${last.filter((step) => step < 0).length} of 12 environments and rules, and rises in ${last.filter((step) => step > 0).length}`,
    agrees: last.every((step) => step > 0),
  };
}

function gradeInTheEconomy(): Check {
  const fits = trajectories('exchange-economy', 'grade').filter((values) => {
    const dip = Math.min(...values.slice(2));
    const ends = Math.min(...values) === values[0] && Math.max(...values) === values[1];
    return ends && (values[9] ?? NaN) > dip;
  });
  return {
    recomputed: `in ${fits.length} of 6 rules: lowest in round 1, highest in round 2`,
    agrees: fits.length === 6,
  };
}

function gradeInTheRecommendationSystem(): Check {
  const falling = trajectories('recommendation', 'grade')
    .flatMap(steps)
    .filter((step) => step < 0);
  return {
    recomputed: `it falls in ${falling.length} of 54 steps, by at most ${show(-Math.min(0, ...falling), 1)}`,
    agrees: falling.length === 0,
  };
}

function finalDistance(): Check {
  const last = environments.map(
    (environment) => 100 * (meanTrajectory(trajectories(environment, 'distance', 2))[8] ?? NaN),
  );
  return {
    recomputed: `${last.map((one) => show(one)).join(' and ')}% in round 10, means of six rules`,
    agrees: last.every((one) => same(one, quotedOne('information distance at the end'), 1)),
  };
}

function steadyDistance(): Check {
  const rising = environments.map(
    (environment) =>
      trajectories(environment, 'distance', 2).filter((values) => (steps(values)[7] ?? NaN) > 0).length,
  );
  return {
    recomputed: `in round 10 it rises for ${rising[0]} of 6 rules in the exchange economy and ${rising[1]} of 6 in the recommendation system`,
    agrees: rising.every((count) => count === 0),
  };
}

function finalSimilarity(): Check {
  const recomputed = 100 * (1 - mean(both('distance', 2).map((values) => values[8] ?? NaN)));
  return {
    recomputed: `${show(recomputed)}%: 1 minus the mean distance in round 10`,
    agrees: Math.round(recomputed) === quotedOne('similarity to the previous round at the end'),
  };
}

function mostFrequentActs(): Check {
  const orders = environments.map((environment) =>
    acts
      .map((act) => ({ act, share: mean(average(environment, act)) }))
      .sort((one, other) => other.share - one.share),
  );
  const told = orders.map((order, place) => {
    const first = order.slice(0, 4).map(({ act, share }) => `${act} ${show(share)}`);
    return `${called[environments[place] as Environment]}: ${first.join(', ')}`;
  });
  return {
    recomputed: told.join('; '),
    agrees: orders.every((order) =>
      order.slice(0, 2).every(({ act }) => act === 'Inform' || act === 'Request'),
    ),
  };
}

function confirmRisesLate(): Check {
  const [economy = [], recommendation = []] = environments.map((one) => average(one, 'Confirm'));
  const rises = steps(recommendation);
  const [early, late] = [sum(rises.slice(0, 2)), sum(rises.slice(2))];
  return {
    recomputed: `recommendation system ${list(recommendation)}; exchange economy ${list(economy)}`,
    agrees: late > early,
    note: `In the recommendation system ${show(early)} of the rise comes up to round 3 and ${show(late)} after it. The largest single rise of all is in the exchange economy, in round 2.`,
  };
}

function summarizeRisesLate(): Check {
  const halves = environments.map((environment) => {
    const values = average(environment, 'Summarize');
    return { environment, early: mean(values.slice(1, 5)), late: mean(values.slice(5)) };
  });
  return {
    recomputed: halves
      .map(
        ({ environment, early, late }) =>
          `${called[environment]}: ${show(early)} in rounds 2 to 5, ${show(late)} in 6 to 10`,
      )
      .join('; '),
    agrees: halves.every(({ early, late }) => late > early),
  };
}

function evaluateIsFrequent(): Check {
  return {
    recomputed: environments
      .map((environment) => `${called[environment]} ${list(average(environment, 'Evaluate'))}`)
      .join('; '),
    agrees: environments.every((environment) => Math.min(...average(environment, 'Evaluate')) >= 0.5),
  };
}

function proposeRises(): Check {
  const [economy = NaN, recommendation] = environments.map((environment) => {
    const rises = steps(average(environment, 'Propose'));
    return rises.indexOf(Math.max(...rises)) + 2;
  });
  return {
    recomputed: `the largest rise is in round ${economy} and in round ${recommendation}`,
    agrees: economy <= 3 && recommendation === 10,
  };
}

function sharesOfLabels(): Check {
  const sums = environments.flatMap((environment) => {
    const byAct = acts.map((act) => ratios(environment, act));
    return rules.flatMap((_, rule) =>
      Array.from({ length: 10 }, (__, round) => sum(byAct.map((all) => all[rule]?.[round] ?? NaN))),
    );
  });
  return {
    recomputed: `the ratios of a round add up to between ${show(Math.min(...sums))} and ${show(Math.max(...sums))}, not to 1`,
    agrees: sums.every((one) => Math.abs(one - 1) < 0.06),
  };
}

function sharesOfMessagesOrCollaborations(): Check {
  const all = tables.table9.rows.flatMap((row) => trajectory(row, 'ratio'));
  const possible = (of: number): number =>
    all.filter((value) => same(Math.round(value * of) / of, value, 0.005)).length;
  const full = all.filter((value) => value === 1).length;
  return {
    recomputed: `${possible(300)} of ${all.length} values are possible over 300, ${possible(100)} over 100; ${full} are printed as 1.00`,
    agrees: null,
  };
}

/** How each claim of data/published/roundtable-claims.json is recomputed; what the paper prints is there. */
const checks = {
  'growth of length, by row': growthByRow,
  'growth of length, pooled': growthPooled,
  'length rises': lengthRises,
  'length where it is harder': () => harder('length'),
  'grade where it is harder': () => harder('grade'),
  'grade in the economy': gradeInTheEconomy,
  'grade in the recommendation system': gradeInTheRecommendationSystem,
  'final distance': finalDistance,
  'steady distance': steadyDistance,
  similarity: finalSimilarity,
  'most frequent acts': mostFrequentActs,
  confirm: confirmRisesLate,
  summarize: summarizeRisesLate,
  evaluate: evaluateIsFrequent,
  propose: proposeRises,
  'rare acts': () => rare(['Compromise', 'Defend', 'Accept', 'Decline']),
  disagreement: () => rare(['Defend', 'Decline']),
  'rare in the recommendation system': () => rare(['Compromise', 'Accept'], ['recommendation']),
  'shares of labels': sharesOfLabels,
  'shares of messages or collaborations': sharesOfMessagesOrCollaborations,
};

/** RoundTable's statements on messages and dialogue acts, compared with Tables 8 and 9. */
export function auditLanguage(): readonly Finding[] {
  return audited('roundtable', 'language', checks);
}
