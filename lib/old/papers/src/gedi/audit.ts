import { check, listOf, object, settings, whole } from 'agora-voting/internal';
import { audited, cellValue, less, mean, show, type Check, type Finding } from '../finding';
import {
  accuracy,
  benchmarks,
  countByBenchmark,
  gain,
  meanGain,
  models,
  named,
  ordinalRules,
  pairs,
  points,
  profiles,
  quoted,
  type Pair,
} from './cells';
import { differenceChecks } from './differences';
import { documentChecks } from './document-audit';
import { tables } from './tables';

/** Data that the audit of GEDI can use in addition to the paper. */
export interface GediAuditData {
  /** Options of each of the first 100 questions of each discipline of MMLU-Pro. Without them one finding is omitted. */
  readonly mmluProOptions?: readonly number[];
}

const optionCountsGiven = listOf('numbers of options', whole(1), 1);

/** Every statement of GEDI that its own printed numbers can check, and one that the questions of MMLU-Pro can. */
export function audit(data: GediAuditData = {}): readonly Finding[] {
  check('audit', settings({ mmluProOptions: optionCountsGiven.optional() }), data);
  const { mmluProOptions } = data;
  return audited('gedi', 'audit', {
    ...differenceChecks,
    ...votingChecks,
    ...dictatorChecks,
    ...Object.fromEntries(
      benchmarks.map((benchmark) => [`random ${benchmark}`, () => randomBaseline(benchmark)]),
    ),
    'random ballots': () => (mmluProOptions === undefined ? [] : randomBallots(mmluProOptions)),
    ...profileChecks,
    ...subjectChecks,
    ...documentChecks,
  });
}

const gains = (rules: readonly string[]) =>
  pairs.flatMap((pair) => rules.map((rule) => ({ pair, rule, gain: gain(pair, rule) })));
const listed = (chosen: ReturnType<typeof gains>): string =>
  chosen.map(({ pair, rule, gain: value }) => `${rule} of ${named(pair)} ${points(value)}`).join('; ');

/** The statements of section 5.2 on the six ordinal rules, compared with Table 2. */
const votingChecks = {
  'match or surpass': (): Check => {
    const cells = gains(ordinalRules);
    const below = cells.filter((cell) => cell.gain < 0);
    return {
      recomputed: `below it in ${below.length} of ${cells.length} cells: ${listed(below)}`,
      agrees: below.length === 0,
    };
  },
  'minimax and ranked pairs': (): Check => {
    const chosen = gains(['minimax', 'ranked pairs']);
    const rest = chosen.filter((cell) => cell.gain <= 0);
    return {
      recomputed: `positive in ${chosen.length - rest.length} of ${chosen.length} cells; not ${listed(rest)}`,
      agrees: rest.length === 0,
    };
  },
  'average increases': (): Check => {
    const stated = Object.entries(quoted('average accuracy increase of voting on MMLU'));
    const over = (model: string, rules: readonly string[]): number =>
      mean(rules.map((rule) => gain({ benchmark: 'MMLU', model }, rule)));
    const told = (rules: readonly string[]): string =>
      stated.map(([model]) => show(over(model, rules))).join(', ');
    const fits = (rules: readonly string[]): boolean =>
      stated.every(([model, value]) => Math.abs(over(model, rules) - value) <= 0.05 + 1e-9);
    // Which columns' mean gives the three increases that the text names?
    const fitting = choices(ordinalRules).filter(fits);
    return {
      recomputed: `mean of the six ordinal columns: ${told(ordinalRules)}; with informed dictatorial: ${told([...ordinalRules, 'informed dictatorial'])}; without borda: ${told(ordinalRules.filter((rule) => rule !== 'borda'))}`,
      agrees: fits(ordinalRules),
      note: `Each is 0.1 above the plain mean, which "approximately" may cover. Of the ${2 ** ordinalRules.length - 1} choices of columns ${fitting.length} give all three: ${fitting.map((rules) => rules.join(' + ')).join('; ')}. The text names no such choice.`,
    };
  },
  'gains by size': (): Check => {
    const substantial = ['mistral-7b', 'llama-3-8b', 'glm-4-9b', 'gpt-3.5-turbo', 'gpt-4'];
    const medium = models.filter((model) => !substantial.includes(model));
    const meanOf = (model: string): number =>
      mean(pairs.filter((pair) => pair.model === model).map(meanGain));
    const told = (names: readonly string[]): string =>
      names.map((model) => `${model} ${points(meanOf(model))}`).join(', ');
    return {
      recomputed: `mean gain over six rules and three benchmarks: ${told(substantial)} against ${told(medium)}`,
      agrees: Math.min(...substantial.map(meanOf)) > Math.max(...medium.map(meanOf)),
    };
  },
  'gains on MMLU-Pro': (): Check => {
    const order = pairs
      .filter(({ benchmark }) => benchmark === 'MMLU-Pro')
      .sort((a, b) => meanGain(b) - meanGain(a));
    const first = order.slice(0, 2).map(({ model }) => model);
    return {
      recomputed: order
        .map(
          (pair) =>
            `${pair.model} ${points(meanGain(pair))} on ${show(accuracy(pair, 'blind dictatorial'), 1)}`,
        )
        .join(', '),
      agrees: ['llama-3-8b', 'glm-4-9b'].every((model) => first.includes(model)),
    };
  },
};

