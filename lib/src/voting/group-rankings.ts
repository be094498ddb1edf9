import type { BallotOf, Profile } from './voting-rule';

type Ballot = BallotOf['ranking'];

/** So many ballots and more are worth putting together before anything is counted. */
const many = 256;

export interface Grouped {
  readonly ballots: readonly Ballot[];
  readonly weights: readonly number[];
  /** For each ballot handed in, which of `ballots` it is; left undefined where all are kept as they are. */
  readonly rows: Uint32Array | undefined;
}

/** Puts equal ballots together when there are many, in the order in which they first appear. */
export function grouped({ ballots, counts, options }: Profile<Ballot>): Grouped {
  if (ballots.length < many) {
    const weights = counts === undefined ? new Array<number>(ballots.length).fill(1) : [...counts];
    return { ballots, weights, rows: undefined };
  }
  const groups = new Map<number | string, number>();
  const kept: Ballot[] = [];
  const weights: number[] = [];
  const rows = new Uint32Array(ballots.length);
  for (let place = 0; place < ballots.length; place++) {
    const ballot = ballots[place] as Ballot;
    const key = keyOf(ballot, options);
    let row = groups.get(key);
    if (row === undefined) {
      groups.set(key, (row = kept.length));
      kept.push(ballot);
      weights.push(0);
    }
    rows[place] = row;
    weights[row] = (weights[row] as number) + (counts === undefined ? 1 : (counts[place] as number));
  }
  return { ballots: kept, weights, rows };
}

/** Equal for equal ballots only: the options' numbers as digits where they fit into a number, else text. */
function keyOf(ballot: Ballot, options: readonly string[]): number | string {
  if (ballot.kind !== 'ranking') return JSON.stringify(ballot);
  const { ranking } = ballot;
  const m = options.length;
  if (m > 12 || ranking.length > m) return JSON.stringify(ranking);
  let key = 0;
  for (let place = 0; place < ranking.length; place++) {
    const option = options.indexOf(ranking[place] as string);
    if (option < 0) return JSON.stringify(ranking);
    key = key * (m + 1) + option + 1;
  }
  return key;
}
