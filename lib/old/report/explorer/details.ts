import type { Detail, Explored, ExploredRun } from '../src/explorer/data';
import type { Found, Sought } from '../src/explorer/search';
import { found, mostFound, soughtIn } from '../src/explorer/search';

/** What the page was given to begin with. */
export const explored = JSON.parse(document.getElementById('explored')!.textContent) as Explored;
export const runs: readonly ExploredRun[] = explored.runs;

/** The facts that tell the runs of a set apart that was played by a plan. */
export const ofPlans = ['entry', 'condition'];

/** What a collaboration is in the plan that its set was played by: "economies / rated"; empty for other runs. */
export function partOfPlan(run: number, index: number): string {
  const fields = runs[run]?.collaborations.find((one) => one.index === index)?.fields ?? {};
  return ofPlans.flatMap((name) => (fields[name] === undefined ? [] : [String(fields[name])])).join(' / ');
}

const place = (run: number, index: number) => document.getElementById(`detail-${run}-${index}`);

/** A collaboration: unpacked from the page, or from the server that gave the page. */
export async function load(run: number, index: number): Promise<Detail> {
  const packed = place(run, index)?.textContent;
  if (packed !== undefined) {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return (await new Response(stream).json()) as Detail;
  }
  if (explored.inside)
    throw new Error(`Collaboration ${index} of ${runs[run]?.name ?? 'that run'} is not in this page.`);
  return ask<Detail>(`detail?run=${run}&index=${index}`);
}

async function ask<Answer>(path: string, signal: AbortSignal | null = null): Promise<Answer> {
  const answer = await fetch(path, { signal });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Answer;
}

/** All that was said, proposed or decided with these words in it, as it is found; at most `mostFound`. */
export async function* search(sought: Sought, signal: AbortSignal): AsyncGenerator<Found[]> {
  if (!explored.inside) {
    yield* searchServer(sought, signal);
    return;
  }
  let count = 0;
  for (const [run, { collaborations }] of runs.entries())
    for (const { index } of soughtIn(collaborations, run, sought)) {
      if (signal.aborted || count >= mostFound) return;
      const own = found(await load(run, index), run, sought.words);
      count += own.length;
      if (own.length > 0) yield own;
    }
}

/** The server's answer, line by line: each is what was found in a collaboration. */
async function* searchServer(sought: Sought, signal: AbortSignal): AsyncGenerator<Found[]> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('search', { method: 'POST', headers, body: JSON.stringify(sought), signal });
  if (!answer.ok || answer.body === null) throw new Error(await answer.text());
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value = '' } = await reader.read();
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    const found = lines.flatMap((line) => JSON.parse(line) as Found[]);
    if (found.length > 0) yield found;
    if (done) return;
  }
}