/** Every choice of at least one of these, in their order. */
function choices<Item>(items: readonly Item[]): Item[][] {
  const all = items.reduce<Item[][]>(
    (chosen, item) => [...chosen, ...chosen.map((one) => [...one, item])],
    [[]],
  );
  return all.filter((one) => one.length > 0);
}

const informed = 'informed dictatorial';
const misinformed = 'mis-informed dictatorial';
const bestOrdinal = (pair: Pair): number => Math.max(...ordinalRules.map((rule) => accuracy(pair, rule)));
const overWorst = (pair: Pair): number =>
  less(accuracy(pair, 'range'), Math.min(...ordinalRules.map((rule) => accuracy(pair, rule))));

/** The statements of section 5.2 on the dictatorial methods and range voting, compared with Table 2. */
const dictatorChecks = {
  'informed beats blind': (): Check => {
    const isBetter = (pair: Pair): boolean => gain(pair, informed) > 0;
    const better = pairs.filter(isBetter).length;
    const equal = pairs.filter((pair) => gain(pair, informed) === 0).length;
    const most = models.filter(
      (model) => benchmarks.filter((benchmark) => isBetter({ benchmark, model })).length >= 2,
    ).length;
    return {
      recomputed: `better in ${better} of ${pairs.length} cells, equal in ${equal}, worse in ${pairs.length - better - equal}: ${countByBenchmark(isBetter)}; ${most} of ${models.length} models are better on at least two benchmarks`,
      agrees: better > pairs.length / 2,
    };
  },
  'voting beats informed': (): Check => {
    const above = pairs.filter((pair) => accuracy(pair, informed) > bestOrdinal(pair));
    const single = pairs.flatMap((pair) =>
      ordinalRules.filter((rule) => accuracy(pair, informed) > accuracy(pair, rule)),
    ).length;
    const told = above.map(
      (pair) => `${named(pair)} ${show(accuracy(pair, informed), 1)} against ${show(bestOrdinal(pair), 1)}`,
    );
    return {
      recomputed: `it exceeds all six in ${above.length} of ${pairs.length} rows (${told.join('; ')}), and ${single} of ${pairs.length * ordinalRules.length} cells`,
      agrees: above.length === 0,
    };
  },
  'mis-informed loses': (): Check => {
    const losses = pairs.map((pair) => gain(pair, misinformed));
    const against = pairs.filter((pair) => accuracy(pair, misinformed) >= accuracy(pair, informed)).length;
    return {
      recomputed: `below blind dictatorial in ${losses.filter((loss) => loss < 0).length} of ${losses.length} rows, by ${show(-Math.max(...losses), 1)} to ${show(-Math.min(...losses), 1)} points; not below informed in ${against}`,
      agrees: losses.every((loss) => loss < 0) && against === 0,
    };
  },
  resilience: (): Check => {
    const ranks = benchmarks.map((benchmark) => {
      const lost = (model: string): number => gain({ benchmark, model }, misinformed);
      const order = [...models].sort((a, b) => lost(b) - lost(a));
      const told = order.slice(0, 3).map((model) => `${model} ${points(lost(model))}`);
      return { told: `least on ${benchmark}: ${told.join(', ')}`, two: order.slice(0, 2) };
    });
    return {
      recomputed: ranks.map(({ told }) => told).join('; '),
      agrees: ranks.every(({ two }) => two.includes('glm-4-9b') && two.includes('gpt-4')),
    };
  },
  'range loses': (): Check => {
    const below = pairs.filter((pair) => overWorst(pair) < 0).length;
    return {
      recomputed: `below all six in ${below} of ${pairs.length} rows: ${countByBenchmark((pair) => overWorst(pair) < 0)}`,
      agrees: below > pairs.length / 2,
    };
  },
  'exceptions of range': (): Check => {
    const exceptions = ['llama-3-70b', 'gpt-3.5-turbo', 'gpt-4'];
    const odd = pairs.filter((pair) => exceptions.includes(pair.model) !== gain(pair, 'range') > 0);
    return {
      recomputed: `holds in ${pairs.length - odd.length} of ${pairs.length} rows; not ${odd.map((pair) => `${named(pair)} ${points(gain(pair, 'range'))}`).join('; ')}`,
      agrees: odd.length === 0,
    };
  },
};

