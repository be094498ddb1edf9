import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type EvidenceCase, factCheck, readClaims } from 'agora-core/environments';
import { sweep } from 'agora-core/experiment';
import { debates } from 'agora-core/internal';
import { measure } from 'agora-core/metrics';
import { simulated } from 'agora-core/models';
import { discussion, type StrategyName } from 'agora-core/protocols';
import { contrast, estimate } from 'agora-core/statistics';
import { nine } from '../strategies/groups';

/** Real claims on climate, each with five sentences that people labelled. */
export async function climateClaims(folder: string) {
  const file = join(folder, 'climate-fever.jsonl');
  const cases = readClaims(file);
  const labels = cases.map(({ answer, evidence }): Labels => ({
    answer,
    says: evidence.map(({ says }) => says),
  }));
  return {
    ways: [...waysOf('all but the disputed', undisputed(file)), ...waysOf('with two labels', labels)],
    ...(await worked(cases)),
  };
}

/** Real claims of Wikipedia, each with sentences of the article that it cites, six at most. */
export function wiceClaims(folder: string) {
  return worked(readClaims(join(folder, 'claim_test.jsonl')));
}

interface Labels {
  readonly answer: string;
  readonly says: readonly (string | null)[];
}

const row = z
  .object({ claim_label: z.string(), evidences: z.array(z.object({ evidence_label: z.string() })) })
  .transform(({ claim_label, evidences }) => ({
    answer: claim_label,
    says: evidences.map((one) => one.evidence_label),
  }));

/** The claims that `readClaims` leaves out too: those whose sentences all have one label, on most of which nothing bears. */
function undisputed(file: string): Labels[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => row.parse(JSON.parse(line))).filter(({ answer }) => answer !== 'DISPUTED');
}

/**
 * What a group comes to whose members each go by one sentence, if they read as people did. `vote`: their plurality, ties
 * being wrong. `one`: one of them, drawn evenly.
 */
function waysOf(claims: string, of: readonly Labels[]) {
  const count = ({ says }: Labels, label: string | null) => says.filter((one) => one === label).length;
  const ways = {
    vote: (one: Labels) =>
      one.says.every((label) => label === one.answer || count(one, label) < count(one, one.answer)) ? 100 : 0,
    one: (one: Labels) => (100 * count(one, one.answer)) / one.says.length,
  };
  return Object.entries(ways).map(([way, share]) => {
    const { value, low, high } = estimate(of.map(share));
    return { claims, way, n: of.length, value, low, high };
  });
}

/** So many claims at most are put to simulated agents. */
const most = 300;

/**
 * The same claims put to simulated agents, which each know what people said of their own sentence, and no more: the paper's
 * nine strategies, and what Table 2 has beside them. Simulated: it says what a strategy does to evidence that is spread as it
 * is in these claims, and nothing about language models.
 */
async function worked(all: readonly EvidenceCase[]) {
  const cases = all.slice(0, most);
  const folder = mkdtempSync(join(tmpdir(), 'agora-recomputed-'));
  const condition = (strategy: StrategyName, reads = 'each', rounds = 10) => ({
    environment: factCheck({ cases, reads }),
    protocol: discussion({ strategy, rounds }),
    model: simulated(),
    collaborations: cases.length,
    seed: 7,
    progress: 'none' as const,
    folder: join(folder, `${strategy} ${reads} ${rounds}`),
  });
  const vote = 'one vote';
  const alone = ['consistent', 'inconsistent', 'all'].map((reads) => [
    `Agent ${reads}`,
    condition('G1-P1-I1-C1', reads, 1),
  ]);
  try {
    const runs = await sweep(
      Object.fromEntries([
        ...alone,
        [vote, condition('G1-P1-I1-C1', 'each', 1)],
        ...nine.map((name) => [name, condition(name)]),
      ]) as Record<string, ReturnType<typeof condition>>,
    );
    const rows = await measure({ way: runs }, debates(), { each: true });
    return {
      claims: cases.length,
      strategies: Object.keys(runs).map((way) => {
        const of = (column: string) =>
          estimate(
            rows.flatMap((one) => (one['way'] === way && one.column === column ? (one.value ?? []) : [])),
          );
        const { value, low, high } = of('accuracy');
        const { effect, ...interval } = contrast(rows, {
          treatment: { way, column: 'accuracy' },
          baseline: { way: vote, column: 'accuracy' },
        });
        return {
          way,
          evidence: 'simulated' as const,
          accuracy: { value, low, high },
          overVote: { effect, low: interval.low, high: interval.high },
          inputTokens: of('inputTokens').value,
          outputTokens: of('outputTokens').value,
          rounds: of('rounds').value,
        };
      }),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
