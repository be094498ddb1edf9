import { roundtable } from '../roundtable';
import { course, environments, mean, rowWhere, rules, same } from './cells';
import { cellValue, show, type Finding } from './finding';
import { gains, methods, statistic, worth } from './stopping-cells';

/** Tables 2, 10 and 11 against each other and against Table 7. */
export function stoppingTables(): Finding[] {
  return [table2(), firstAgreementInRoundOne(), oracle(), averages(), neverStopped(), wholeSums()];
}

function table2(): Finding {
  const rows = roundtable.table2.rows.map((row) => {
    const twin = rowWhere(roundtable.table10, {
      environment: 'recommendation',
      method: String(row.setting?.['method']),
    });
    return rules.every((rule) => cellValue(row, rule) === cellValue(twin, rule));
  });
  return {
    claim: 'Table 2 is the lower half of Table 10',
    printed: 'section 7',
    recomputed: `${rows.filter(Boolean).length} of ${rows.length} rows are equal`,
    agrees: rows.every(Boolean),
    note: 'So it holds no new information: a comparison with both counts it once.',
  };
}

function firstAgreementInRoundOne(): Finding {
  const rounds = statistic('recommendation', 'stopped-round', 'first-agreement');
  const always = rules.filter((_, place) => rounds[place] === 1);
  const printed = always.map(
    (rule) => worth('recommendation', 'first-agreement')[rules.indexOf(rule)] ?? NaN,
  );
  const first = always.map((rule) => course(rowWhere(roundtable.table7, { rule }), 'mae')[0] ?? NaN);
  return {
    claim: 'where every collaboration agrees in round 1, First Agreement has the error of round 1',
    printed: always.map((rule, place) => `${rule} ${show(printed[place] ?? NaN)}`).join(', ') + ' (Table 10)',
    recomputed:
      always.map((rule, place) => `${rule} ${show(first[place] ?? NaN)}`).join(', ') + ' (Table 7, MAE@1)',
    agrees: printed.every((one, place) => same(one, first[place] ?? NaN)),
    note: 'Table 11 prints a stopped round of 1.00 for both, in all collaborations. Whole-number errors on 100 examples have a mean on the 0.01 grid, so rounding does not explain a difference of 0.01.',
  };
}

function oracle(): Finding {
  const worse = environments.flatMap((environment) =>
    methods.flatMap((method) =>
      gains(environment, method).filter((gain, place) => gain > (gains(environment, 'oracle')[place] ?? NaN)),
    ),
  );
  return {
    claim: 'the oracle is at least as good as every method',
    printed: 'Appendix D.7',
    recomputed: `${worse.length} of 60 cells are better than it`,
    agrees: worse.length === 0,
    note: 'Unanimous voting in the exchange economy leaves nothing to gain: oracle and @10 both print 0.48.',
  };
}

function averages(): Finding {
  const off = roundtable.table11.rows.filter((row) => {
    const values = rules.flatMap((rule) => row.cells[rule]?.value ?? []);
    return !same(mean(values), cellValue(row, 'average'), 0.005);
  });
  return {
    claim: 'the averages of Table 11 are means over the rules, leaving out dashes',
    printed: 'Table 11',
    recomputed: `${roundtable.table11.rows.length - off.length} of ${roundtable.table11.rows.length} rows are`,
    agrees: off.length === 0,
    note: 'Consecutive Agreements in the exchange economy: 39.50 / 5 = 7.90; over six rules it would be 6.58.',
  };
}

function neverStopped(): Finding {
  const odd = environments.flatMap((environment) =>
    (['first-agreement', 'consecutive-agreements', 'information-distance', 'dialogue-act'] as const).flatMap(
      (method) => {
        const ratios = statistic(environment, 'effective-ratio', method);
        const rounds = statistic(environment, 'stopped-round', method);
        return rules.flatMap((rule, place) => {
          const round = rounds[place];
          return ratios[place] === 0 && typeof round === 'number'
            ? [`${method}, ${rule}: ${show(round)}`]
            : [];
        });
      },
    ),
  );
  return {
    claim: 'a method that never applies has no stopped round',
    printed: 'Table 11, a dash for unanimous voting',
    recomputed: `printed all the same for ${odd.join('; ') || 'none'}`,
    agrees: odd.length === 0,
    note: 'Exchange economy. With 100 collaborations an effective ratio of 0.00 is none at all. 10.00 may stand for the limit.',
  };
}

function wholeSums(): Finding {
  const off = environments.flatMap((environment) => {
    const ratios = statistic(environment, 'effective-ratio', 'consecutive-agreements');
    const rounds = statistic(environment, 'stopped-round', 'consecutive-agreements');
    return rules.flatMap((rule, place) => {
      const [count, round] = [Math.round(100 * (ratios[place] ?? 0)), rounds[place]];
      if (count === 0 || round === null || round === undefined) return [];
      return same(Math.round(count * round), count * round, 0.005 * count)
        ? []
        : [`${rule} ${show(round)} x ${count}`];
    });
  });
  return {
    claim: 'reading: the stopped round is the mean over all collaborations in which the method applied',
    printed: 'Table 11, Consecutive Agreements',
    recomputed: `no whole sum of rounds for ${off.join('; ') || 'none'}`,
    agrees: off.length === 0,
    note: 'A mean of the means of the folds can have such values.',
  };
}
