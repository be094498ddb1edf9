import { gedi } from '../gedi';
import { show, type Finding } from './finding';
import { gediQuoted } from './gedi-cells';
import { gediNames } from './gedi-names';

/** Where the parts of the paper speak of the same thing. */
export function gediDocument(): Finding[] {
  return [methodCount(), surveyCount(), surveyInText(), criteria(), criteriaTruth(), ...gediNames()];
}

function methodCount(): Finding {
  const { stated = Number.NaN, listed = Number.NaN } = gediQuoted('assessed methods');
  const columns = gedi.table2.columns.filter((column) => column !== 'random').length;
  return {
    claim: 'the assessed methods are as many as are listed',
    printed: `${stated} methods, ${listed} names (section 4.2)`,
    recomputed: `Table 2 has ${columns} columns besides the random baseline`,
    agrees: stated === listed,
    note: 'Instant-runoff voting is missing from the list; the section describes it, and Table 2 has it.',
  };
}

function surveyCount(): Finding {
  const { systems = Number.NaN } = gediQuoted('surveyed systems');
  const counts = gedi.figure1.rows.map(
    ({ label, cells }) =>
      `${label} ${cells['systems']?.value} (${show(cells['share']?.value ?? Number.NaN, 1)}%)`,
  );
  return {
    claim: 'the survey has this many systems',
    printed: `${systems} (abstract, Table 4)`,
    recomputed: `${gedi.table4.rows.length}: ${counts.join(', ')}`,
    agrees:
      gedi.table4.rows.length === systems &&
      new Set(gedi.table4.rows.map(({ work }) => work)).size === systems,
    note: 'No work is listed twice.',
  };
}

function surveyInText(): Finding {
  const missing = gedi.table4.rows.filter(({ section22 }) => !section22);
  return {
    claim: 'section 2.2 and Table 4 sort the same systems in the same way',
    printed: 'section 2.2 and Table 4',
    recomputed: `${missing.length} of ${gedi.table4.rows.length} rows are not named in section 2.2: ${missing.map(({ work }) => work).join(', ')}; Wei et al. (2024) is a social simulation there and a linear workflow here`,
    agrees: missing.length === 0,
    note: 'Every work that section 2.2 names is in Table 4, under the same category. Two letters of years differ: Qian et al. 2023c and 2023, Liu et al. 2023 and 2023a.',
  };
}

function criteria(): Finding {
  const broken = (rule: string): string[] => {
    const meets = gedi.table1.rows.find((row) => row.rule === rule)?.meets ?? {};
    return Object.keys(meets).filter((criterion) => meets[criterion] === false);
  };
  const spoken = {
    plurality: ['independence of irrelevant alternatives', 'condorcet'],
    range: ['majority', 'condorcet'],
  };
  const agrees =
    Object.entries(spoken).every(([rule, list]) => broken(rule).join() === list.join()) &&
    gedi.table1.rows.every(({ rule }) => broken(rule).length > 0);
  return {
    claim:
      'plurality breaks IIA and Condorcet, utilitarian methods majority and Condorcet, and every method something',
    printed: 'sections 1 and 3.2',
    recomputed: gedi.table1.rows
      .map(({ label, rule }) => `${label} breaks ${broken(rule).join(' and ')}`)
      .join('; '),
    agrees,
    note: 'As Table 1 has it. Range voting stands for utilitarian methods.',
  };
}

function criteriaTruth(): Finding {
  return {
    claim: "Table 1's ticks and crosses are true of the rules",
    printed: 'Table 1',
    recomputed:
      'not from printed numbers: the search for counterexamples in the room of voting rules decides it',
    agrees: null,
    note: '',
  };
}
