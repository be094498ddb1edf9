import { join, resolve } from 'node:path';
import { homeFolder } from '../project';

/**
 * Where a notebook's figures and ledger rows are kept: AGORA_FIGURES if set, else `figures` in AGORA_HOME (.agora in the
 * project). Never the committed `figures/`: only `npm run reproduce` writes there, from notebooks as they are shipped.
 */
export function figuresFolder(): string {
  return resolve(process.env['AGORA_FIGURES'] || join(homeFolder(), 'figures'));
}
