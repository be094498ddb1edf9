import { audited, cellValue, mean, rowWhere, same, show, sum, type Check, type Finding } from '../finding';
import {
  called,
  environments,
  errors,
  gains,
  impliedUtilities,
  languageBased,
  methods,
  quoted,
  quotedOne,
  rules,
  statistic,
  worth,
  type Environment,
  type Method,
} from './cells';
import { tables } from './tables';

type Rule = (typeof rules)[number];

const stopped = (environment: Environment, method: Method): number[] =>
  statistic(environment, 'stopped-round', method).map((round) => round ?? NaN);

/** "unanimous 0.93, rated 0.83". */
const line = (which: readonly Rule[], values: readonly number[], digits = 2): string =>
  which.map((rule, place) => `${rule} ${show(values[place] ?? NaN, digits)}`).join(', ');

/** The rules under which a method always stops in one round, and what Table 10 prints for them. */
function stoppingIn(round: number, environment: Environment, method: Method) {
  const which = rules.filter((_, place) => stopped(environment, method)[place] === round);
  const printed = which.map((rule) => worth(environment, method)[rules.indexOf(rule)] ?? NaN);
  return { which, printed };
}

/** Share of the distance between never stopping and the oracle, summed over the six rules. */
const closed = (environment: Environment, method: Method): number =>
  100 * (sum(gains(environment, method)) / sum(gains(environment, 'oracle')));
const closedOfBoth = (method: Method): number =>
  mean(environments.map((environment) => closed(environment, method)));

/** Over single cells, leaving out those without a gap. */
function closedByCell(method: Method): number {
  const shares = environments.flatMap((environment) =>
    gains(environment, method).map((gain, place) => gain / (gains(environment, 'oracle')[place] ?? NaN)),
  );
  return 100 * mean(shares.filter(Number.isFinite));
}

/** Whether rounding of the printed cells, each up to 0.005 off, leaves room for the printed share. */
function within(method: Method, printed: number): boolean {
  const slack = 12 * 0.005;
  const bound = (way: 1 | -1): number =>
    100 *
    mean(
      environments.map((environment) => {
        const [gain, gap] = [sum(gains(environment, method)), sum(gains(environment, 'oracle'))];
        return (gain + way * slack) / (gap - way * slack);
      }),
    );
  return printed >= bound(-1) && printed <= bound(1);
}

function gapClosed(method: (typeof languageBased)[number]): Check {
  const printed = quoted('gap to the oracle that language-based stopping closes')[method] ?? NaN;
  const each = environments.map(
    (environment) => `${show(closed(environment, method), 1)}% in the ${called[environment]}`,
  );
  return {
    recomputed: `sums over rules: ${each.join(', ')}, mean ${show(closedOfBoth(method), 1)}%; mean over the 11 cells with a gap: ${show(closedByCell(method), 1)}%`,
    agrees: Math.round(closedOfBoth(method)) === printed ? true : within(method, printed) ? null : false,
  };
}

/**
 * Each fold rounds a mean of best rounds to a whole one, at most 0.5 away; the mean of five folds is then at most 0.5
 * from the mean of all best rounds, which is the oracle's row (each collaboration is in four of the five training sets).
 */
function countedFrom(from: 0 | 1): Check {
  const cells = environments.flatMap((environment) =>
    stopped(environment, 'validation-checkpoint').map((printed, place) => ({
      shifted: printed + 1 - from,
      best: stopped(environment, 'oracle')[place] ?? NaN,
    })),
  );
  const near = cells.filter(({ shifted, best }) => same(shifted, best, 0.5)).length;
  return {
    recomputed: `counted so, within 0.5 of the oracle's rounds in ${near} of 12 cells: ${cells.map(({ shifted, best }) => `${show(shifted)} for ${show(best)}`).join(', ')}`,
    agrees: near === cells.length,
  };
}