const randomColumn = (benchmark: Pair['benchmark']): number[] =>
  models.map((model) => accuracy({ benchmark, model }, 'random'));

/** The statements of section 5.2 on the random baselines, compared with Table 2. */
function randomBaseline(benchmark: Pair['benchmark']): Check {
  const values = randomColumn(benchmark);
  return {
    recomputed: `${show(Math.min(...values), 1)} to ${show(Math.max(...values), 1)} in Table 2, mean ${show(mean(values))}`,
    agrees: Math.round(mean(values)) === quoted('random baseline')[benchmark],
  };
}

/**
 * Expected accuracy, in percent, of a random answer to each question: the mean of 1 / options.
 * @param optionCounts - the number of options of each question
 * @throws AgoraError 'setting' when there is no question, or one with fewer than one option
 */
export function randomBallotAccuracy(optionCounts: readonly number[]): number {
  check('randomBallotAccuracy', object('arguments', { optionCounts: optionCountsGiven }), { optionCounts });
  return 100 * mean(optionCounts.map((count) => 1 / count));
}

/**
 * MMLU-Pro has questions of fewer than ten options, so a ballot drawn at random among a question's own options is
 * right more often than 10%. Recomputed from the questions themselves, which the caller brings.
 * @param optionCounts - options of each of the first 100 questions of each discipline (1,400 in the paper)
 */
function randomBallots(optionCounts: readonly number[]): Check {
  const expected = randomBallotAccuracy(optionCounts);
  const values = randomColumn('MMLU-Pro');
  const fewer = optionCounts.filter((count) => count < 10).length;
  // Eight models, five runs each: a share p of n questions has standard error sqrt(p (1 - p) / n).
  const share = expected / 100;
  const error = 100 * Math.sqrt((share * (1 - share)) / (optionCounts.length * 5 * values.length));
  return {
    recomputed: `${show(expected)} expected over ${optionCounts.length} questions, of which ${fewer} have fewer than ten options; the printed mean is ${show(Math.abs(mean(values) - expected) / error, 1)} standard errors (${show(error)}) away`,
    agrees: Math.abs(mean(values) - expected) <= 3 * error,
  };
}

const questions = ({ benchmark }: Pair): number => quoted('questions')[benchmark] ?? Number.NaN;
const marked = (item: string): string[] =>
  tables.marks
    .filter((mark) => mark.item === item)
    .map(({ row }) => row)
    .sort();

function informedFewer(original: 'ordinal ranking' | 'mis-informed'): Check {
  const surplus = (pair: Pair): number => profiles(pair, 'informed') - profiles(pair, original);
  const more = pairs.filter((pair) => surplus(pair) > 0);
  const most = [...more].sort((a, b) => surplus(b) - surplus(a))[0];
  const equal = pairs.filter((pair) => surplus(pair) === 0).length;
  return {
    recomputed: `more than the ${original} counts in ${more.length} of ${pairs.length} rows${most ? `, by most for ${named(most)}: ${profiles(most, 'informed')} against ${profiles(most, original)}` : ''}`,
    agrees: more.length === 0,
    ...(original === 'mis-informed' && {
      note: `Random ballots are always complete, so only the dictator can fail there. Equal in ${equal} rows.`,
    }),
  };
}

