import { environments, mean, meanCourse, same, steps } from './cells';
import { quotedValues, show, type Finding } from './finding';
import { bothEnvironments as both, courses } from './message-cells';

/** Statements about information distance, held against Table 8. */
export function informationDistance(): Finding[] {
  return [finalDistance(), steadyDistance(), similarity()];
}

function finalDistance(): Finding {
  const printed = quotedValues('information distance at the end')['distance'] ?? NaN;
  const last = environments.map(
    (environment) => 100 * (meanCourse(courses(environment, 'distance', 2))[8] ?? NaN),
  );
  return {
    claim: 'information distance ends at this value in both environments',
    printed: `${printed}% (section 6)`,
    recomputed: `${last.map((one) => show(one)).join(' and ')}% in round 10, means of six rules`,
    agrees: last.every((one) => same(one, printed, 1)),
    note: 'An absolute cosine distance, to one point; relative to round 2 it falls to 38% and 45%.',
  };
}

function steadyDistance(): Finding {
  const rising = environments.map(
    (environment) =>
      courses(environment, 'distance', 2).filter((values) => (steps(values)[7] ?? NaN) > 0).length,
  );
  return {
    claim: 'information distance decreases steadily',
    printed: 'section 6, Appendix E.3',
    recomputed: `in round 10 it rises for ${rising[0]} of 6 rules in the exchange economy and ${rising[1]} of 6 in the recommendation system`,
    agrees: rising.every((count) => count === 0),
    note: 'In the recommendation system from 0.08 to 0.09, where agents first propose (Table 9).',
  };
}

function similarity(): Finding {
  const printed = quotedValues('similarity to the previous round at the end')['similarity'] ?? NaN;
  const recomputed = 100 * (1 - mean(both('distance', 2).map((values) => values[8] ?? NaN)));
  return {
    claim: 'similarity to the previous round increases to this value',
    printed: `${printed}% (abstract, section 1)`,
    recomputed: `${show(recomputed)}%: 1 less the mean distance in round 10`,
    agrees: Math.round(recomputed) === printed,
    note: '',
  };
}
