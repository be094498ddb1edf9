import { called, environments, mean, meanCourse, steps } from './cells';
import { quotedValues, show, type Finding } from './finding';
import { bothEnvironments as both, courses } from './message-cells';

const growth = (values: readonly number[]): number => 100 * ((values.at(-1) ?? NaN) / (values[0] ?? NaN) - 1);

export function messageFeatures(): Finding[] {
  return [
    growthByRow(),
    growthPooled(),
    lengthRises(),
    harder('length'),
    harder('grade'),
    economyGrade(),
    recommendationGrade(),
  ];
}

function growthByRow(): Finding {
  const printed = quotedValues('growth of message length')['growth'] ?? NaN;
  const recomputed = mean(both('length').map(growth));
  return {
    claim:
      'reading: message length grows by the mean, over 12 environments and rules, of the growth from round 1 to 10',
    printed: `${printed}% (abstract, sections 1 and 6)`,
    recomputed: `${show(recomputed)}%`,
    agrees: Math.round(recomputed) === printed,
    note: 'A mean of two very different numbers: see the next finding.',
  };
}

function growthPooled(): Finding {
  const printed = quotedValues('growth of message length')['growth'] ?? NaN;
  const pooled = growth(meanCourse(both('length')));
  const each = environments.map(
    (environment) =>
      `${show(growth(meanCourse(courses(environment, 'length'))))}% in the ${called[environment]}`,
  );
  return {
    claim: 'reading: message length grows by what the mean message of Figure 5 grows from round 1 to 10',
    printed: `${printed}% (abstract, sections 1 and 6)`,
    recomputed: `${each.join(', ')}, ${show(pooled)}% of both together`,
    agrees: Math.round(pooled) === printed,
    note: 'No environment grows by 84%.',
  };
}

function lengthRises(): Finding {
  const last = both('length').map((values) => steps(values)[8] ?? NaN);
  return {
    claim: 'message length rises over time, to the last round',
    printed: 'section 6, Appendix E.3',
    recomputed: `in round 10 it falls in ${last.filter((step) => step < 0).length} of 12 environments and rules, and rises in ${last.filter((step) => step > 0).length}`,
    agrees: last.every((step) => step > 0),
    note: 'It rises up to round 9.',
  };
}

function harder(measure: 'length' | 'grade'): Finding {
  const easy = courses('exchange-economy', measure).flat();
  const hard = courses('recommendation', measure).flat();
  const above = hard.filter((value, place) => value > (easy[place] ?? NaN)).length;
  const below = hard.filter((value, place) => value < (easy[place] ?? NaN)).length;
  return {
    claim: `${measure === 'length' ? 'message length' : 'message complexity'} is overall higher in the recommendation system`,
    printed: 'section 6',
    recomputed: `higher in ${above} of ${easy.length} rules and rounds, lower in ${below}`,
    agrees: above > below && mean(hard) > mean(easy),
    note: '',
  };
}

function economyGrade(): Finding {
  const fits = courses('exchange-economy', 'grade').filter((values) => {
    const dip = Math.min(...values.slice(2));
    return Math.min(...values) === values[0] && Math.max(...values) === values[1] && (values[9] ?? NaN) > dip;
  });
  return {
    claim: 'complexity in the exchange economy starts low, peaks early, dips, and rises towards the end',
    printed: 'Appendix E.3',
    recomputed: `in ${fits.length} of 6 rules: lowest in round 1, highest in round 2`,
    agrees: fits.length === 6,
    note: '',
  };
}

function recommendationGrade(): Finding {
  const falling = courses('recommendation', 'grade')
    .flatMap(steps)
    .filter((step) => step < 0);
  return {
    claim:
      'reading: complexity in the recommendation system rises or stays level from each round to the next',
    printed: 'Appendix E.3',
    recomputed: `it falls in ${falling.length} of 54 steps, by at most ${show(-Math.min(0, ...falling), 1)}`,
    agrees: falling.length === 0,
    note: 'Once, by one unit of the last printed place; it is level from round 8 on.',
  };
}
