import { readModelPredictions } from 'agora-core/internal';
import { ensembleAccuracyByQuorum } from './ensemble-accuracy';

const settings = { quorums: [1, 2, 3, 5, 7, 10, 15, 20, 29], draws: 100, seed: 7 };

/** The recorded answers of real models to MMLU-Pro: what plurality over random subsets of them gets right. */
export function realEnsemble(folder: string) {
  const { models, rows } = readModelPredictions(folder);
  const answers = rows.map(({ predictions }) => models.map((model) => predictions[model] ?? null));
  const keys = rows.map(({ answer }) => answer);
  return {
    models: models.length,
    questions: rows.length,
    settings,
    ensemble: ensembleAccuracyByQuorum(answers, keys, settings),
  };
}
