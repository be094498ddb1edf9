/** How many numbers each path command takes. */
const PATH_ARGUMENTS: Record<string, number> = { M: 2, L: 2, T: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, A: 7, Z: 0 };

/**
 * The points that a path's commands name, control points included, as x, y, x, y, …
 * A closing Z adds none; an arc adds its end.
 */
export function pathPoints(path: string): number[] {
  const points: number[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  for (const [, letter, list] of path.matchAll(/([MLTHVCSQAZmlthvcsqaz])([^MLTHVCSQAZmlthvcsqaz]*)/g)) {
    const command = (letter as string).toUpperCase();
    const relative = letter !== command;
    const values = ((list as string).match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number);
    const size = PATH_ARGUMENTS[command] as number;
    if (command === 'Z') [x, y] = [startX, startY];
    for (let at = 0; size > 0 && at + size <= values.length; at += size) {
      const step = values.slice(at, at + size);
      const [baseX, baseY] = relative ? [x, y] : [0, 0];
      if (command === 'H') x = baseX + (step[0] as number);
      else if (command === 'V') y = baseY + (step[0] as number);
      else {
        const pairs = command === 'A' ? step.slice(5) : step;
        for (let pair = 0; pair < pairs.length; pair += 2) {
          x = baseX + (pairs[pair] as number);
          y = baseY + (pairs[pair + 1] as number);
          if (pair + 2 < pairs.length) points.push(x, y);
        }
      }
      points.push(x, y);
      if (command === 'M' && at === 0) [startX, startY] = [x, y];
    }
  }
  return points;
}

/** The length along the straight lines between a path's points: exact where the path has no curves. */
export function pathLength(points: readonly number[]): number {
  let length = 0;
  for (let at = 2; at + 1 < points.length; at += 2) length += segment(points, at);
  return length;
}

/** The point at a distance along those lines; the last one beyond the end. */
export function pointAlong(points: readonly number[], distance: number): { x: number; y: number } {
  let left = Math.max(0, distance);
  for (let at = 2; at + 1 < points.length; at += 2) {
    const step = segment(points, at);
    const share = step === 0 ? 1 : left / step;
    if (share <= 1) return { x: between(points, at, share), y: between(points, at + 1, share) };
    left -= step;
  }
  return { x: points.at(-2) ?? 0, y: points.at(-1) ?? 0 };
}

function segment(points: readonly number[], at: number): number {
  const [fromX, fromY, x, y] = points.slice(at - 2, at + 2) as [number, number, number, number];
  return Math.hypot(x - fromX, y - fromY);
}

function between(points: readonly number[], at: number, share: number): number {
  const from = points[at - 2] as number;
  return from + share * ((points[at] as number) - from);
}
