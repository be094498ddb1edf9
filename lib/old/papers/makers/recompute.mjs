#!/usr/bin/env node
// Computes the committed numbers of data sets that the repository does not hold, and writes data/recomputed/NAME.json:
// numbers only, none of the data sets' texts; then data/SHA256SUMS. npm run recompute [-- NAME …];
// without names, of all that are here.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../../tools/project.mjs';
import { setup } from '../../tools/setup.mjs';
import { writeChecksums } from './checksums.mjs';

await setup();
const require = createRequire(import.meta.url);
const { datasets } = require('../../agora-lab/dist/index.js');
const { dataset } = require('../../core/dist/datasets/registry.js');
const { recompute, recomputedNames } = require('../dist/recomputed/index.js');

const folder = join(root, 'data', 'recomputed');
mkdirSync(folder, { recursive: true });
const named = process.argv.slice(2);
for (const name of named.length > 0 ? named : recomputedNames) {
  const place = named.length > 0 ? datasets.requested(name, name) : datasets.locateDataset(name);
  if (place === null) console.log(`${name} is not here ("npx agora data ${name}"): left as it is`);
  else write(name, await recompute(name, place));
}
writeChecksums();

function write(name, numbers) {
  const { title, cite, licence } = dataset(name);
  const recorded = /do not redistribute/.test(licence) ? 'recorded, data not redistributable' : 'recorded';
  const computed = {
    'climate-fever': 'recomputed, data not redistributable',
    'ml-100k': 'recomputed',
  };
  const evidence = computed[name] ?? recorded;
  const script = `npm run recompute -- ${name}`;
  const text = `${JSON.stringify({ name, title, cite, licence, evidence, script, numbers }, null, 1)}\n`;
  writeFileSync(join(folder, `${name}.json`), text);
  console.log(`recomputed/${name}.json: ${Buffer.byteLength(text).toLocaleString('en-US')} bytes`);
}
