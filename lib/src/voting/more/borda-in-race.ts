import type { Race } from './elimination';

/** Borda scores among those standing, from complete, strict rankings: a point per ballot and option beneath. */
export function scoreByBorda({ profile, standing, scores }: Race): void {
  const { preferred } = profile;
  const m = standing.length;
  for (let a = 0; a < m; a++) {
    if (standing[a] === 0) continue;
    let sum = 0;
    for (let b = 0; b < m; b++) if (standing[b] === 1) sum += preferred[a * m + b] as number;
    scores[a] = sum;
  }
}
