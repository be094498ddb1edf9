import type { S2MadPaper } from '../s2-mad';
import { printedSavings } from '../s2-mad-printed-savings';
import type { SavingCheck } from '../s2-mad-saving-check';
import { show, type Finding } from './finding';
import { s2MadSavingReadings } from './s2-mad-saving-readings';

/** Every saving that S2-MAD prints, held against its printed tokens. */
export function s2MadSavingClaims(paper: S2MadPaper): Finding[] {
  const checks = printedSavings(paper);
  const ofTables = checks.filter(({ where }) => where.startsWith('Table'));
  const ofText = checks.filter((check) => !ofTables.includes(check));
  return [
    allOfTables(ofTables),
    ...ofTables.filter(({ agrees }) => !agrees).map((check) => oneSaving(check, ofTables)),
    ...ofText.map((check) => oneSaving(check, ofText)),
    ...s2MadSavingReadings(paper, ofText),
  ];
}

const percent = (value: number): string => `${show(value, 1)}%`;

function allOfTables(checks: readonly SavingCheck[]): Finding {
  const count = (verdict: string): number => checks.filter((check) => check.verdict === verdict).length;
  return {
    claim: 'every cost saving of Tables 2 to 4 is one less the ratio of the tokens to those of MAD',
    printed: 'Tables 2, 3 and 4',
    recomputed: `of ${checks.length} savings ${count('equal')} are equal, ${count('rounding')} within the rounding of the tokens, ${count('cannot be')} cannot be`,
    agrees: checks.every(({ agrees }) => agrees),
    note: 'Tokens are taken to be rounded to the digits that are printed, those of MAD in Table 4 to 1 thousand.',
  };
}

function oneSaving(check: SavingCheck, among: readonly SavingCheck[]): Finding {
  const { where, what, printed, percent: exact, lowest, highest, cells, others, agrees } = check;
  const alsoMeant = others.length > 4 || others.length === 0 ? [] : others;
  return {
    claim: `the saving of ${what} (${where})`,
    printed: percent(printed),
    recomputed: `${show(exact)}%, by rounding ${show(lowest)} to ${show(highest)}: ${cells}`,
    agrees,
    note: [
      check.verdict === 'rounding' ? 'Only costs at the edge of their rounding give it.' : '',
      alsoMeant.length > 0
        ? `Else ${alsoMeant.map((one) => `${percent(one.percent)} (${one.cells})`).join(', ')}.`
        : '',
      agrees || !where.startsWith('Table') || !among.some((one) => one.agrees && one.where === where)
        ? ''
        : `The other savings of ${where} agree.`,
    ]
      .filter(Boolean)
      .join(' '),
  };
}
