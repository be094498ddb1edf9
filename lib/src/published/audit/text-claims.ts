import { AgoraError } from '../../agora-error';
import { roundtable } from '../roundtable';
import { evenSplitShare } from './even-split';
import { cellValue, quotedValues, show, value, type Finding } from './finding';
import { impliedUtilities } from './implied-utilities';

const labels = (): string[] => roundtable.table1.rows.map((row) => row.label);
const columnOf1 = (column: string): number[] => labels().map((label) => value('table1', label, column));

/** Sentences of the paper about voting rules, held against Table 1. */
export function textClaims(): Finding[] {
  return [
    finalDrop(),
    initialDrop(),
    unanimousNeverDeclines(),
    fairnessDeclines(),
    highQuality(),
    peak(),
    rigidity(),
  ];
}

function finalDrop(): Finding {
  const best = Math.max(...columnOf1('utility@10'));
  const drop = 100 * (1 - value('table1', 'Unanimous', 'utility@10') / best);
  const printed = quotedValues('final utility, unanimous below the best')['drop'] ?? NaN;
  return {
    claim: 'unanimous voting ends below the best rule by this much',
    printed: `${printed}% (sections 1 and 5)`,
    recomputed: `${show(drop)}%: ${show(value('table1', 'Unanimous', 'utility@10'))} against ${show(best)}`,
    agrees: Math.round(drop) === printed,
    note: '',
  };
}

function initialDrop(): Finding {
  const means = roundtable.table1.rows.map((row) => impliedUtilities(row).rounds1to2);
  const [unanimous = NaN, best] = [means[0], Math.max(...means)];
  const drop = quotedValues('initial utility, unanimous below the best')['drop'] ?? NaN;
  // The best rule's first round is at least what is left when its second is worth all there is.
  const lowest = (1 - drop / 100) * (2 * best - 100);
  return {
    claim: 'unanimous voting starts below the best rule by this much',
    printed: `${drop}% (abstract, sections 1 and 5)`,
    recomputed: `over rounds 1 and 2 together ${show(100 * (1 - unanimous / best))}%: ${show(unanimous)} against ${show(best)}`,
    agrees: lowest <= 2 * unanimous ? null : false,
    note: 'The first round alone is in Figure 3 only. The tables allow the claim and do not imply it.',
  };
}

function unanimousNeverDeclines(): Finding {
  const row = roundtable.table1.rows[0];
  if (!row) throw new AgoraError('published-data', 'Table 1 has no rows');
  const implied = impliedUtilities(row);
  const course = [
    implied.rounds1to2,
    cellValue(row, 'utility@3'),
    implied.round4,
    cellValue(row, 'utility@5'),
    implied.rounds6to9,
    cellValue(row, 'utility@10'),
  ];
  const fairest = Math.max(...columnOf1('fairness')) === cellValue(row, 'fairness');
  return {
    claim: 'unanimous voting is the fairest, and its outcome never declines over rounds',
    printed: 'section 8',
    recomputed: `fairest: ${fairest ? 'yes' : 'no'}; rounds 1-2, 3, 4, 5, 6-9, 10: ${course.map((one) => show(one)).join(', ')}`,
    agrees: fairest && course.every((one, place) => place === 0 || one >= (course[place - 1] ?? NaN)),
    note: 'In the mean over collaborations.',
  };
}

function fairnessDeclines(): Finding {
  const [unanimous = NaN, majority = NaN, plurality = NaN] = columnOf1('fairness');
  return {
    claim: 'fairness declines from unanimous over majority to plurality',
    printed: 'section 5',
    recomputed: [unanimous, majority, plurality].map((one) => show(one)).join(' > '),
    agrees: unanimous > majority && majority > plurality,
    note: 'Majority and plurality differ by 5.89 at standard errors of 3.07 and 3.29: 1.3 of their joint standard error.',
  };
}

function highQuality(): Finding {
  const even = evenSplitShare(3);
  const low = labels().filter((label) => value('table1', label, 'utility@10') < even);
  return {
    claim: 'all voting rules reach high-quality outcomes by the end',
    printed: 'section 5',
    recomputed: `${low.join(', ') || 'none'} ends below ${show(even)}, what an even split is worth`,
    agrees: low.length === 0,
    note: 'Unanimous ends at 48.48, mainly because 38% of its collaborations never agree (Table 11).',
  };
}

function peak(): Finding {
  const peaked = labels().filter(
    (label) =>
      value('table1', label, 'utility@5') > value('table1', label, 'utility@3') &&
      value('table1', label, 'utility@5') > value('table1', label, 'utility@10'),
  );
  return {
    claim: 'in most cases performance peaks in the middle rounds',
    printed: 'section 5',
    recomputed: `U@5 exceeds both U@3 and U@10 for ${peaked.length} of ${labels().length} rules`,
    agrees: peaked.length > labels().length / 2,
    note: 'By 0.02 for rated between rounds 3 and 5, far below its standard errors.',
  };
}

function rigidity(): Finding {
  const values = columnOf1('rigidity');
  const [discrete, preference] = [values.slice(0, 3), values.slice(3)];
  return {
    claim: 'discrete rules are more rigid than preference rules, unanimous most of all',
    printed: 'section 5',
    recomputed: `${discrete.map((one) => show(one)).join(', ')} against ${preference.map((one) => show(one)).join(', ')}`,
    agrees: Math.min(...discrete) > Math.max(...preference) && Math.max(...discrete) === values[0],
    note: '',
  };
}
