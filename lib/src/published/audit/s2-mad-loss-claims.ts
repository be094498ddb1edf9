import type { S2MadPaper } from '../s2-mad';
import { allConditions, conditionsOf, quotedIn, type DebateCondition } from '../s2-mad-conditions';
import { less, same } from './cells';
import { show, type Finding } from './finding';
import { accuracyOf, gainOver, named, tokensOf } from './s2-mad-cells';

/** What S2-MAD says that it loses of the accuracy of MAD, held against Tables 1, 2, 3 and 7. */
export function s2MadLossClaims(paper: S2MadPaper): Finding[] {
  return [lossBelow(paper, 'points'), lossBelow(paper, 'relative'), lossWhereMostIsSaved(paper)];
}

interface Loss {
  readonly where: string;
  readonly points: number;
  readonly relative: number;
}

function lossOf(where: string, mad: number, own: number): Loss {
  const points = less(mad, own);
  return { where, points, relative: (100 * points) / mad };
}

/** S2-MAD against MAD, wherever both are printed; S2-MAD by answers in Table 2 repeats a cell of Table 7. */
function losses(paper: S2MadPaper): Loss[] {
  const { table2, table3 } = paper;
  return [
    ...allConditions(paper).map((condition) =>
      lossOf(
        `${named(condition)} (${condition.table.item})`,
        accuracyOf(condition, 'MAD(5,4)'),
        accuracyOf(condition, 'S2-MAD(5,4)'),
      ),
    ),
    ...[table2, table3].flatMap(({ item, rows }) => {
      const mad = rows[0]?.cells['accuracy']?.value ?? Number.NaN;
      return rows
        .filter(
          ({ label, setting }) =>
            label.startsWith('S2-MAD') && setting?.['similarity'] !== 'extracted answer',
        )
        .map(({ label, cells }) => lossOf(`${label} (${item})`, mad, cells['accuracy']?.value ?? Number.NaN));
    }),
  ];
}

function lossBelow(paper: S2MadPaper, measure: 'points' | 'relative'): Finding {
  const all = losses(paper);
  const bound = quotedIn(paper, 'loss of accuracy stays below')['loss'] ?? Number.NaN;
  const over = all.filter((loss) => loss[measure] >= bound || same(loss[measure], bound));
  const unit = measure === 'points' ? ' points' : '%';
  return {
    claim: `S2-MAD loses less accuracy against MAD than this, ${measure === 'points' ? 'in points' : 'relative to the accuracy of MAD'}`,
    printed: `below ${show(bound, 1)}% (abstract, section 1)`,
    recomputed: `not in ${over.length} of ${all.length} comparisons: ${over.map((loss) => `${loss.where} ${show(loss[measure], 1)}${unit}`).join('; ')}`,
    agrees: over.length === 0,
    note: `S2-MAD is less accurate than MAD in ${all.filter(({ points }) => points > 0).length} of them, more accurate in ${all.filter(({ points }) => points < 0).length}. Tables 1, 2, 3 and 7.`,
  };
}

function lossWhereMostIsSaved(paper: S2MadPaper): Finding {
  const ratio = (condition: DebateCondition): number =>
    tokensOf(condition, 'S2-MAD(5,4)') / tokensOf(condition, 'MAD(5,4)');
  const most = [...conditionsOf(paper.table1)].sort((a, b) => ratio(a) - ratio(b))[0];
  const gain = most ? gainOver(most, 'MAD(5,4)') : Number.NaN;
  return {
    claim: 'reading: the loss below 2.0% is that of the cell with the largest saving',
    printed: 'abstract: both in one sentence',
    recomputed: `${most ? named(most) : 'none'}: S2-MAD is ${show(Math.abs(gain), 1)} points ${gain < 0 ? 'below' : 'above'} MAD`,
    agrees: gain > -2,
    note: 'True, but then the sentence says nothing of the other cells.',
  };
}
