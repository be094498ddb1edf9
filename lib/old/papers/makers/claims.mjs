#!/usr/bin/env node
// Tests the papers' claims on recorded evidence anew: writes data/claims/PAPER.json, figures/CLAIMS.md and
// data/SHA256SUMS. npm run claims [-- gedi …]; without names, all whose data are here. Takes minutes.
// npm run claims -- page writes figures/CLAIMS.md alone, from what is committed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { writeChecksums } from './checksums.mjs';
import { root } from '../../tools/project.mjs';
import { setup } from '../../tools/setup.mjs';

await setup();
const require = createRequire(import.meta.url);
const { locateDataset } = require('../../core/dist/datasets/index.js');
const { claimsFile, claimsPage, recordedNeeds, recordedTests } = require('../dist/claims/index.js');

const folder = join(root, 'data', 'claims');
mkdirSync(folder, { recursive: true });
const named = process.argv.slice(2);
for (const paper of named.length > 0 ? named.filter((name) => name !== 'page') : Object.keys(recordedNeeds)) {
  if (!(paper in recordedNeeds)) {
    console.error(
      `There are no recorded tests of "${paper}": there are ${Object.keys(recordedNeeds).join(', ')}.`,
    );
    process.exit(1);
  }
  const absent = recordedNeeds[paper].filter((name) => locateDataset(name) === null);
  if (absent.length > 0) {
    console.log(`${paper}: ${absent.join(', ')} not here ("npx agora data NAME"): left as it is`);
    continue;
  }
  const text = `${JSON.stringify(claimsFile(paper, await recordedTests(paper)), null, 1)}\n`;
  writeFileSync(join(folder, `${paper}.json`), text);
  console.log(`claims/${paper}.json: ${Buffer.byteLength(text).toLocaleString('en-US')} bytes`);
}
writeFileSync(join(root, 'figures', 'CLAIMS.md'), claimsPage());
writeChecksums();