function table2RepeatsTable10(): Check {
  const { rows } = tables.table2;
  const equal = rows.filter((row) => {
    const method = String(row.setting?.['method']);
    const twin = rowWhere(tables.table10, { environment: 'recommendation', method });
    return rules.every((rule) => cellValue(row, rule) === cellValue(twin, rule));
  }).length;
  return { recomputed: `${equal} of ${rows.length} rows are equal`, agrees: equal === rows.length };
}

function firstAgreementInRoundOne(): Check {
  const { which, printed } = stoppingIn(1, 'recommendation', 'first-agreement');
  const first = which.map((rule) => errors(rule, 'mae')[0] ?? NaN);
  return {
    recomputed: `${line(which, first)} (Table 7, MAE@1)`,
    agrees: printed.every((one, place) => same(one, first[place] ?? NaN)),
  };
}

function nothingBeatsTheOracle(): Check {
  const worse = environments.flatMap((environment) => {
    const most = gains(environment, 'oracle');
    return methods.flatMap((method) =>
      gains(environment, method).filter((gain, place) => gain > (most[place] ?? NaN)),
    );
  }).length;
  return { recomputed: `${worse} of 60 cells are better than it`, agrees: worse === 0 };
}

function averagesOfTable11(): Check {
  const { rows } = tables.table11;
  const right = rows.filter((row) => {
    const values = rules.flatMap((rule) => row.cells[rule]?.value ?? []);
    return same(mean(values), cellValue(row, 'average'), 0.005);
  }).length;
  return { recomputed: `${right} of ${rows.length} rows are`, agrees: right === rows.length };
}

function roundsWhereNeverStopped(): Check {
  const odd = environments.flatMap((environment) =>
    methods
      .filter((method) => method !== 'validation-checkpoint')
      .flatMap((method) => {
        const shares = statistic(environment, 'effective-ratio', method);
        const rounds = statistic(environment, 'stopped-round', method);
        return rules.flatMap((rule, place) => {
          const round = rounds[place];
          return shares[place] === 0 && typeof round === 'number'
            ? [`${method}, ${rule}: ${show(round)}`]
            : [];
        });
      }),
  );
  return {
    recomputed: `printed all the same for ${odd.join('; ') || 'none'}`,
    agrees: odd.length === 0,
  };
}

function wholeSumsOfRounds(): Check {
  const off = environments.flatMap((environment) => {
    const shares = statistic(environment, 'effective-ratio', 'consecutive-agreements');
    return stopped(environment, 'consecutive-agreements').flatMap((round, place) => {
      const count = Math.round(100 * (shares[place] ?? 0));
      if (count === 0 || Number.isNaN(round)) return [];
      return same(Math.round(count * round), count * round, 0.005 * count)
        ? []
        : [`${rules[place]} ${show(round)} x ${count}`];
    });
  });
  return {
    recomputed: `no whole sum of rounds for ${off.join('; ') || 'none'}`,
    agrees: off.length === 0,
  };
}

function errorsAtTheCheckpoint(): Check {
  const { which, printed } = stoppingIn(1, 'recommendation', 'validation-checkpoint');
  const at = (round: number): number[] => which.map((rule) => errors(rule, 'mae')[round - 1] ?? NaN);
  const fits = (round: number): boolean =>
    printed.every((one, place) => same(one, at(round)[place] ?? NaN, 0.01));
  return {
    recomputed: `MAE@1: ${line(which, at(1))}; MAE@2: ${line(which, at(2))} (Table 7)`,
    agrees: fits(2) && !fits(1),
  };
}

function utilitiesAtTheCheckpoint(): Check {
  const { which, printed } = stoppingIn(3, 'exchange-economy', 'validation-checkpoint');
  const rows = which.map((rule) => rowWhere(tables.table1, { rule }));
  const third = rows.map((row) => cellValue(row, 'utility@3') / 100);
  const fourth = rows.map((row) => impliedUtilities(row).round4 / 100);
  const fits = (values: readonly number[]): boolean =>
    printed.every((one, place) => same(one, values[place] ?? NaN, 0.0055));
  return {
    recomputed: `round 3: ${line(which, third, 4)} (Table 1); round 4: ${line(which, fourth, 4)} (implied by Table 1)`,
    agrees: fits(fourth) && !fits(third),
  };
}

