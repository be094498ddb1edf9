import { gedi } from '../gedi';
import { mean } from './cells';
import { show, type Finding } from './finding';
import { gediQuoted, named, pairs, profiles, type Pair } from './gedi-cells';

/** What Appendix C says of valid profiles, held against Table 5. */
export function gediProfileClaims(): Finding[] {
  return [
    totals(),
    informedFewer('ordinal ranking'),
    informedFewer('mis-informed'),
    oneBallot(),
    scoresBesideRankings(),
    asterisks(),
  ];
}

const questions = ({ benchmark }: Pair): number => gediQuoted('questions')[benchmark] ?? Number.NaN;

function totals(): Finding {
  const over = pairs.flatMap((pair) =>
    gedi.table5.columns
      .filter((format) => (rowCell(pair, format) ?? 0) > questions(pair))
      .map((format) => `${format} of ${named(pair)}`),
  );
  return {
    claim: 'no count of valid profiles exceeds the number of questions',
    printed: '5,700, 1,400 and 1,172 questions (Appendix C)',
    recomputed:
      over.length === 0
        ? `all ${gedi.table5.rows.length * 4 + gedi.marks.filter(({ item }) => item === 'Table 5').length} counts of Table 5 are within them`
        : over.join('; '),
    agrees: over.length === 0,
    note: 'So no count is a sum over the five runs.',
  };
}

function rowCell(pair: Pair, format: string): number | undefined {
  return gedi.table5.rows.find(
    ({ setting }) => setting?.['benchmark'] === pair.benchmark && setting['model'] === pair.model,
  )?.cells[format]?.value;
}

function informedFewer(original: 'ordinal ranking' | 'mis-informed'): Finding {
  const more = pairs.filter((pair) => profiles(pair, 'informed') > profiles(pair, original));
  const most = [...more].sort(
    (a, b) =>
      profiles(b, 'informed') - profiles(b, original) - profiles(a, 'informed') + profiles(a, original),
  )[0];
  return {
    claim:
      original === 'ordinal ranking'
        ? 'valid counts of informed dictatorial are bound to be fewer than the original ones'
        : 'reading: "the original ones" are those of mis-informed dictatorial',
    printed: 'caption of Table 5',
    recomputed: `more than the ${original} counts in ${more.length} of ${pairs.length} rows${most ? `, by most for ${named(most)}: ${profiles(most, 'informed')} against ${profiles(most, original)}` : ''}`,
    agrees: more.length === 0,
    note:
      original === 'ordinal ranking'
        ? 'So questions without a complete valid profile do not seem to have been left out before the dictator was asked.'
        : `Random ballots are always complete, so only the dictator can fail there. Equal in ${pairs.filter((pair) => profiles(pair, 'informed') === profiles(pair, original)).length} rows.`,
  };
}

/** If ten ballots are each valid with chance p, a profile is with chance p^10, and one more ballot with chance p. */
function oneBallot(): Finding {
  const open = pairs.filter((pair) => profiles(pair, 'ordinal ranking') < questions(pair));
  const gaps = open.map((pair) => {
    const one = (profiles(pair, 'ordinal ranking') / questions(pair)) ** (1 / 10);
    return Math.abs(100 * (profiles(pair, 'informed') / questions(pair) - one));
  });
  const whole = open.map((pair) =>
    Math.abs((100 * (profiles(pair, 'informed') - profiles(pair, 'ordinal ranking'))) / questions(pair)),
  );
  return {
    claim: "reading: an informed count needs only the dictator's own ballot to be valid",
    printed: 'Table 5',
    recomputed: `the share of valid informed answers is ${show(mean(gaps), 1)} points from the tenth root of the share of valid profiles on average, at most ${show(Math.max(...gaps), 1)}; from that share itself ${show(mean(whole), 1)} points, at most ${show(Math.max(...whole), 1)}`,
    agrees: mean(gaps) < mean(whole) ? null : false,
    note: 'It fits far better than the caption does: invalid ballots, not whole profiles, seem to have been left out. That ballots fail independently is our assumption.',
  };
}

function scoresBesideRankings(): Finding {
  const more = pairs.filter((pair) => profiles(pair, 'range') > profiles(pair, 'ordinal ranking'));
  return {
    claim: 'reading: a ballot for range voting is a valid ranking with scores added',
    printed: '"in addition to the rankings" (section 5.1)',
    recomputed: `more valid range profiles than rankings in ${more.length} of ${pairs.length} rows: ${more.map((pair) => `${named(pair)} ${profiles(pair, 'range')} against ${profiles(pair, 'ordinal ranking')}`).join('; ')}`,
    agrees: more.length === 0,
    note: 'Range ballots were asked for by a prompt of their own, so each format has its own valid profiles, and columns of Table 2 are of different questions.',
  };
}

function asterisks(): Finding {
  const rows = (item: string): string[] =>
    gedi.marks
      .filter((mark) => mark.item === item)
      .map(({ row }) => row)
      .sort();
  const complete = [...pairs].sort((a, b) => profiles(a, 'range') - profiles(b, 'range'));
  const next = complete[rows('Table 5').length];
  return {
    claim: 'partial profiles stand in for range voting where too few are complete',
    printed: 'asterisks of Tables 2 and 5',
    recomputed: `the same ${rows('Table 5').length} rows in both: ${rows('Table 5').join('; ')}; the next lowest count is ${next ? `${profiles(next, 'range')}, ${named(next)}` : 'none'}`,
    agrees: rows('Table 2').join() === rows('Table 5').join(),
    note: 'Complete profiles there are 3, 3 and 1.',
  };
}
