import type { S2MadPaper } from '../s2-mad';
import { allConditions, cellIn, conditionsOf, type DebateCondition } from '../s2-mad-conditions';
import { show, type Finding } from './finding';
import { gainOver, named, splitsOf, tokensOf, tokensShown } from './s2-mad-cells';

/** What S2-MAD says of costs besides percentages. */
export function s2MadCostClaims(paper: S2MadPaper): Finding[] {
  return [
    alwaysCheaper(paper),
    cheapestDebate(paper),
    againstSelfConsistency(paper),
    asGoodAndCheaper(paper),
    sparseSaves(paper),
    fortyChains(paper),
  ];
}

const debates = ['MAD(5,4)', 'S-MAD(5,4)', 'GD(5,4)'] as const;
const against = (condition: DebateCondition, method: string): string =>
  `${named(condition)}, ${tokensShown(tokensOf(condition, 'S2-MAD(5,4)'))} against ${tokensShown(tokensOf(condition, method))}`;

function alwaysCheaper(paper: S2MadPaper): Finding {
  const all = allConditions(paper);
  const saved = all.map((one) => 100 * (1 - tokensOf(one, 'S2-MAD(5,4)') / tokensOf(one, 'MAD(5,4)')));
  return {
    claim: 'S2-MAD consistently reduces the tokens of MAD',
    printed: 'section 4.2, Appendix D',
    recomputed: `in ${saved.filter((one) => one > 0).length} of ${all.length} cells of Tables 1 and 7, by ${show(Math.min(...saved), 1)} to ${show(Math.max(...saved), 1)}%`,
    agrees: saved.every((one) => one > 0),
    note: `The least is ${named(all[saved.indexOf(Math.min(...saved))] as DebateCondition)}.`,
  };
}

function cheapestDebate(paper: S2MadPaper): Finding {
  const cells = allConditions(paper).flatMap((condition) =>
    debates.map((method) => tokensOf(condition, 'S2-MAD(5,4)') < tokensOf(condition, method)),
  );
  const others = splitsOf(paper, 'GD(8,3)').map(({ tokens }) => tokens);
  const splits = splitsOf(paper, 'S2-MAD(8,3)').map(({ tokens }) => tokens < Math.min(...others));
  const held = [...cells, ...splits];
  const several = conditionsOf(paper.table7).filter(
    (one) => tokensOf(one, 'MS2-MAD(5,4)') < tokensOf(one, 'S2-MAD(5,4)'),
  );
  return {
    claim: 'S2-MAD costs less than every other debate',
    printed: '"lowest token cost across different setting" (section 4.3, of Figure 5)',
    recomputed: `in ${held.filter(Boolean).length} of ${held.length} comparisons with MAD, S-MAD and GD in Tables 1 and 7, and with every grouping of GD in Table 3`,
    agrees: held.every(Boolean),
    note: `Figure 5 prints no numbers; the tables are other settings. MS2-MAD is not counted; it costs less than S2-MAD in ${several.length} of ${conditionsOf(paper.table7).length} cells: ${several.map((one) => against(one, 'MS2-MAD(5,4)')).join('; ')}.`,
  };
}

function againstSelfConsistency({ table1 }: S2MadPaper): Finding {
  const all = conditionsOf(table1);
  const dearer = all.filter((one) => tokensOf(one, 'S2-MAD(5,4)') > tokensOf(one, 'CoT-SC(40)'));
  return {
    claim: 'S2-MAD also significantly reduces the tokens of CoT-SC',
    printed: '"up to 81.7%" (section 1)',
    recomputed: `cheaper than CoT-SC(40) in ${all.length - dearer.length} of ${all.length} cells; dearer: ${dearer.map((one) => against(one, 'CoT-SC(40)')).join('; ')}`,
    agrees: dearer.length === 0,
    note: `More accurate than CoT-SC(40) in ${all.filter((one) => gainOver(one, 'CoT-SC(40)') > 0).length} of ${all.length} cells.`,
  };
}

function asGoodAndCheaper({ table1 }: S2MadPaper): Finding {
  const stated = conditionsOf(table1).filter(({ dataset }) => ['gpqa', 'arithmetic'].includes(dataset));
  const asGood = stated.filter((one) => gainOver(one, 'CoT-SC(40)') >= 0);
  const dearer = stated.filter((one) => tokensOf(one, 'S2-MAD(5,4)') >= tokensOf(one, 'CoT-SC(40)'));
  return {
    claim: 'on GPQA and Arithmetic S2-MAD is as accurate as CoT-SC, for fewer tokens',
    printed: 'section 4.2',
    recomputed: `as accurate in ${asGood.length} of ${stated.length} cells, cheaper in ${stated.length - dearer.length}; not ${dearer.map((one) => against(one, 'CoT-SC(40)')).join('; ')}`,
    agrees: asGood.length === stated.length && dearer.length === 0,
    note: '',
  };
}

function sparseSaves(paper: S2MadPaper): Finding {
  const all = allConditions(paper);
  const ratio = (one: DebateCondition): number => tokensOf(one, 'S-MAD(5,4)') / tokensOf(one, 'MAD(5,4)');
  const equal = all.filter((one) => ratio(one) >= 1);
  const rest = all.filter((one) => !equal.includes(one)).map(ratio);
  return {
    claim: 'sparse debates cost less than full ones',
    printed: 'section 2',
    recomputed: `in ${rest.length} of ${all.length} cells, ${show(100 * Math.min(...rest), 0)} to ${show(100 * Math.max(...rest), 0)}% of MAD; not ${equal.map((one) => `${named(one)}, ${tokensShown(tokensOf(one, 'S-MAD(5,4)'))} and ${tokensShown(tokensOf(one, 'MAD(5,4)'))}`).join('; ')}`,
    agrees: equal.length === 0,
    note: 'Of two equal costs one may be a copy of the other; what S2-MAD saves against S-MAD there would be wrong with it.',
  };
}

/** Tokens count prompts too, if n chains cost n times one. */
function fortyChains({ table1 }: S2MadPaper): Finding {
  const ratios = conditionsOf(table1).flatMap((condition) => {
    const [one, forty] = [cellIn(condition, 'CoT', 'tokens'), cellIn(condition, 'CoT-SC(40)', 'tokens')];
    return one && forty ? [forty.value / one.value] : [];
  });
  return {
    claim: 'reading: CoT-SC(40) is charged for its prompt forty times',
    printed: 'Table 1',
    recomputed: `it costs ${show(Math.min(...ratios), 1)} to ${show(Math.max(...ratios), 1)} times CoT, ${ratios.length} cells`,
    agrees: ratios.every((ratio) => Math.abs(ratio - 40) <= 0.05 * 40),
    note: 'Forty within 5%, as near as costs of two digits tell: input and output tokens are counted for each path.',
  };
}
