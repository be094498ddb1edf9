import type { PublishedRow } from '../published-table';
import { allRows, cellValue, quotedValues, show, value, type Finding } from './finding';
import { impliedUtilities } from './implied-utilities';

/** What the printed values say of how the metrics were computed, where the paper's words leave it open. */
export function metricDefinitions(): Finding[] {
  return [
    aucIsAMean(),
    impliedRoundsMakeSense(),
    rationalityDenominator(),
    rationalityWithoutDecision(),
    rigidityRounds(),
    fairness(),
  ];
}

function aucIsAMean(): Finding {
  const below = allRows().filter((row) => cellValue(row, 'auc@3') < cellValue(row, 'utility@3'));
  return {
    claim: 'reading: AUC@n is the sum of U_r / U_max over rounds 1 to n',
    printed: 'the formula of section 4.1',
    recomputed: `AUC@3 is below U@3, one of its own three terms, in ${below.length} of ${allRows().length} rows`,
    agrees: below.length === 0,
    note: 'The tables print the mean, the sum divided by n.',
  };
}

function impliedRoundsMakeSense(): Finding {
  const implied = allRows().map(impliedUtilities);
  const fourth = allRows().map((row, place) => {
    const [third, fifth] = [cellValue(row, 'utility@3'), cellValue(row, 'utility@5')];
    const between = Math.min(
      Math.max(implied[place]?.round4 ?? NaN, Math.min(third, fifth)),
      Math.max(third, fifth),
    );
    return Math.abs((implied[place]?.round4 ?? NaN) - between);
  });
  const all = implied.flatMap((utilities) => Object.values(utilities) as number[]);
  return {
    claim: 'reading: AUC@n is the mean of U_r / U_max over rounds 1 to n',
    printed: 'the values of Tables 1 and 6',
    recomputed: `the unprinted rounds come out between ${show(Math.min(...all))} and ${show(Math.max(...all))}; round 4 is at most ${show(Math.max(...fourth))} points outside the range of rounds 3 and 5`,
    agrees: Math.min(...all) >= 0 && Math.max(...all) <= 100 && Math.max(...fourth) < 1,
    note: 'U_1 + U_2 = 3 AUC@3 - U@3, U_4 = 5 AUC@5 - 3 AUC@3 - U@5, U_6 + ... + U_9 = 10 AUC@10 - 5 AUC@5 - U@10.',
  };
}

function rationalityDenominator(): Finding {
  const off = allRows().filter((row) => !onGrid(row, 'rationality', agentRounds(row)));
  return {
    claim: 'reading: rationality is a share of all agents in all rounds',
    printed: '"the ratio of rounds" (section 4.1)',
    recomputed: `${allRows().length - off.length} of ${allRows().length} values are whole counts over collaborations x agents x 10 rounds; not ${off.map((row) => row.label).join(' and ')}`,
    agrees: off.length === 0,
    note: 'All of Table 1 lies on that grid, where only three in ten values do by chance (0.3^6 = 0.0007): rounds without a decision or without a new proposal were not left out. The two others, of 30 collaborations, must have another denominator.',
  };
}

function rationalityWithoutDecision(): Finding {
  const agreed = quotedValues('share of collaborations with an agreement')['unanimous'] ?? NaN;
  const round = quotedValues('round of the first agreement')['unanimous'] ?? NaN;
  const undecided = 100 * (agreed * (round / 10) + (1 - agreed));
  const printed = value('table1', 'Unanimous', 'rationality');
  return {
    claim: 'reading: every agent proposes in every round, and any proposal exceeds having no decision',
    printed: `rationality ${show(printed)} for unanimous (Table 1); first agreement in round ${show(round)}, in ${show(100 * agreed, 0)}% (Table 11)`,
    recomputed: `at least ${show(undecided)}, the share of its rounds that begin without a decision`,
    agrees: printed >= undecided,
    note: 'Rounds without a decision are in the denominator, so either agents often skipped their proposal, or a proposal does not count as rational there. Rationality rises with the round of the first agreement over the other rules, which speaks for the former.',
  };
}

function rigidityRounds(): Finding {
  const off = allRows().filter((row) => !onGrid(row, 'rigidity', 10 * collaborations(row)));
  const changes = (100 - value('table1', 'Unanimous', 'rigidity')) / 10;
  const agreed = quotedValues('share of collaborations with an agreement')['unanimous'] ?? NaN;
  return {
    claim: 'reading: rigidity counts 10 rounds, the first against U_0 = 0',
    printed:
      'the formula of section 4.1; rigidity 93.00 for unanimous (Table 1), agreement in 0.62 (Table 11)',
    recomputed: `${off.length} values off the grid of whole rounds; unanimous changes ${show(changes)} times a collaboration, ${show(agreed)} of them first agreements`,
    agrees: off.length === 0 && changes >= agreed,
    note: 'So a first agreement is a change, and rounds without any decision count as rigid.',
  };
}

function fairness(): Finding {
  const agreed = 100 * (quotedValues('share of collaborations with an agreement')['unanimous'] ?? NaN);
  const printed = value('table1', 'Unanimous', 'fairness');
  return {
    claim: 'reading: a collaboration without agreement has fairness 0',
    printed: `fairness ${show(printed)} for unanimous (Table 1), agreement in ${show(agreed, 0)}% (Table 11)`,
    recomputed: `at most ${show(agreed)} would be possible`,
    agrees: printed <= agreed,
    note: 'They were left out, or counted as 1 (0 / 0 read as equal). The printed numbers do not tell which.',
  };
}

function collaborations(row: PublishedRow): number {
  return Number(row.setting?.['collaborations']);
}

function agentRounds(row: PublishedRow): number {
  return collaborations(row) * Number(row.setting?.['agents']) * 10;
}

/** Whether some whole count over the denominator is printed, in percent to 0.01, as this value. */
function onGrid(row: PublishedRow, column: string, denominator: number): boolean {
  const printed = cellValue(row, column);
  const nearest = (100 * Math.round((printed * denominator) / 100)) / denominator;
  return Math.abs(nearest - printed) <= 0.005 + 1e-9;
}
