import { roundtable } from '../roundtable';
import { acts, ratios } from './act-cells';
import { course, environments, rules } from './cells';
import { show, type Finding } from './finding';

/** Of what Table 9's ratios may be shares; the paper does not say. */
export function ratioDenominator(): Finding[] {
  return [shareOfLabels(), denominator()];
}

function shareOfLabels(): Finding {
  const sums = environments.flatMap((environment) => {
    const byAct = acts.map((act) => ratios(environment, act));
    return rules.flatMap((_, rule) =>
      Array.from({ length: 10 }, (__, round) =>
        byAct.reduce((sum, courses) => sum + (courses[rule]?.[round] ?? NaN), 0),
      ),
    );
  });
  return {
    claim: "reading: the ratio is an act's share of all labels given in a round",
    printed: 'Table 9, which does not say of what',
    recomputed: `the ratios of a round add up to between ${show(Math.min(...sums))} and ${show(Math.max(...sums))}, not to 1`,
    agrees: sums.every((sum) => Math.abs(sum - 1) < 0.06),
    note: 'So it is a share of things that can carry several labels each.',
  };
}

function denominator(): Finding {
  const all = roundtable.table9.rows.flatMap((row) => course(row, 'ratio'));
  const possible = (of: number): number =>
    all.filter((value) => Math.abs(Math.round(value * of) / of - value) <= 0.005 + 1e-9).length;
  const full = all.filter((value) => value === 1).length;
  return {
    claim: "reading: the ratio is a share of a round's messages (300), or of its collaborations (100)",
    printed: 'Table 9, which does not say of what',
    recomputed: `${possible(300)} of ${all.length} values are possible over 300, ${possible(100)} over 100; ${full} are printed as 1.00`,
    agrees: null,
    note: 'To two decimals every value fits both. As shares of messages, up to 5 acts a message on average, and at least 299 of 300 messages with the act wherever 1.00 is printed; as shares of collaborations, one agent of three is enough.',
  };
}
