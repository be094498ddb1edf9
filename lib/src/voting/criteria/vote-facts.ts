import type { Votes } from './votes';

/** How many voters put the option strictly above every other. */
export function firstPreferences({ space, ballots }: Votes, option: number): number {
  return ballots.filter((ballot) =>
    space.row(ballot).every((level, other) => other === option || level < space.level(ballot, option)),
  ).length;
}

/** How many voters put the option strictly beneath every other. */
export function lastPreferences({ space, ballots }: Votes, option: number): number {
  return ballots.filter((ballot) =>
    space.row(ballot).every((level, other) => other === option || level > space.level(ballot, option)),
  ).length;
}

/** How many voters put option a strictly above b. */
export function support({ space, ballots }: Votes, a: number, b: number): number {
  const { levels, options } = space;
  let voters = 0;
  for (const ballot of ballots)
    if ((levels[ballot * options + a] as number) > (levels[ballot * options + b] as number)) voters++;
  return voters;
}

/** Whether more voters put a above b than b above a. */
export function beats(votes: Votes, a: number, b: number): boolean {
  return support(votes, a, b) > support(votes, b, a);
}

/** The option that beats (or, with `'loses to'`, is beaten by) every other one; undefined where there is none. */
export function condorcetOption(votes: Votes, how: 'beats' | 'loses to'): number | undefined {
  for (let option = 0; option < votes.space.options; option++) {
    let all = true;
    for (let other = 0; other < votes.space.options && all; other++)
      if (other !== option) all = how === 'beats' ? beats(votes, option, other) : beats(votes, other, option);
    if (all) return option;
  }
  return undefined;
}

/** The smallest non-empty set whose every member beats every option outside it, as a bit mask (Smith 1973). */
export function smithSet(votes: Votes): number {
  const m = votes.space.options;
  // Each option with those that it does not beat: a dominant set is closed under this.
  const unbeaten = Array.from({ length: m }, (_, a) => {
    let set = 1 << a;
    for (let b = 0; b < m; b++) if (b !== a && !beats(votes, a, b)) set |= 1 << b;
    return set;
  });
  const closures = unbeaten.map((start) => {
    let set = start;
    for (let before = 0; before !== set;) {
      before = set;
      unbeaten.forEach((more, option) => {
        if ((set >> option) & 1) set |= more;
      });
    }
    return set;
  });
  return closures.reduce((least, set) => (members(set) < members(least) ? set : least));
}

/** The size of a set. */
export function members(set: number): number {
  let size = 0;
  for (let rest = set; rest > 0; rest &= rest - 1) size++;
  return size;
}
