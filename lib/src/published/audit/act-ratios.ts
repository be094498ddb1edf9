import { acts, averageRatios as average, ratios } from './act-cells';
import { called, environments, mean, steps, type Environment } from './cells';
import { show, type Finding } from './finding';

const list = (values: readonly number[]): string => values.map((one) => show(one)).join(' ');

export function actRatios(): Finding[] {
  return [
    mostFrequent(),
    confirm(),
    summarize(),
    evaluate(),
    propose(),
    rare(
      'Compromise, Defend, Accept and Decline are rare',
      ['Compromise', 'Defend', 'Accept', 'Decline'],
      environments,
      'Appendix E.3',
    ),
    rare(
      'direct disagreement (Defend and Decline) is very rare',
      ['Defend', 'Decline'],
      environments,
      'section 6',
    ),
    rare(
      'the recommendation system has hardly any Compromise and Accept',
      ['Compromise', 'Accept'],
      ['recommendation'],
      'section 6',
    ),
  ];
}

function mostFrequent(): Finding {
  const orders = environments.map((environment) => {
    const means = acts.map((act) => ({ act, share: mean(average(environment, act)) }));
    return means.sort((one, other) => other.share - one.share).slice(0, 4);
  });
  const firstTwo = orders.map((order) =>
    order
      .slice(0, 2)
      .map(({ act }) => act)
      .sort()
      .join(),
  );
  return {
    claim: 'Inform and Request are the most frequent acts in both environments',
    printed: 'section 6, Appendix E.3',
    recomputed: orders
      .map(
        (order, place) =>
          `${called[environments[place] as Environment]}: ${order.map(({ act, share }) => `${act} ${show(share)}`).join(', ')}`,
      )
      .join('; '),
    agrees: firstTwo.every((two) => two === 'Inform,Request'),
    note: 'In the exchange economy Evaluate and Propose come before Inform. Means over ten rounds and six rules.',
  };
}

function confirm(): Finding {
  const [economy, recommendation] = environments.map((environment) => average(environment, 'Confirm'));
  const rises = steps(recommendation ?? []);
  const early = rises.slice(0, 2).reduce((sum, one) => sum + one, 0);
  const late = rises.slice(2).reduce((sum, one) => sum + one, 0);
  return {
    claim:
      'Confirm rises sharply after round 3 in the recommendation system, more gradually in the exchange economy',
    printed: 'Appendix E.3',
    recomputed: `recommendation system ${list(recommendation ?? [])}; exchange economy ${list(economy ?? [])}`,
    agrees: late > early,
    note: `In the recommendation system ${show(early)} of the rise comes up to round 3 and ${show(late)} after it. The largest single rise of all is in the exchange economy, in round 2.`,
  };
}

function summarize(): Finding {
  const halves = environments.map((environment) => {
    const values = average(environment, 'Summarize');
    return [mean(values.slice(1, 5)), mean(values.slice(5))] as const;
  });
  return {
    claim: 'Summarize increases slightly in later rounds',
    printed: 'section 6, Appendix E.3',
    recomputed: halves
      .map(
        ([early, late], place) =>
          `${called[environments[place] as Environment]}: ${show(early)} in rounds 2 to 5, ${show(late)} in 6 to 10`,
      )
      .join('; '),
    agrees: halves.every(([early, late]) => late > early),
    note: '',
  };
}

function evaluate(): Finding {
  const lowest = environments.map((environment) => Math.min(...average(environment, 'Evaluate')));
  return {
    claim: 'Evaluate is high in all rounds',
    printed: 'Appendix E.3, "consistently"',
    recomputed: environments
      .map((environment) => `${called[environment]} ${list(average(environment, 'Evaluate'))}`)
      .join('; '),
    agrees: lowest.every((one) => one >= 0.5),
    note: 'In the first round of the recommendation system it is nearly absent.',
  };
}

function propose(): Finding {
  const largest = environments.map((environment) => {
    const rises = steps(average(environment, 'Propose'));
    return rises.indexOf(Math.max(...rises)) + 2;
  });
  return {
    claim: 'Propose surges early in the exchange economy and peaks late in the recommendation system',
    printed: 'Appendix E.3',
    recomputed: `the largest rise is in round ${largest[0]} and in round ${largest[1]}`,
    agrees: (largest[0] ?? NaN) <= 3 && largest[1] === 10,
    note: 'In the recommendation system it leaps from 0.32 to 0.87 in the last round.',
  };
}

function rare(
  claim: string,
  which: readonly string[],
  where: readonly Environment[],
  printed: string,
): Finding {
  const highest = which.map((act) =>
    Math.max(...where.flatMap((environment) => ratios(environment, act).flat())),
  );
  return {
    claim,
    printed,
    recomputed: `highest ratios: ${which.map((act, place) => `${act} ${show(highest[place] ?? NaN)}`).join(', ')}`,
    agrees: highest.every((one) => one <= 0.1),
    note: 'Rare: at most 0.10 in every rule and round.',
  };
}
