/** The seed of all cases that this library makes. */
export const casesSeed = 14;

/** The numbers of the candidates with the highest priority, the highest first. Candidates without a priority are left out. */
export function select(
  candidates: number,
  count: number,
  priorityOf: (number: number) => number | null,
): number[] {
  const ranked: { number: number; priority: number }[] = [];
  for (let number = 0; number < candidates; number++) {
    const priority = priorityOf(number);
    if (priority !== null) ranked.push({ number, priority });
  }
  ranked.sort((a, b) => b.priority - a.priority || a.number - b.number);
  return ranked.slice(0, count).map(({ number }) => number);
}
