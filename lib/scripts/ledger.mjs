import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { places, ScriptError } from './project.mjs';
import { writeAtomically } from './stamps.mjs';

export const ledgerName = 'ledger.json';

/** A file of the compiled library's room `report`. @throws ScriptError when it does not load */
function report(name, dist = places().dist) {
  try {
    return createRequire(import.meta.url)(join(dist, 'report', `${name}.js`));
  } catch (error) {
    throw new ScriptError(`The compiled library does not load (${error.message}); run "npm run setup".`);
  }
}

/** The ledger of a folder: what is recorded in its ledger.json. @throws ScriptError when that is not a ledger */
export function readLedger(folder) {
  try {
    return report('ledger').readLedger(folder);
  } catch (error) {
    if (error.code !== 'ledger') throw error;
    throw new ScriptError(error.message);
  }
}

/** The ledger after a notebook has run (the library's own merging). */
export const mergeLedgers = (...given) => report('ledger').mergeLedgers(...given);

/** A ledger without what notebooks recorded that no longer exist. */
export const withoutOthers = (ledger, existing) =>
  mergeLedgers(ledger, { items: [], claims: [] }, '', existing);

export const printLedger = (ledger) => report('ledger').printLedger(ledger);

/** The ledger as the library prints it. @throws ScriptError when the compiled library cannot */
export const ledgerText = (ledger, dist) => report('ledger-table', dist).ledgerText(ledger);

/** Writes the ledger, and the picture of its claims where some are tested, if they have changed. */
export async function writeLedger(folder, ledger) {
  writeIfChanged(join(folder, ledgerName), printLedger(ledger));
  if (ledger.claims.every(({ tests }) => tests.length === 0)) return;
  const figure = report('claims-figure').claimsFigure(ledger.claims);
  await report('save-figure').saveFigure(figure, 'claims', { folder });
}

/** Writes the ledger into the README, between the comments that name its parts. @throws ScriptError without them */
export function writeReadme(file, ledger) {
  const parts = Object.entries(report('ledger-table').ledgerMarkdown(ledger));
  const text = parts.reduce(
    (readme, [name, part]) => {
      const place = new RegExp(`(<!-- ${name}: .* -->)[^]*(<!-- end of ${name} -->)`);
      if (!place.test(readme))
        throw new ScriptError(`${file} has no place for the ledger's ${name} (<!-- ${name}: … -->)`);
      return readme.replace(place, (_, head, tail) => `${head}\n\n${part}\n\n${tail}`);
    },
    readFileSync(file, 'utf8'),
  );
  writeIfChanged(file, text);
}

function writeIfChanged(file, text) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeAtomically(file, text);
}
