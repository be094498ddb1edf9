import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  collaborativeFiltering,
  errorsOf,
  type Rating,
  readMovieLens,
  recommendation,
  recommendationExamples,
} from 'agora-core/environments';
import { sweep } from 'agora-core/experiment';
import { auditExampleRows, ratings } from 'agora-core/internal';
import { measure } from 'agora-core/metrics';
import { simulated } from 'agora-core/models';
import { roundTable } from 'agora-core/protocols';
import { ruleByName } from '../roundtable/rules';
import { tables } from '../roundtable/tables';

/** What the notebook plays on generated ratings. */
const settings = { seed: 7, examples: 100, rounds: 10, malformedRate: 0.02 };

/**
 * MovieLens-100k: a comparison with the rows of RoundTable's Tables 3 to 5, two baselines, and Table 7 on simulated
 * agents.
 */
export async function movieLens(folder: string) {
  const data = readMovieLens(folder);
  const examples = recommendationExamples(data, { count: settings.examples, seed: settings.seed });
  const drawn = examples.map(({ basicInfo: { user, movie }, rating }) => ({
    user: user.user_id,
    movie: movie.movie_id,
    rating,
    date: 0,
  }));
  const alwaysFour = { name: 'always guess 4', predict: () => 4 };
  const predictors = [alwaysFour, collaborativeFiltering(data.known)];
  const rows = await table7(examples, data.name);
  return {
    users: data.users.size,
    movies: data.movies.size,
    known: data.known.length,
    held: data.held.length,
    shares: { known: sharesOf(data.known), held: sharesOf(data.held) },
    audit: ['Table 3', 'Table 4', 'Table 5'].map((table) => {
      const cells = auditExampleRows(data).filter((cell) => cell.table === table);
      const wrong = cells.filter(({ agrees }) => !agrees);
      return {
        table,
        cells: cells.length,
        agree: cells.length - wrong.length,
        // What the data say of a person is theirs to print; a score is our own.
        disagree: wrong.map(({ cell, printed, ours }) => ({
          cell,
          printed,
          ours: cell.endsWith('similarity') ? Number(ours) : null,
        })),
      };
    }),
    baselines: predictors.map((predictor) => ({
      predictor: predictor.name,
      examples: errorsOf(predictor, drawn),
      held: errorsOf(predictor, data.held),
    })),
    settings,
    table7: rows,
  };
}

/** Percentages of one to five stars. */
function sharesOf(ratings: readonly Rating[]): number[] {
  const count = (star: number) => ratings.filter(({ rating }) => rating === star).length;
  return [1, 2, 3, 4, 5].map((star) => (100 * count(star)) / ratings.length);
}

async function table7(examples: ReturnType<typeof recommendationExamples>, dataName: string) {
  const folder = mkdtempSync(join(tmpdir(), 'agora-recomputed-'));
  const { seed, rounds, malformedRate } = settings;
  const condition = (rule: string) => ({
    environment: recommendation({ examples, dataName }),
    protocol: roundTable({ rule: ruleByName(rule), rounds }),
    model: simulated({ malformedRate }),
    collaborations: examples.length,
    seed,
    folder: join(folder, rule),
    progress: 'none' as const,
  });
  try {
    const rules = tables.table7.rows.map(({ label, setting }) => [
      label,
      condition(String(setting?.['rule'])),
    ]);
    const runs = await sweep(Object.fromEntries(rules) as Record<string, ReturnType<typeof condition>>);
    const rows = await measure({ rule: runs }, ratings());
    return Object.keys(runs).map((label) => {
      const own = rows.filter(({ rule }) => rule === label);
      const errors = own.filter(({ column }) => column === 'mae' || column === 'rmse');
      const first = own.find(({ column, round }) => column === 'withoutAgreement' && round === 1);
      return {
        label,
        evidence: 'simulated' as const,
        cells: Object.fromEntries(
          errors.map(({ column, round, value, standardError }) => [
            `${column}@${round}`,
            { value, standardError },
          ]),
        ),
        undecided: Math.round((first?.value ?? 0) * (first?.n ?? 0)),
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