/** The statements of Appendix C on valid profiles, compared with Table 5. */
const profileChecks = {
  totals: (): Check => {
    const { table5, marks } = tables;
    const over = table5.rows.flatMap(({ setting, cells }) => {
      const pair = { benchmark: setting?.['benchmark'], model: setting?.['model'] } as Pair;
      return table5.columns
        .filter((format) => (cells[format]?.value ?? 0) > questions(pair))
        .map((format) => `${format} of ${named(pair)}`);
    });
    const counts = table5.rows.length * 4 + marks.filter(({ item }) => item === 'Table 5').length;
    return {
      recomputed: over.length === 0 ? `all ${counts} counts of Table 5 are within them` : over.join('; '),
      agrees: over.length === 0,
    };
  },
  'informed and ordinal': () => informedFewer('ordinal ranking'),
  'informed and mis-informed': () => informedFewer('mis-informed'),
  // If ten ballots are each valid with chance p, a profile is with chance p^10, and one more ballot with chance p.
  'one ballot': (): Check => {
    const open = pairs.filter((pair) => profiles(pair, 'ordinal ranking') < questions(pair));
    const shares = open.map((pair) => ({
      whole: profiles(pair, 'ordinal ranking') / questions(pair),
      own: profiles(pair, 'informed') / questions(pair),
    }));
    const one = shares.map(({ whole, own }) => Math.abs(100 * (own - whole ** (1 / 10))));
    const ten = shares.map(({ whole, own }) => Math.abs(100 * (own - whole)));
    return {
      recomputed: `the share of valid informed answers is ${show(mean(one), 1)} points from the tenth root of the share of valid profiles on average, at most ${show(Math.max(...one), 1)}; from that share itself ${show(mean(ten), 1)} points, at most ${show(Math.max(...ten), 1)}`,
      agrees: mean(one) < mean(ten) ? null : false,
    };
  },
  'scores beside rankings': (): Check => {
    const more = pairs.filter((pair) => profiles(pair, 'range') > profiles(pair, 'ordinal ranking'));
    const told = more.map(
      (pair) => `${named(pair)} ${profiles(pair, 'range')} against ${profiles(pair, 'ordinal ranking')}`,
    );
    return {
      recomputed: `more valid range profiles than rankings in ${more.length} of ${pairs.length} rows: ${told.join('; ')}`,
      agrees: more.length === 0,
    };
  },
  asterisks: (): Check => {
    const complete = [...pairs].sort((a, b) => profiles(a, 'range') - profiles(b, 'range'));
    const rows = marked('Table 5');
    const next = complete[rows.length];
    return {
      recomputed: `the same ${rows.length} rows in both: ${rows.join('; ')}; the next lowest count is ${next ? `${profiles(next, 'range')}, ${named(next)}` : 'none'}`,
      agrees: marked('Table 2').join() === rows.join(),
    };
  },
};

/** What section 5.3 says of subjects (Figures 6 and 7): which benchmark it can be of, and on how many questions. */
const subjectChecks = {
  'benchmark of Figures 6 and 7': (): Check => {
    const whole = (benchmark: Pair['benchmark'], model: string): number =>
      gain({ benchmark, model }, 'plurality');
    const fits = benchmarks.filter((benchmark) =>
      tables.figure6.rows.every((row) => {
        const own = whole(benchmark, String(row.setting?.['model']));
        return own >= cellValue(row, 'lowest') && own <= cellValue(row, 'highest');
      }),
    );
    const told = (model: string): string =>
      benchmarks.map((benchmark) => `${points(whole(benchmark, model))} on ${benchmark}`).join(', ');
    return {
      recomputed: `a gain over all subjects must lie among those of single ones; Table 2 has for gpt-3.5 ${told('gpt-3.5-turbo')}; for gpt-4 ${told('gpt-4')}: only ${fits.join(' and ')} fits`,
      agrees: fits.join() === 'MMLU',
    };
  },
  'a hundred questions': (): Check => {
    const printed = [
      ...tables.figure6.rows.flatMap((row) => [cellValue(row, 'lowest'), cellValue(row, 'highest')]),
      ...tables.figure7.rows.map((row) => cellValue(row, 'difference')),
    ];
    const off = printed.filter((value) => Math.abs(value / 0.2 - Math.round(value / 0.2)) > 1e-6);
    return {
      recomputed: `such a mean moves in steps of 0.2 points; ${off.length} of ${printed.length} values ${off.length === 1 ? 'is' : 'are'} no multiple: ${off.map(points).join(', ')}`,
      agrees: off.length === 0,
    };
  },
  'a subject against all': (): Check => {
    const [own, other] = ['ranked pairs', 'plurality'].map((rule) =>
      accuracy({ benchmark: 'MMLU', model: 'gpt-4' }, rule),
    ) as [number, number];
    return {
      recomputed: `over all of MMLU the difference is ${points(less(own, other))} (${show(own, 1)} less ${show(other, 1)})`,
      agrees: null,
    };
  },
};
