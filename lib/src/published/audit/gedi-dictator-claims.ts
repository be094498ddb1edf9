import { less } from './cells';
import { show, type Finding } from './finding';
import {
  accuracy,
  benchmarks,
  countByBenchmark,
  gain,
  models,
  named,
  ordinalRules,
  pairs,
  points,
} from './gedi-cells';

/** What section 5.2 says of the dictatorial methods and of range voting, held against Table 2. */
export function gediDictatorClaims(): Finding[] {
  return [
    informedBeatsBlind(),
    votingBeatsInformed(),
    misinformedLoses(),
    resilience(),
    rangeLoses(),
    rangeExceptions(),
  ];
}

function informedBeatsBlind(): Finding {
  const better = pairs.filter((pair) => gain(pair, 'informed dictatorial') > 0).length;
  const equal = pairs.filter((pair) => gain(pair, 'informed dictatorial') === 0).length;
  const most = models.filter(
    (model) =>
      benchmarks.filter((benchmark) => gain({ benchmark, model }, 'informed dictatorial') > 0).length >= 2,
  );
  return {
    claim: 'most models perform better under informed than under blind dictatorial',
    printed: 'section 5.2',
    recomputed: `better in ${better} of ${pairs.length} cells, equal in ${equal}, worse in ${pairs.length - better - equal}: ${countByBenchmark((pair) => gain(pair, 'informed dictatorial') > 0)}; ${most.length} of ${models.length} models are better on at least two benchmarks`,
    agrees: better > pairs.length / 2,
    note: 'True of all cells together by a hair; on MMLU most models are not better, and llama-3-8b and glm-4-9b lose 7 to 13 points on some benchmarks.',
  };
}

function votingBeatsInformed(): Finding {
  const best = (pair: (typeof pairs)[number]): number =>
    Math.max(...ordinalRules.map((rule) => accuracy(pair, rule)));
  const above = pairs.filter((pair) => accuracy(pair, 'informed dictatorial') > best(pair));
  const single = pairs.flatMap((pair) =>
    ordinalRules.filter((rule) => accuracy(pair, 'informed dictatorial') > accuracy(pair, rule)),
  ).length;
  return {
    claim: 'informed dictatorial does not outperform the ordinal methods',
    printed: 'section 5.2',
    recomputed: `it exceeds all six in ${above.length} of ${pairs.length} rows (${above.map((pair) => `${named(pair)} ${show(accuracy(pair, 'informed dictatorial'), 1)} against ${show(best(pair), 1)}`).join('; ')}), and ${single} of ${pairs.length * ordinalRules.length} cells`,
    agrees: above.length === 0,
    note: 'By a point at most.',
  };
}

function misinformedLoses(): Finding {
  const losses = pairs.map((pair) => gain(pair, 'mis-informed dictatorial'));
  const against = pairs.filter(
    (pair) => accuracy(pair, 'mis-informed dictatorial') >= accuracy(pair, 'informed dictatorial'),
  );
  return {
    claim: 'random ballots reduce the accuracy of a dictator significantly',
    printed: 'section 5.2',
    recomputed: `below blind dictatorial in ${losses.filter((loss) => loss < 0).length} of ${losses.length} rows, by ${show(-Math.max(...losses), 1)} to ${show(-Math.min(...losses), 1)} points; not below informed in ${against.length}`,
    agrees: losses.every((loss) => loss < 0) && against.length === 0,
    note: '',
  };
}

function resilience(): Finding {
  const ranks = benchmarks.map((benchmark) => {
    const order = [...models].sort(
      (a, b) =>
        gain({ benchmark, model: b }, 'mis-informed dictatorial') -
        gain({ benchmark, model: a }, 'mis-informed dictatorial'),
    );
    return {
      benchmark,
      text: order
        .slice(0, 3)
        .map((model) => `${model} ${points(gain({ benchmark, model }, 'mis-informed dictatorial'))}`),
      two: order.slice(0, 2),
    };
  });
  return {
    claim: 'glm-4-9b and gpt-4 lose less to random ballots than the other models, on all three benchmarks',
    printed: 'section 5.2',
    recomputed: ranks.map(({ benchmark, text }) => `least on ${benchmark}: ${text.join(', ')}`).join('; '),
    agrees: ranks.every(({ two }) => two.includes('glm-4-9b') && two.includes('gpt-4')),
    note: 'llama-3-8b on MMLU-Pro and llama-3-70b on ARC-Challenge lose less than one of the two.',
  };
}

const lowest = (pair: (typeof pairs)[number]): number =>
  less(accuracy(pair, 'range'), Math.min(...ordinalRules.map((rule) => accuracy(pair, rule))));

function rangeLoses(): Finding {
  const below = pairs.filter((pair) => lowest(pair) < 0).length;
  return {
    claim: 'most models are worse under range voting than under ordinal methods',
    printed: 'section 5.2',
    recomputed: `below all six in ${below} of ${pairs.length} rows: ${countByBenchmark((pair) => lowest(pair) < 0)}`,
    agrees: below > pairs.length / 2,
    note: 'Most in every benchmark, and all rows of models below 10B.',
  };
}

function rangeExceptions(): Finding {
  const exceptions = ['llama-3-70b', 'gpt-3.5-turbo', 'gpt-4'];
  const odd = pairs.filter((pair) => exceptions.includes(pair.model) !== gain(pair, 'range') > 0);
  return {
    claim:
      'llama-3-70b, gpt-3.5 and gpt-4, and they alone, do better under range voting than under blind dictatorial',
    printed: 'section 5.2',
    recomputed: `holds in ${pairs.length - odd.length} of ${pairs.length} rows; not ${odd.map((pair) => `${named(pair)} ${points(gain(pair, 'range'))}`).join('; ')}`,
    agrees: odd.length === 0,
    note: '',
  };
}
