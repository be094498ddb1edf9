import { z } from 'zod';
import type { Row } from 'agora-core/metrics';
import { either } from 'agora-voting/internal';
import type { Setting } from './setting';

/*
 * Which printed row is ours compared with, if a table prints a row for each model? The one that the setting `beside` names; by
 * default the row of the model that answered, or the mean of the paper's models if the paper has no such model. An item
 * with this setting keeps it in each of its rows, as the field `beside`, so that filtered rows still have it.
 */

/** The models that a table prints, each with its other names: its source, its dated version. */
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
    options: () => [sameModel, ...Object.keys(printed()), theMean],
    is: models,
    read: (typed) => typed,
  };
}

/** The printed name of a model, found by any of its names; null if the table has no row for it. */
export function printedModel(printed: PrintedModels, name: unknown): string | null {
  const wanted = String(name).toLowerCase();
  const own = Object.entries(printed).find(([model, others]) =>
    [model, ...others].some((one) => one.toLowerCase() === wanted),
  );
  return own?.[0] ?? null;
}

/**
 * The printed model that a row of ours is compared with; null for the mean. Recorded answers of a model in the printed table
 * are compared with that model, since the printed row was made from them.
 */
export function modelBeside(printed: PrintedModels, row: Readonly<Record<string, unknown>>): string | null {
  const { beside = sameModel, model, evidence } = row;
  const own = printedModel(printed, model);
  if (beside === sameModel || (evidence === 'recorded' && own !== null)) return own;
  return printedModel(printed, beside);
}

/** The note above a table that has no row for a model. Simulated agents get none: no table could print them. */
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
  const [first, ...others] = Object.keys(printed).reverse();
  const also = others.length === 0 ? '' : ` (or ${others.reverse().join(', ')})`;
  const mean = others.length === 0 ? 'that of another model' : `the mean of ${others.length + 1} models`;
  return `No printed row is for ${names}, so published is ${mean}. Choose one: --beside ${first}${also}.`;
}
