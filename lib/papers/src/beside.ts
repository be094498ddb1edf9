import { z } from 'zod';
import type { Row } from 'agora-core/metrics';
import { either } from 'agora-voting/internal';
import type { Setting } from './setting';

/*
 * Which printed row is ours beside, where a table prints a row for each model? The one that the setting `beside` names; by
 * default that of the model that answered, and the mean of the paper's models where the paper has no such model. An item
 * with the setting keeps it in each of its rows, as the field `beside`, so that rows that a user has filtered know it, too.
 */

/** The models that a table prints, each with the other names that it goes by: its source, its dated version. */
export type PrintedModels = Readonly<Record<string, readonly string[]>>;

/** The default of the setting. */
export const sameModel = 'same model, else the mean';
const theMean = 'mean';

/**
 * The setting `beside`.
 * @param printed - called at first use, since printed tables are read from files
 */
export function besideSetting(printed: () => PrintedModels): Setting<string> {
  const models = z.lazy(() => {
    const names = [...Object.keys(printed()), theMean];
    const known = z.custom((value) => typeof value === 'string' && printedModel(printed(), value) !== null);
    const wanted = `a printed row (${names.map((name) => JSON.stringify(name)).join(', ')})`;
    return either(wanted, z.enum([sameModel, ...names]), known);
  });
  return {
    default: sameModel,
    paper: 'the same model',
    does: "Beside which printed model's row ours stands: a model's name as the table prints it, or \"mean\" for the mean of the paper's models.",
    is: models,
    read: (typed) => typed,
  };
}

/** The printed name of a model that is called so, by any of its names; null where the table has no row of it. */
export function printedModel(printed: PrintedModels, name: unknown): string | null {
  const wanted = String(name).toLowerCase();
  const own = Object.entries(printed).find(([model, others]) =>
    [model, ...others].some((one) => one.toLowerCase() === wanted),
  );
  return own?.[0] ?? null;
}

/**
 * The printed model beside which a row of ours stands; null for the mean. Recorded answers of a model that the table prints
 * stay beside it, since they are what was printed of.
 */
export function modelBeside(printed: PrintedModels, row: Readonly<Record<string, unknown>>): string | null {
  const { beside = sameModel, model, evidence } = row;
  const own = printedModel(printed, model);
  if (beside === sameModel || (evidence === 'recorded' && own !== null)) return own;
  return printedModel(printed, beside);
}

/** What stands under a table where a model has no row in it: simulated agents are none that a table could print. */
export function besideNote(printed: PrintedModels, rows: readonly Row[]): string {
  const alone = rows.filter(
    (row) =>
      row.evidence !== 'simulated' &&
      row['beside'] === undefined &&
      row['model'] !== undefined &&
      printedModel(printed, row['model']) === null,
  );
  if (alone.length === 0) return '';
  const names = [...new Set(alone.map(({ model }) => String(model)))].join(', ');
  return `Beside the mean: no printed row is called ${names}; rows: ${Object.keys(printed).join(', ')} (the setting "beside" takes one).`;
}