function betterInAlmostAll(): Check {
  const all = environments.flatMap((environment) => methods.flatMap((method) => gains(environment, method)));
  const better = all.filter((gain) => gain > 0).length;
  const equal = all.filter((gain) => gain === 0).length;
  return {
    recomputed: `of 60 cells ${better} are better than @10, ${equal} equal, ${all.length - better - equal} worse`,
    agrees: better >= 0.9 * all.length,
  };
}

function betterUnderMostRules(): Check {
  const better = languageBased.map(
    (method) =>
      environments.flatMap((environment) => gains(environment, method)).filter((gain) => gain > 0).length,
  );
  return {
    recomputed: `better than @10 in ${better[0]} (Information Distance) and ${better[1]} (Dialogue Act) of 12`,
    agrees: better.every((count) => count > 6),
  };
}

function closerToTheOracle(): Check {
  const recomputed = mean(languageBased.map(closedOfBoth));
  return {
    recomputed: `${show(recomputed, 1)}%, the mean of both methods, by sums over rules`,
    agrees: Math.round(recomputed) === quotedOne('what language-based stopping gains'),
  };
}

function improvesOnNeverStopping(): Check {
  const relative = environments.flatMap((environment) =>
    languageBased.map((method) => (100 * sum(gains(environment, method))) / sum(worth(environment, '@10'))),
  );
  return {
    recomputed: `${relative.map((one) => `${show(one, 1)}%`).join(', ')} over @10 (both methods in the exchange economy, then both in the recommendation system)`,
    agrees: relative.some((one) => Math.round(one) >= quotedOne('what language-based stopping gains')),
  };
}

function roundsSaved(): Check {
  const rounds = mean(
    environments.flatMap((environment) => languageBased.flatMap((method) => stopped(environment, method))),
  );
  const saved = 100 * (1 - rounds / 10);
  return {
    recomputed: `${show(saved, 1)}%: the stopped rounds of Table 11 average ${show(rounds)}`,
    agrees: Math.abs(saved - quotedOne('rounds that language-based stopping saves')) <= 1,
  };
}

function roundsSavedOfAll(): Check {
  const saved = languageBased.map((method) =>
    mean(
      environments.flatMap((environment) => {
        const shares = statistic(environment, 'effective-ratio', method);
        return stopped(environment, method).map((round, place) => 10 * (shares[place] ?? NaN) * (10 - round));
      }),
    ),
  );
  return {
    recomputed: `Information Distance ${show(saved[0] ?? NaN, 1)}%, Dialogue Act ${show(saved[1] ?? NaN, 1)}%, together ${show(mean(saved), 1)}%`,
    agrees: Math.abs(mean(saved) - quotedOne('rounds that language-based stopping saves')) <= 1,
  };
}

/** How each claim of data/published/roundtable-claims.json is recomputed; what the paper prints is there. */
const checks = {
  'Table 2': table2RepeatsTable10,
  'first agreement in round 1': firstAgreementInRoundOne,
  oracle: nothingBeatsTheOracle,
  averages: averagesOfTable11,
  'never stopped': roundsWhereNeverStopped,
  'whole sums': wholeSumsOfRounds,
  'rounds from 1': () => countedFrom(1),
  'rounds from 0': () => countedFrom(0),
  'errors at the checkpoint': errorsAtTheCheckpoint,
  'utilities at the checkpoint': utilitiesAtTheCheckpoint,
  'almost all': betterInAlmostAll,
  'most rules': betterUnderMostRules,
  'gap closed by information distance': () => gapClosed('information-distance'),
  'gap closed by dialogue act': () => gapClosed('dialogue-act'),
  closer: closerToTheOracle,
  improves: improvesOnNeverStopping,
  'rounds saved': roundsSaved,
  'rounds saved of all': roundsSavedOfAll,
};

/** RoundTable's statements on early stopping, compared with Tables 2, 7, 10 and 11. */
export function auditStopping(): readonly Finding[] {
  return audited('roundtable', 'stopping', checks);
}
