import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readClaims } from 'agora-core/environments';
import { estimate } from 'agora-core/statistics';

/** Real claims on climate, each with five sentences that people labelled. */
export function climateClaims(folder: string) {
  const file = join(folder, 'climate-fever.jsonl');
  const labels = readClaims(file).map(({ answer, evidence }): Labels => ({
    answer,
    says: evidence.map(({ says }) => says),
  }));
  return {
    ways: [...waysOf('all but the disputed', undisputed(file)), ...waysOf('with two labels', labels)],
  };
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

/** The claims that `readClaims` leaves out too: those whose sentences all have one label. Most of these have no evidence. */
function undisputed(file: string): Labels[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => row.parse(JSON.parse(line))).filter(({ answer }) => answer !== 'DISPUTED');
}

/**
 * The result of a group whose members each judge by one sentence, if they read as people did. `vote`: their plurality, ties
 * count as wrong. `one`: one member, drawn uniformly.
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
