import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Profiles as rows of numbers, one an option (NaN where a ballot leaves it out), and winner sets by library function. */
export interface ReferenceSection {
  readonly profiles: readonly (readonly (readonly number[])[])[];
  readonly winners: Readonly<Record<string, readonly (readonly number[])[]>>;
  /** Of every option of each profile: its place by medians removed, in optimal orders, or how many defeat it. */
  readonly numbers: Readonly<Record<string, readonly (readonly number[])[]>>;
}

interface Written {
  readonly profiles: readonly string[];
  readonly winners: Readonly<Record<string, string>>;
  readonly [other: string]: unknown;
}

/** What `ratings-reference.py` wrote. */
export function readRatingsReference(): Record<
  'ratings' | 'approvals' | 'weak' | 'strict',
  ReferenceSection
> {
  const file = JSON.parse(readFileSync(join(__dirname, 'ratings-reference.json'), 'utf8')) as Record<
    'ratings' | 'approvals' | 'weak' | 'strict',
    Written
  >;
  return {
    ratings: section(file.ratings),
    approvals: section(file.approvals),
    weak: section(file.weak),
    strict: section(file.strict),
  };
}

function section({ profiles, winners, ...rest }: Written): ReferenceSection {
  const numbers = Object.entries(rest).map(([name, text]) => [name, rows(String(text))] as const);
  return {
    profiles: profiles.map(rows),
    winners: Object.fromEntries(
      Object.entries(winners).map(([name, text]) => [
        name,
        text.split(' ').map((word) => (word === '-' ? [] : [...word].map(Number))),
      ]),
    ),
    numbers: Object.fromEntries(numbers),
  };
}

function rows(text: string): number[][] {
  return text.split(' ').map((word) => [...word].map((mark) => (mark === '-' ? NaN : Number(mark))));
}
